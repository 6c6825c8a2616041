/* What hooks add to: sums over threads, levels with their watermarks, message sizes, the clock. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/clock.h"
#include "hook/frame.h"
#include "mpi/vendor.h"
#include "profile/block.h"
#include "profile/handle_cell.h"
#include "profile/level.h"
#include "profile/object.h"
#include "profile/thread.h"
#include "suite.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>

static uint64_t sum(int slot)
{
    uint64_t all = 0;

    for (unsigned shard = 0; shard < MPIT_SHARDS; shard++) {
        struct mpit_block *block = mpit__object_block(&mpit__process, shard);
        all += block ? mpit__total_get(&block->slot[slot]) : 0;
    }
    return all;
}

enum { ADDS = 2000 };
static pthread_barrier_t barrier;

static void *add_many(void *nothing)
{
    (void)nothing;
    ck_assert(mpit__thread_register(&mpit__thread));
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < ADDS; i++)
        mpit__total_add(&mpit__thread.totals->slot[MPIT_P_SENDS], 1, mpit__thread.shared);
    pthread_barrier_wait(&barrier);
    return NULL;
}

static void run_threads(unsigned n)
{
    pthread_t thread[256];

    pthread_barrier_init(&barrier, NULL, n);
    for (unsigned i = 0; i < n; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, add_many, NULL), 0);
    for (unsigned i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&barrier);
}

START_TEST(totals_of_more_threads_than_shards_are_exact)
{
    run_threads(MPIT_SHARDS + 40);
    ck_assert_uint_eq(sum(MPIT_P_SENDS), (uint64_t)(MPIT_SHARDS + 40) * ADDS);
}
END_TEST

START_TEST(threads_that_end_leave_their_totals_and_their_shard)
{
    for (int i = 0; i < 40; i++)
        run_threads(4);
    ck_assert_uint_eq(sum(MPIT_P_SENDS), (uint64_t)40 * 4 * ADDS);
    ck_assert_uint_le(mpit__thread_shards, 12);
}
END_TEST

START_TEST(message_sizes_fall_into_their_class)
{
    static const struct {
        uint64_t bytes;
        unsigned class;
    } rows[] = {{0, 0},           {1, 1},           {2, 2},
                {3, 2},           {4, 3},           {1023, 10},
                {1024, 11},       {1ull << 31, 32}, {(1ull << 62) - 1, 62},
                {1ull << 62, 63}, {UINT64_MAX, 63}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_uint_eq(mpit__size_class(rows[i].bytes), rows[i].class);
}
END_TEST

START_TEST(level_takes_its_watermarks_along_and_no_others)
{
    mpit_cell high = mpit__cell_word(0, true), low = mpit__cell_word(0, true);
    mpit_cell other = mpit__cell_word(0, true);
    struct mpit_mark marks[] = {
        {.cell = &high, .level = MPIT_LEVEL_LIVE_COMMS},
        {.cell = &low, .level = MPIT_LEVEL_LIVE_COMMS, .low = true},
        {.cell = &other, .level = MPIT_LEVEL_LIVE_REQUESTS},
    };

    for (int i = 0; i < 3; i++)
        mpit__object_mark_add(&mpit__process, &marks[i]);
    ck_assert_uint_eq(mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, 3), 3);
    ck_assert_uint_eq(mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, -2), 1);
    ck_assert_uint_eq(mpit__cell_number(high), 3);
    ck_assert_uint_eq(mpit__cell_number(low), 0);
    ck_assert_uint_eq(mpit__cell_number(other), 0);
    mpit__object_mark_remove(&mpit__process, &marks[0]);
    mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, 9);
    ck_assert_uint_eq(mpit__cell_number(high), 3);
    mpit__object_mark_remove(&mpit__process, &marks[2]);
    mpit__object_mark_remove(&mpit__process, &marks[1]);
    ck_assert_uint_eq(mpit__process.nmarks, 0);
}
END_TEST

START_TEST(level_of_a_communicator_is_in_that_of_the_process)
{
    struct mpit_object *comms[] = {mpit__object_need(MPIT_KIND_comm, 0x1000),
                                   mpit__object_need(MPIT_KIND_comm, 0x2000)};
    const mpit_total *all = &mpit__process.level[MPIT_LEVEL_UMQ];

    mpit__object_level_move(comms[0], MPIT_LEVEL_UMQ, 5);
    mpit__object_level_move(comms[1], MPIT_LEVEL_UMQ, 7);
    ck_assert_uint_eq(mpit__total_get(all), 12);
    mpit__object_level_set(comms[0], MPIT_LEVEL_UMQ, 2);
    mpit__object_level_move(comms[1], MPIT_LEVEL_UMQ, -7);
    ck_assert_uint_eq(mpit__total_get(all), 2);
    ck_assert_uint_eq(mpit__total_get(&comms[0]->level[MPIT_LEVEL_UMQ]), 2);
}
END_TEST

static uint64_t nested_ticks(void)
{
    uint64_t ticks = 0;

    for (int family = 0; family < MPIT_FAMILIES; family++)
        ticks += sum(MPIT_P_NESTED_TICKS + family);
    return ticks;
}

/* The time of a call in one that is nested is in that of the outer one, and counts once. */
START_TEST(time_of_a_call_nested_twice_counts_once)
{
    const struct timespec hundredth = {.tv_nsec = 10000000};
    struct mpit_nested calls[2], *inner = &calls[0], *outer = &calls[1];
    uint64_t began, took, once;

    mpit__vendor_resolve();
    ck_assert(mpit__thread_register(&mpit__thread));
    mpit__thread.frame = (uintptr_t)(calls + 2);
    mpit__watch_nested(true);
    mpit__watch_add(&mpit__watch, MPIT_WATCH_NESTED | MPIT_WATCH_TIME);
    began = mpit__clock_now();
    mpit__nested_enter(outer, MPIT_FAMILY_send);
    mpit__nested_enter(inner, MPIT_FAMILY_wait);
    nanosleep(&hundredth, NULL);
    mpit__nested_leave(inner);
    mpit__nested_leave(outer);
    took = mpit__clock_now() - began;
    once = nested_ticks();
    ck_assert_uint_gt(once, 0);
    ck_assert_uint_le(once, took);
    ck_assert_uint_eq(sum(MPIT_P_NESTED_CALLS + MPIT_FAMILY_send), 1);
    ck_assert_uint_eq(sum(MPIT_P_NESTED_CALLS + MPIT_FAMILY_wait), 1);
    /* One by itself, at the place of the inner one. */
    mpit__nested_enter(inner, MPIT_FAMILY_wait);
    mpit__nested_leave(inner);
    ck_assert_uint_gt(nested_ticks(), once);
}
END_TEST

static double seconds_of_sleep(void)
{
    struct timespec tenth = {.tv_nsec = 100000000};
    uint64_t begin = mpit__clock_now();

    nanosleep(&tenth, NULL);
    return mpit__clock_seconds(mpit__clock_now() - begin);
}

START_TEST(every_clock_counts_seconds_forward)
{
    mpit__vendor_resolve();
    for (enum mpit_clock clock = MPIT_CLOCK_AUTO; clock <= MPIT_CLOCK_WTIME; clock++) {
        uint64_t last;

        if (!mpit__clock_choose(clock)) {
            ck_assert_int_eq(clock, MPIT_CLOCK_TSC); /* the only one that a machine may lack */
            continue;
        }
        mpit__clock_calibrate();
        last = mpit__clock_now();
        for (int i = 0; i < 100000; i++) {
            uint64_t now = mpit__clock_now();
            ck_assert_uint_ge(now, last);
            last = now;
        }
        double slept = seconds_of_sleep();
        ck_assert_msg(slept >= 0.0995 && slept < 1, "clock %d: 0.1 s took %g s", clock, slept);
    }
}
END_TEST

static bool is_there(void)
{
    return true;
}

/* The time of an MPI library that began to count long before, or after, the system did. */
static double wtime_ahead;

static double wtime(void)
{
    return (double)mpit__clock_system() * 1e-9 + wtime_ahead;
}

static double seconds_of_change(enum mpit_clock from, enum mpit_clock to)
{
    uint64_t before;

    ck_assert(mpit__clock_choose(from));
    before = mpit__clock_now();
    ck_assert(mpit__clock_choose(to));
    return mpit__clock_seconds(mpit__clock_now() - before);
}

START_TEST(clocks_go_on_where_another_has_stopped)
{
    static const double ahead[] = {1e6, 1e3};

    mpit__clock_choose(MPIT_CLOCK_AUTO);
    mpit__clock_calibrate();
    mpit__clock_give_wtime(is_there, wtime);
    for (size_t i = 0; i < sizeof ahead / sizeof *ahead; i++) {
        wtime_ahead = ahead[i];
        ck_assert_double_lt(seconds_of_change(MPIT_CLOCK_MONOTONIC, MPIT_CLOCK_WTIME), 1);
        ck_assert_double_lt(seconds_of_change(MPIT_CLOCK_WTIME, MPIT_CLOCK_MONOTONIC), 1);
        ck_assert_double_lt(seconds_of_change(MPIT_CLOCK_AUTO, MPIT_CLOCK_WTIME), 1);
    }
}
END_TEST

START_TEST(seconds_that_were_read_are_written_back_the_same)
{
    mpit__clock_choose(MPIT_CLOCK_AUTO);
    mpit__clock_calibrate();
    for (uint64_t ticks = 0; ticks < UINT64_C(1) << 52; ticks = ticks * 3 + 1) {
        double seconds = mpit__clock_seconds(ticks);
        uint64_t back;

        ck_assert(mpit__clock_ticks(seconds, &back));
        ck_assert_double_eq(mpit__clock_seconds(back), seconds);
    }
}
END_TEST

START_TEST(what_is_no_duration_is_refused)
{
    static const double wrong[] = {-1e-9, NAN, INFINITY, -INFINITY, 1e300};
    uint64_t ticks = 7;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert(!mpit__clock_ticks(wrong[i], &ticks));
    ck_assert_uint_eq(ticks, 7);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(totals_of_more_threads_than_shards_are_exact)                                             \
    TEST(threads_that_end_leave_their_totals_and_their_shard)                                      \
    TEST(message_sizes_fall_into_their_class)                                                      \
    TEST(level_takes_its_watermarks_along_and_no_others)                                           \
    TEST(time_of_a_call_nested_twice_counts_once)                                                  \
    TEST(level_of_a_communicator_is_in_that_of_the_process)                                        \
    TEST(every_clock_counts_seconds_forward)                                                       \
    TEST(clocks_go_on_where_another_has_stopped)                                                   \
    TEST(seconds_that_were_read_are_written_back_the_same)                                         \
    TEST(what_is_no_duration_is_refused)
SUITE("totals", TESTS, mpit__setup_settings)
