/* Arrivals at collectives, joined, and read from the rings of segments while these go on. */
#include "config.h"

#include "../random.h"
#include "live/follow.h"
#include "live/join.h"
#include "suite.h"

#include <math.h>
#include <unistd.h>

enum { OPEN = 64, COMM = 77, BARRIER = 0, BCAST = 1 };

static struct mpit_join *join;

static void begin(void)
{
    mpit__join_free(join);
    join = mpit__join_make(OPEN, 0);
    ck_assert_ptr_nonnull(join);
}

/* Process `process` of three comes to the nth collective. */
static void come(int process, uint64_t nth, uint64_t entry, uint64_t exit)
{
    mpit__join_came(
        join, process,
        &(struct mpit_arrived){.comm = COMM, .nth = nth, .entry = entry, .exit = exit, .size = 3});
}

static struct mpit_waited_for waited(int process, int culprit)
{
    size_t n;
    const struct mpit_waited_for *row = mpit__join_waits(join, &n);

    for (size_t i = 0; i < n; i++)
        if (row[i].process == process && row[i].culprit == culprit)
            return row[i];
    return (struct mpit_waited_for){.process = process, .culprit = culprit};
}

#define WAITED(process, culprit, count_, ticks_)                                                   \
    do {                                                                                           \
        struct mpit_waited_for row_ = waited(process, culprit);                                    \
        ck_assert_uint_eq(row_.count, count_);                                                     \
        ck_assert_uint_eq(row_.ticks, ticks_);                                                     \
    } while (0)

static size_t rows(void)
{
    size_t n;

    mpit__join_waits(join, &n);
    return n;
}

/* ---- joining */

START_TEST(all_wait_for_who_comes_last)
{
    come(0, 1, 100, 510);
    come(2, 1, 300, 520);
    ck_assert_uint_eq(rows(), 0);
    ck_assert_uint_eq(mpit__join_seen(join, -1), 0);
    come(1, 1, 500, 530);
    WAITED(0, 1, 1, 400);
    WAITED(2, 1, 1, 200);
    WAITED(1, 0, 0, 0);
    ck_assert_uint_eq(rows(), 2);
    ck_assert_uint_eq(mpit__join_seen(join, -1), 3);
    ck_assert_uint_eq(mpit__join_seen(join, 1), 1);
}
END_TEST

/* The root of a broadcast leaves before others come, and these do not wait for each other. */
START_TEST(nobody_waits_for_who_comes_after_he_left)
{
    come(0, 1, 100, 110);
    come(1, 1, 50, 120);
    come(2, 1, 900, 910);
    WAITED(1, 0, 1, 50);
    ck_assert_uint_eq(rows(), 1);
}
END_TEST

/* What is waited for in MPI_Wait begins there. */
START_TEST(a_nonblocking_one_waits_from_its_completion_on)
{
    const struct mpit_arrived began = {.comm = COMM, .nth = 1, .entry = 100, .size = 2},
                              other = {
                                  .comm = COMM, .nth = 1, .entry = 400, .exit = 410, .size = 2};
    struct mpit_arrived ended = began;

    mpit__join_came(join, 0, &began);
    mpit__join_came(join, 1, &other);
    ck_assert_uint_eq(rows(), 0);
    ended.since = 350;
    ended.exit = 420;
    mpit__join_left(join, 0, &ended);
    WAITED(0, 1, 1, 50);
    mpit__join_left(join, 0, &ended);
    WAITED(0, 1, 1, 50);
}
END_TEST

START_TEST(who_leaves_before_all_are_read_is_booked_once)
{
    struct mpit_arrived ended = {.comm = COMM, .nth = 1, .entry = 100, .exit = 600, .size = 3};

    come(0, 1, 100, 0);
    mpit__join_left(join, 0, &ended);
    come(1, 1, 200, 600);
    come(2, 1, 500, 600);
    WAITED(0, 2, 1, 400);
    WAITED(1, 2, 1, 300);
}
END_TEST

START_TEST(collectives_of_several_communicators_are_apart)
{
    for (uint64_t comm = 1; comm <= 2; comm++)
        for (int process = 0; process < 2; process++)
            for (uint64_t nth = 1; nth <= 10; nth++)
                mpit__join_came(
                    join, process,
                    &(struct mpit_arrived){.comm = comm,
                                           .nth = nth,
                                           .entry = 1000 * nth + (uint64_t)process * comm,
                                           .exit = 1000 * nth + 10,
                                           .size = 2});
    WAITED(0, 1, 20, 10 * 1 + 10 * 2);
    ck_assert_uint_eq(mpit__join_seen(join, -1), 40);
}
END_TEST

START_TEST(what_is_too_short_is_no_wait)
{
    mpit__join_free(join);
    join = mpit__join_make(OPEN, 100);
    for (uint64_t nth = 1; nth <= 2; nth++) {
        come(0, nth, 1000, 2000);
        come(1, nth, 1000, 2000);
        come(2, nth, 1100 + nth - 1, 2000);
    }
    WAITED(0, 2, 1, 101);
    WAITED(1, 2, 1, 101);
}
END_TEST

/* Who counts otherwise than the others is at another one. */
START_TEST(those_that_do_not_call_the_same_are_not_joined)
{
    struct mpit_arrived one = {.comm = COMM, .nth = 1, .entry = 1, .exit = 9, .size = 2},
                        other = one;

    other.operation = BCAST;
    mpit__join_came(join, 0, &one);
    mpit__join_came(join, 1, &other);
    ck_assert_uint_eq(mpit__join_seen(join, -1), 0);
    other = one;
    one.nth = other.nth = 2;
    other.size = 3;
    mpit__join_came(join, 0, &one);
    mpit__join_came(join, 1, &other);
    ck_assert_uint_eq(mpit__join_seen(join, -1), 0);
    one.size = 0;
    mpit__join_came(join, 0, &one);
    ck_assert_uint_eq(rows(), 0);
}
END_TEST

/* The oldest are let go for those that come. */
START_TEST(what_nobody_completes_ends)
{
    for (uint64_t nth = 1; nth <= 10 * OPEN; nth++)
        come(0, nth, nth, nth + 5);
    for (uint64_t nth = 10 * OPEN + 1; nth <= 20 * OPEN; nth++)
        for (int process = 0; process < 3; process++)
            come(process, nth, 10 * nth + (uint64_t)process, 10 * nth + 5);
    ck_assert_uint_eq(mpit__join_seen(join, -1), 3 * 10 * OPEN);
    WAITED(0, 2, 10 * OPEN, 2 * 10 * OPEN);
    ck_assert_uint_eq(mpit__join_seen(join, 5000), 0);
}
END_TEST

static struct mpit_live_head with_tick(double tick)
{
    struct mpit_live_head head = {.size = 2};
    uint64_t bits;

    memcpy(&bits, &tick, sizeof bits);
    atomic_store(&head.tick_length, bits);
    return head;
}

START_TEST(clocks_of_other_ticks_are_not_compared)
{
    struct mpit_live_head one = with_tick(1e-9), same = with_tick(1.001e-9),
                          other = with_tick(0.4e-9), none = with_tick(0);

    ck_assert(mpit__join_can(&one, &same));
    ck_assert(!mpit__join_can(&one, &other));
    ck_assert(!mpit__join_can(&one, &none));
    ck_assert(!mpit__join_can(&none, &none));
}
END_TEST

/* A head that is damaged may have any bits there. */
START_TEST(a_tick_that_no_clock_has_is_not_known)
{
    const double wrong[] = {0, -1e-9, 1e-300, 0x1p-1074, 1, HUGE_VAL, NAN};
    struct mpit_live_head one = with_tick(1e-9);

    ck_assert(mpit__live_tick(&one) == 1e-9);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct mpit_live_head head = with_tick(wrong[i]);

        ck_assert(mpit__live_tick(&head) == 0);
    }
}
END_TEST

/* ---- following */

static struct {
    struct mpit_live_head head;
    struct mpit_live_item item;
    struct mpit_live_ring ring;
    char rest[MPIT_LIVE_ALIGN];
} file;

static struct mpit_follow followed;
static int at = -1;

static void write_file(void)
{
    ck_assert_int_eq(pwrite(at, &file, sizeof file, 0), sizeof file);
}

static void begin_file(void)
{
    const uint64_t item = sizeof file.item + sizeof file.ring;
    char name[] = "arrivals-XXXXXX";

    begin();
    at = mkstemp(name);
    ck_assert_int_ge(at, 0);
    unlink(name);
    file.item.bytes = (item + MPIT_LIVE_ALIGN - 1) / MPIT_LIVE_ALIGN * MPIT_LIVE_ALIGN;
    file.item.n = MPIT_LIVE_ARRIVALS;
    file.head.used = sizeof file.head + file.item.bytes;
}

/* The process comes to a collective on which it is alone, for who reads its ring. */
static void put(uint64_t exit)
{
    uint64_t i = file.ring.started;

    file.ring.slot[i % MPIT_LIVE_ARRIVALS] = (struct mpit_live_arrival){
        .index = i + 1, .comm = COMM, .nth = i + 1, .entry = 1, .exit = exit, .size = 2};
    file.ring.started = i + 1;
}

/* The other one comes to the same, 10 later. */
static void come_other(uint64_t nth)
{
    mpit__join_came(
        join, 1,
        &(struct mpit_arrived){.comm = COMM, .nth = nth, .entry = 11, .exit = 12, .size = 2});
}

static uint64_t follow(uint64_t most)
{
    write_file();
    return mpit__follow(&followed, at, join, 0, most);
}

START_TEST(a_ring_is_read_from_where_it_was_left)
{
    begin_file();
    ck_assert_uint_eq(follow(100), 0); /* it is no ring yet */
    file.item.kind = MPIT_LIVE_RING;
    file.item.object = 1;
    ck_assert_uint_eq(follow(100), 0);
    put(20);
    put(20);
    ck_assert_uint_eq(follow(100), 2);
    ck_assert_uint_eq(follow(100), 0);
    for (int i = 0; i < 5; i++)
        put(20);
    ck_assert_uint_eq(follow(3), 3);
    ck_assert_uint_eq(follow(3), 2);
    for (uint64_t nth = 1; nth <= 7; nth++)
        come_other(nth);
    WAITED(0, 1, 7, 70);
    ck_assert_uint_eq(mpit__follow_all(&followed, at), 7);
}
END_TEST

START_TEST(who_has_not_left_is_looked_at_again)
{
    begin_file();
    file.item.kind = MPIT_LIVE_RING;
    file.item.object = 1;
    put(0);
    put(20);
    put(0);
    ck_assert_uint_eq(follow(100), 3);
    for (uint64_t nth = 1; nth <= 3; nth++)
        come_other(nth);
    WAITED(0, 1, 1, 10);
    file.ring.slot[2].exit = 20;
    ck_assert_uint_eq(follow(100), 0);
    WAITED(0, 1, 2, 20);
    put(20);
    file.ring.slot[0].since = 6;
    file.ring.slot[0].exit = 20;
    ck_assert_uint_eq(follow(100), 1);
    WAITED(0, 1, 3, 25);
}
END_TEST

/* What the process has written over is missed, and what it may be writing is not read. */
START_TEST(what_was_overrun_is_missed)
{
    begin_file();
    file.item.kind = MPIT_LIVE_RING;
    file.item.object = 1;
    for (int i = 0; i < 2 * MPIT_LIVE_ARRIVALS + 5; i++)
        put(20);
    ck_assert_uint_eq(follow(10), 10);
    come_other(MPIT_LIVE_ARRIVALS + 5 + 1);
    come_other(MPIT_LIVE_ARRIVALS + 6 + 1);
    WAITED(0, 1, 1, 10);
    put(20);
    file.ring.slot[(file.ring.started - 1) % MPIT_LIVE_ARRIVALS].index = 0;
    ck_assert_uint_eq(follow(UINT64_MAX), MPIT_LIVE_ARRIVALS - 11);
    file.ring.slot[(file.ring.started - 1) % MPIT_LIVE_ARRIVALS].index = file.ring.started;
    ck_assert_uint_eq(follow(UINT64_MAX), 1);
}
END_TEST

/* ---- sparing */

/* Two processes as fast as they can, 4000 ns a collective: the second comes 1500 ns after the first
 * one, and to each 5000th 20 ms; to each third of those it is the first who comes so late. */
enum { PACE = 4000, LATE = 1500, SELDOM = 5000, LONG = 20000000, FAST_ONES = 400000 };

static struct pair {
    int at;
    uint64_t now;
    struct mpit_live_ring ring;
    struct mpit_follow follow;
} fast[2];

static bool is_late(uint64_t nth, int process)
{
    return nth % SELDOM == 0 && process == (nth / SELDOM % 3 != 0);
}

static struct mpit_live_arrival *come_fast(int process, uint64_t nth, uint64_t comm)
{
    struct pair *its = &fast[process];
    const uint64_t i = its->ring.started++;
    struct mpit_live_arrival *slot = &its->ring.slot[i % MPIT_LIVE_ARRIVALS];

    *slot = (struct mpit_live_arrival){.index = i + 1,
                                       .comm = comm,
                                       .nth = nth,
                                       .entry = its->now + (process ? LATE : 0) +
                                                (is_late(nth, process) ? LONG : 0),
                                       .size = 2};
    return slot;
}

/* Both leave when both have come. */
static void go_fast(uint64_t first, uint64_t n, uint64_t comms)
{
    for (uint64_t i = first; i < first + n; i++) {
        struct mpit_live_arrival *a = come_fast(0, i / comms + 1, COMM + 2 * (i % comms));
        struct mpit_live_arrival *b = come_fast(1, i / comms + 1, COMM + 2 * (i % comms));

        a->exit = b->exit = a->entry > b->entry ? a->entry : b->entry;
        fast[0].now = fast[1].now = a->exit + PACE - LATE;
    }
}

static void write_fast(int process)
{
    file.ring = fast[process].ring;
    ck_assert_int_eq(pwrite(fast[process].at, &file, sizeof file, 0), sizeof file);
}

static void within(double found, double expected, double part)
{
    ck_assert_msg(fabs(found - expected) <= part * expected, "%g, expected %g", found, expected);
}

/* Looks at each `pace` of them. */
static void follow_fast(uint64_t comms, uint64_t pace)
{
    begin_file();
    mpit__join_free(join);
    join = mpit__join_make(1 << 16, 1000);
    file.item.kind = MPIT_LIVE_RING;
    file.item.object = 1;
    for (int process = 0; process < 2; process++) {
        char name[] = "arrivals-XXXXXX";

        fast[process] = (struct pair){.at = mkstemp(name)};
        ck_assert_int_ge(fast[process].at, 0);
        unlink(name);
        fast[process].follow.sparing = MPIT_FOLLOW_STRETCH * UINT64_C(1000000);
    }
    for (uint64_t i = 0; i < FAST_ONES; i += pace) {
        go_fast(i, pace, comms);
        for (int process = 0; process < 2; process++) {
            write_fast(process);
            mpit__follow(&fast[process].follow, fast[process].at, join, process, UINT64_MAX);
        }
    }
    for (int process = 0; process < 2; process++) {
        fast[process].follow.sparing = 0;
        mpit__follow(&fast[process].follow, fast[process].at, join, process, UINT64_MAX);
        const struct mpit_follow *its = &fast[process].follow;

        ck_assert_uint_eq(its->taken + its->some + its->passed, FAST_ONES);
        within((double)its->stood_for, (double)(its->some + its->passed), 0.2);
    }
}

/* All the long waits, and of the others about as many, and as long, as there are. */
START_TEST(who_is_sparing_misses_no_long_wait)
{
    const double seldom = FAST_ONES / SELDOM, first = FAST_ONES / SELDOM / 3;

    follow_fast(1, 1000);
    for (int process = 0; process < 2; process++)
        ck_assert_uint_lt(fast[process].follow.taken + fast[process].follow.some, FAST_ONES / 8);
    within((double)waited(0, 1).ticks,
           (seldom - first) * LONG + seldom * 2 * MPIT_FOLLOW_STRETCH * LATE, 0.01);
    within((double)(waited(0, 1).count + waited(0, 1).some_count), FAST_ONES, 0.2);
    within((double)waited(0, 1).some_ticks, (double)waited(0, 1).some_count * LATE, 0.001);
    ck_assert_uint_ge(waited(1, 0).count, (uint64_t)first);
    within((double)waited(1, 0).ticks, first * LONG, 0.01);
    within((double)mpit__join_seen(join, 0),
           (double)(fast[0].follow.taken + fast[0].follow.stood_for), 0.05);
    ck_assert_uint_lt(mpit__join_one_by_one(join), 2 * FAST_ONES / 8);
}
END_TEST

/* Where several communicators are used by turns all are read. */
START_TEST(on_several_communicators_all_are_read)
{
    follow_fast(2, 1000);
    for (int process = 0; process < 2; process++)
        ck_assert_uint_eq(fast[process].follow.taken, FAST_ONES);
    ck_assert_uint_eq(mpit__join_seen(join, -1), 2 * FAST_ONES);
    ck_assert_uint_eq(mpit__join_one_by_one(join), 2 * FAST_ONES);
}
END_TEST

START_TEST(a_file_that_is_cut_short_is_read_as_far_as_it_goes)
{
    begin_file();
    file.item.kind = MPIT_LIVE_RING;
    file.item.object = 1;
    put(20);
    ck_assert_uint_eq(follow(10), 1);
    put(20);
    write_file();
    for (off_t length = sizeof file; length > 0; length -= 997) {
        ck_assert_int_eq(ftruncate(at, length), 0);
        ck_assert_uint_le(mpit__follow(&followed, at, join, 0, 10), 1);
    }
    ck_assert_uint_eq(mpit__follow_all(&followed, at), 0);
}
END_TEST

/* Whatever stands there: a hostile process may write it. */
START_TEST(any_ring_is_read_without_harm)
{
    static struct mpit_follow several[3];
    uint64_t state = 1;

    begin_file();
    file.item.kind = MPIT_LIVE_RING;
    file.item.object = 1;
    for (int round = 0; round < 200; round++) {
        uint64_t started = random_below(&state, 3)
                               ? random_below(&state, 3 * MPIT_LIVE_ARRIVALS)
                               : (uint64_t)random_below(&state, UINT32_MAX) << 32;

        file.ring.started = started;
        for (uint64_t n = 1; n <= MPIT_LIVE_ARRIVALS; n++)
            file.ring.slot[(started - n) % MPIT_LIVE_ARRIVALS] = (struct mpit_live_arrival){
                .index = random_below(&state, 1000) ? started - n + 1 : random_below(&state, 9000),
                .comm = random_below(&state, 3),
                .nth = random_below(&state, 3 * OPEN),
                .entry = random_below(&state, 100),
                .since = random_below(&state, 200),
                .exit = random_below(&state, 2) ? random_below(&state, UINT32_MAX) : 0,
                .size = random_below(&state, 4),
                .operation = random_below(&state, 2)};
        write_file();
        for (int process = 0; process < 3; process++)
            ck_assert_uint_le(mpit__follow(&several[process], at, join, process, 300), 300);
    }
    ck_assert_uint_gt(mpit__join_seen(join, -1), 0);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(all_wait_for_who_comes_last)                                                              \
    TEST(nobody_waits_for_who_comes_after_he_left)                                                 \
    TEST(a_nonblocking_one_waits_from_its_completion_on)                                           \
    TEST(who_leaves_before_all_are_read_is_booked_once)                                            \
    TEST(collectives_of_several_communicators_are_apart)                                           \
    TEST(what_is_too_short_is_no_wait)                                                             \
    TEST(those_that_do_not_call_the_same_are_not_joined)                                           \
    TEST(what_nobody_completes_ends)                                                               \
    TEST(clocks_of_other_ticks_are_not_compared)                                                   \
    TEST(a_tick_that_no_clock_has_is_not_known)                                                    \
    TEST(a_ring_is_read_from_where_it_was_left)                                                    \
    TEST(who_has_not_left_is_looked_at_again)                                                      \
    TEST(what_was_overrun_is_missed)                                                               \
    TEST(who_is_sparing_misses_no_long_wait)                                                       \
    TEST(on_several_communicators_all_are_read)                                                    \
    TEST(a_file_that_is_cut_short_is_read_as_far_as_it_goes)                                       \
    TEST(any_ring_is_read_without_harm)
SUITE("arrivals", TESTS, begin)
