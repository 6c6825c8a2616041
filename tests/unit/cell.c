/* The one word that holds a handle's own state: PVAR-2, PVAR-3 for watermarks. */
#include "config.h"

#include "profile/handle_cell.h"
#include "suite.h"

#include <pthread.h>

START_TEST(cell_keeps_63_bits_and_whether_it_is_started)
{
    static const uint64_t numbers[] = {0, 1, 12345, UINT64_MAX >> 1};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int started = 0; started < 2; started++) {
            uint64_t word = mpit__cell_word(numbers[i], started);
            ck_assert_uint_eq(mpit__cell_number(word), numbers[i]);
            ck_assert_int_eq(mpit__cell_is_started(word), started);
        }
}
END_TEST

START_TEST(watermark_follows_its_level_one_way_only)
{
    mpit_cell high = mpit__cell_word(5, true), low = mpit__cell_word(5, true);
    static const uint64_t levels[] = {5, 7, 3, 9, 1, 4};
    static const uint64_t highest[] = {5, 7, 7, 9, 9, 9}, lowest[] = {5, 5, 3, 3, 1, 1};

    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        mpit__cell_mark(&high, levels[i], false);
        mpit__cell_mark(&low, levels[i], true);
        ck_assert_uint_eq(mpit__cell_number(high), highest[i]);
        ck_assert_uint_eq(mpit__cell_number(low), lowest[i]);
    }
}
END_TEST

START_TEST(watermark_that_is_stopped_stays)
{
    mpit_cell high = mpit__cell_word(5, false), low = mpit__cell_word(5, false);

    mpit__cell_mark(&high, 9, false);
    mpit__cell_mark(&low, 1, true);
    ck_assert_uint_eq(high, mpit__cell_word(5, false));
    ck_assert_uint_eq(low, mpit__cell_word(5, false));
}
END_TEST

static mpit_cell shared;
static _Atomic int lost;

static void *raise_it(void *first)
{
    for (uint64_t i = (uintptr_t)first; i < 400000; i += 4) {
        mpit__cell_mark(&shared, i, false);
        if (mpit__cell_number(atomic_load(&shared)) < i)
            atomic_fetch_add(&lost, 1);
    }
    return NULL;
}

START_TEST(watermark_of_four_threads_is_the_highest_of_all)
{
    pthread_t thread[4];

    shared = mpit__cell_word(0, true);
    for (uintptr_t i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, raise_it, (void *)i), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    ck_assert_uint_eq(mpit__cell_number(shared), 399999);
    ck_assert_int_eq(lost, 0);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(cell_keeps_63_bits_and_whether_it_is_started)                                             \
    TEST(watermark_follows_its_level_one_way_only)                                                 \
    TEST(watermark_that_is_stopped_stays)                                                          \
    TEST(watermark_of_four_threads_is_the_highest_of_all)
SUITE("cell", TESTS, NULL)
