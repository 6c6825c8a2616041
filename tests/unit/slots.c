/* Handles are generation-tagged slot numbers: HAND-4, and the rest of the library upon it. */
#include "config.h"

#include "../random.h"
#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/in_force.h"
#include "registry/slots.h"
#include "suite.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

struct thing {
    struct mpit_slot slot;
    int value;
};

static struct mpit_slots slots = MPIT_SLOTS(struct thing, MPIT_SLOT_PVAR);
static struct mpit_slots others = MPIT_SLOTS(struct thing, MPIT_SLOT_CVAR);

static uint64_t made(struct mpit_slots *in, int value)
{
    struct thing *thing = mpit__slot_take(in);

    ck_assert_ptr_nonnull(thing);
    thing->value = value;
    return mpit__slot_publish(in, thing);
}

static void freed(uint64_t handle)
{
    mpit__slot_give(&slots, mpit__slot_find(&slots, handle));
}

START_TEST(handle_finds_what_it_was_given_for)
{
    uint64_t handle[100];

    for (int i = 0; i < 100; i++)
        handle[i] = made(&slots, i);
    for (int i = 0; i < 100; i++)
        ck_assert_int_eq(((struct thing *)mpit__slot_find(&slots, handle[i]))->value, i);
    ck_assert_uint_eq(slots.live, 100);
}
END_TEST

START_TEST(handle_is_not_found_before_it_is_published)
{
    struct thing *thing = mpit__slot_take(&slots);
    uint64_t guess = (uint64_t)MPIT_SLOT_PVAR << 60 | UINT64_C(1) << 32 | thing->slot.number;

    ck_assert_ptr_null(mpit__slot_find(&slots, guess));
    ck_assert_uint_eq(mpit__slot_publish(&slots, thing), guess);
    ck_assert_ptr_eq(mpit__slot_find(&slots, guess), thing);
}
END_TEST

START_TEST(freed_handle_is_never_found_again)
{
    uint64_t first = made(&slots, 1), second;

    freed(first);
    ck_assert_ptr_null(mpit__slot_find(&slots, first));
    second = made(&slots, 2);
    ck_assert_uint_eq((uint32_t)first, (uint32_t)second);
    ck_assert_uint_ne(first, second);
    ck_assert_ptr_null(mpit__slot_find(&slots, first));
    for (int i = 0; i < 100000; i++) {
        freed(second);
        second = made(&slots, i);
        ck_assert_ptr_null(mpit__slot_find(&slots, first));
    }
    ck_assert_uint_eq(slots.live, 1);
}
END_TEST

START_TEST(handle_of_another_kind_is_not_found)
{
    uint64_t mine = made(&slots, 1), theirs = made(&others, 2);

    ck_assert_uint_eq((uint32_t)mine, (uint32_t)theirs);
    ck_assert_ptr_null(mpit__slot_find(&slots, theirs));
    ck_assert_ptr_null(mpit__slot_find(&others, mine));
}
END_TEST

START_TEST(no_pointer_null_or_minus_one_is_a_handle)
{
    static const char *const pointers[] = {"text", NULL, (char *)-1, (char *)-2, (char *)1};

    for (int i = 0; i < 1000; i++)
        made(&slots, i);
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
        ck_assert_ptr_null(mpit__slot_find(&slots, (uintptr_t)pointers[i]));
    ck_assert_ptr_null(mpit__slot_find(&slots, (uintptr_t)&slots));
}
END_TEST

START_TEST(invented_handles_are_not_found)
{
    bool mine;
    uint64_t real[64], random = RANDOM_START;

    for (int i = 0; i < 64; i++)
        real[i] = made(&slots, i);
    for (int i = 0; i < 1000000; i++) {
        uint64_t invented = random_bits(&random);

        /* Half of them are near misses: a real one with some bits turned. */
        if (i & 1)
            invented = real[i / 2 % 64] ^ (invented & random_bits(&random) & random_bits(&random));
        mine = false;
        for (int j = 0; j < 64; j++)
            mine = mine || real[j] == invented;
        ck_assert_int_eq(mpit__slot_find(&slots, invented) != NULL, mine);
    }
}
END_TEST

START_TEST(generation_wraps_around_past_its_bits)
{
    uint64_t last, next;
    struct thing *thing = mpit__slot_take(&slots);

    thing->slot.generation = (1u << 28) - 2;
    last = mpit__slot_publish(&slots, thing);
    freed(last);
    next = made(&slots, 1);
    ck_assert_uint_eq(next >> 60, MPIT_SLOT_PVAR);
    ck_assert_uint_eq(last >> 60, MPIT_SLOT_PVAR);
    ck_assert_ptr_nonnull(mpit__slot_find(&slots, next));
    ck_assert_ptr_null(mpit__slot_find(&slots, last));
}
END_TEST

START_TEST(slot_is_refused_without_memory_and_nothing_is_lost)
{
    mpit__in_force.memory_limit = 4096;
    while (mpit__slot_take(&slots))
        ;
    ck_assert_uint_eq(slots.live, mpit__vector_count(&slots.vector));
    ck_assert_uint_gt(slots.live, 0);
    mpit__in_force.memory_limit = 1 << 20;
    ck_assert_ptr_nonnull(mpit__slot_take(&slots));
}
END_TEST

static _Atomic bool over;

/* A reader sees a whole thing or none, whatever the writer does meanwhile. */
static void *look(void *handles)
{
    _Atomic uint64_t *handle = handles;
    long found = 0;

    while (!over)
        for (int i = 0; i < 16; i++) {
            uint64_t now = atomic_load(&handle[i]);
            struct thing *thing = mpit__slot_find(&slots, now);
            found += thing != NULL;
            if (thing && thing->slot.number != (uint32_t)now)
                abort();
        }
    return (void *)(uintptr_t)(found > 0);
}

START_TEST(handles_are_looked_up_while_others_come_and_go)
{
    static _Atomic uint64_t handle[16];
    pthread_t reader[4];
    void *found;

    for (int i = 0; i < 16; i++)
        handle[i] = made(&slots, i);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&reader[i], NULL, look, handle), 0);
    for (int i = 0; i < 300000; i++) {
        freed(handle[i % 16]);
        handle[i % 16] = made(&slots, i);
    }
    over = true;
    for (int i = 0; i < 4; i++) {
        pthread_join(reader[i], &found);
        ck_assert_ptr_nonnull(found);
    }
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(handle_finds_what_it_was_given_for)                                                       \
    TEST(handle_is_not_found_before_it_is_published)                                               \
    TEST(freed_handle_is_never_found_again)                                                        \
    TEST(handle_of_another_kind_is_not_found)                                                      \
    TEST(no_pointer_null_or_minus_one_is_a_handle)                                                 \
    TEST(invented_handles_are_not_found)                                                           \
    TEST(generation_wraps_around_past_its_bits)                                                    \
    TEST(slot_is_refused_without_memory_and_nothing_is_lost)                                       \
    TEST(handles_are_looked_up_while_others_come_and_go)
SUITE("slots", TESTS, mpit__setup_settings)
