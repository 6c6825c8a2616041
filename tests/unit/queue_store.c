/* The store of unexpected messages: matching order, wildcards, and that it does not walk. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/in_force.h"
#include "queue/store.h"
#include "suite.h"

#include <stdlib.h>

static struct mpit_store store;

static void setup(void)
{
    mpit__setup_settings();
    mpit__in_force.memory_limit = 1UL << 40; /* what the MPI library has of a message counts, too */
}

static void add(int source, int tag, uint64_t number)
{
    ck_assert(mpit__store_reserve(&store));
    mpit__store_add(&store, MPI_MESSAGE_NULL, source, tag, number, 0);
}

/* The number of the message that is taken, 0 for none. */
static uint64_t take(int source, int tag)
{
    struct mpit_waiting *waiting = mpit__store_find(&store, source, tag);
    uint64_t number = waiting ? waiting->bytes : 0;

    if (waiting)
        mpit__store_remove(&store, waiting);
    return number;
}

START_TEST(every_wildcard_finds_the_oldest_that_matches)
{
    add(1, 5, 1);
    add(2, 5, 2);
    add(1, 6, 3);
    add(2, 6, 4);
    add(1, 5, 5);
    ck_assert_uint_eq(take(3, MPI_ANY_TAG), 0);
    ck_assert_uint_eq(take(MPI_ANY_SOURCE, 7), 0);
    ck_assert_uint_eq(take(2, MPI_ANY_TAG), 2);
    ck_assert_uint_eq(take(MPI_ANY_SOURCE, 6), 3);
    ck_assert_uint_eq(take(1, 5), 1);
    ck_assert_uint_eq(take(1, 6), 0);
    ck_assert_uint_eq(take(MPI_ANY_SOURCE, MPI_ANY_TAG), 4);
    ck_assert_uint_eq(take(1, 5), 5);
    ck_assert_uint_eq(take(MPI_ANY_SOURCE, MPI_ANY_TAG), 0);
    ck_assert_uint_eq(store.length, 0);
    ck_assert_uint_eq(store.nlanes, 0);
}
END_TEST

enum { MODEL = 400, STEPS = 200000, SOURCES = 4, TAGS = 5 };

/* The same by walking: what it is compared with. */
static struct {
    int source, tag;
    uint64_t number;
} model[MODEL];
static int length;

static uint64_t take_from_model(int source, int tag)
{
    for (int i = 0; i < length; i++) {
        uint64_t number = model[i].number;

        if ((source != MPI_ANY_SOURCE && source != model[i].source) ||
            (tag != MPI_ANY_TAG && tag != model[i].tag))
            continue;
        for (length--; i < length; i++)
            model[i] = model[i + 1];
        return number;
    }
    return 0;
}

START_TEST(random_messages_are_matched_as_by_walking)
{
    srandom(1);
    for (uint64_t step = 1; step <= STEPS; step++) {
        int source = (int)(random() % SOURCES), tag = (int)(random() % TAGS);
        long what = random() % 16;

        if (what < 8 && length < MODEL) {
            add(source, tag, step);
            model[length].source = source;
            model[length].tag = tag;
            model[length++].number = step;
            continue;
        }
        if (what & 1)
            source = MPI_ANY_SOURCE;
        if (what & 2)
            tag = MPI_ANY_TAG;
        ck_assert_uint_eq(take(source, tag), take_from_model(source, tag));
        ck_assert_uint_eq(store.length, (unsigned)length);
    }
    mpit__store_clear(&store);
    ck_assert_uint_eq(store.length, 0);
    ck_assert_ptr_null(store.buckets);
}
END_TEST

START_TEST(the_most_frequent_come_first)
{
    const struct mpit_lane *most[3];
    static const int times[] = {2, 9, 1, 5, 7};

    for (int tag = 0; tag < 5; tag++)
        for (int i = 0; i < times[tag]; i++)
            add(tag % 2, tag, 1);
    ck_assert_int_eq(mpit__store_most_frequent(&store, 3, most), 3);
    ck_assert_int_eq(most[0]->tag, 1);
    ck_assert_uint_eq(most[0]->length, 9);
    ck_assert_int_eq(most[1]->tag, 4);
    ck_assert_int_eq(most[2]->tag, 3);
    ck_assert_int_eq(most[2]->source, 1);
    mpit__store_clear(&store);
    add(4, 4, 1);
    ck_assert_int_eq(mpit__store_most_frequent(&store, 3, most), 1);
    mpit__store_clear(&store);
    ck_assert_int_eq(mpit__store_most_frequent(&store, 3, most), 0);
}
END_TEST

/* 2 * n^2 steps of a walk through 100,000 would take minutes; the time limit of a test is one. */
START_TEST(a_hundred_thousand_tags_are_found_without_walking)
{
    enum { N = 100000 };

    for (int tag = 0; tag < N; tag++)
        add(0, tag, (uint64_t)tag + 1);
    for (int round = 0; round < 20; round++)
        for (int tag = N - 1; tag >= 0; tag--)
            ck_assert_ptr_nonnull(mpit__store_find(&store, round % 2 ? MPI_ANY_SOURCE : 0, tag));
    for (int tag = N - 1; tag >= 0; tag--)
        ck_assert_uint_eq(take(0, tag), (uint64_t)tag + 1);
    ck_assert_uint_eq(store.length, 0);
    mpit__store_clear(&store);
}
END_TEST

START_TEST(without_memory_nothing_is_reserved)
{
    uint64_t limit = mpit__in_force.memory_limit;
    int n = 0;

    mpit__in_force.memory_limit = 1 << 20;
    for (; n < 1 << 20 && mpit__store_reserve(&store); n++)
        mpit__store_add(&store, MPI_MESSAGE_NULL, 0, n, (uint64_t)n + 1, 0);
    ck_assert_int_gt(n, 100);
    ck_assert_int_lt(n, 1 << 20);
    mpit__in_force.memory_limit = limit;
    for (int tag = 0; tag < n; tag++)
        ck_assert_uint_eq(take(0, tag), (uint64_t)tag + 1);
    mpit__store_clear(&store);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(every_wildcard_finds_the_oldest_that_matches)                                             \
    TEST(random_messages_are_matched_as_by_walking)                                                \
    TEST(the_most_frequent_come_first)                                                             \
    TEST(a_hundred_thousand_tags_are_found_without_walking)                                        \
    TEST(without_memory_nothing_is_reserved)
SUITE("queue_store", TESTS, setup)
