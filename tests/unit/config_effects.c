/* Control variables that are set from the environment and through MPI_T do what their rows say.
 * Those whose effect is on a job are in tests/tools/config_job.sh and tests/mpi. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/entry.h"
#include "ground/clock.h"
#include "ground/in_force.h"
#include "ground/memory.h"
#include "profile/watch.h"
#include "suite.h"

#include <math.h>

static void set_up(const char *name, const char *value)
{
    int provided;

    setenv(name, value, 1);
    ck_assert_int_eq(mpit__T_init_thread(MPI_THREAD_SINGLE, &provided), MPI_SUCCESS);
}

/* The variable's row is read through MPI_T, as a tool would. */
static int allocate(const char *name, MPI_T_cvar_handle *handle)
{
    int index, count;

    ck_assert_int_eq(mpit__T_cvar_get_index(name, &index), MPI_SUCCESS);
    return mpit__T_cvar_handle_alloc(index, NULL, handle, &count);
}

/* The code of the write. */
static int write_to(const char *name, const void *value)
{
    MPI_T_cvar_handle handle;

    ck_assert_int_eq(allocate(name, &handle), MPI_SUCCESS);
    return mpit__T_cvar_write(handle, value);
}

static int write_int(const char *name, int value)
{
    return write_to(name, &value);
}

START_TEST(mpit_handle_limit_is_the_number_of_handles)
{
    MPI_T_cvar_handle handle;

    set_up("MPIT_HANDLE_LIMIT", "3");
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(allocate("mpit_clock", &handle), MPI_SUCCESS);
    ck_assert_int_eq(allocate("mpit_clock", &handle), MPI_T_ERR_OUT_OF_HANDLES);
}
END_TEST

START_TEST(mpit_session_limit_is_the_number_of_sessions)
{
    MPI_T_pvar_session session;

    set_up("MPIT_SESSION_LIMIT", "2");
    ck_assert_int_eq(mpit__T_pvar_session_create(&session), MPI_SUCCESS);
    ck_assert_int_eq(mpit__T_pvar_session_create(&session), MPI_SUCCESS);
    ck_assert_int_eq(mpit__T_pvar_session_create(&session), MPI_T_ERR_OUT_OF_SESSIONS);
}
END_TEST

START_TEST(mpit_clock_is_the_clock_of_the_timers)
{
    set_up("MPIT_CLOCK", "monotonic");
    ck_assert_int_eq(mpit__clock, MPIT_CLOCK_MONOTONIC);
    ck_assert_int_eq(write_int("mpit_clock", MPIT_CLOCK_WTIME), MPI_SUCCESS);
    ck_assert_int_eq(mpit__clock, MPIT_CLOCK_WTIME);
    ck_assert_int_eq(write_int("mpit_clock", 99), MPI_T_ERR_INVALID);
    ck_assert_int_eq(mpit__clock, MPIT_CLOCK_WTIME);
}
END_TEST

START_TEST(mpit_clock_stays_while_a_timer_runs)
{
    set_up("MPIT_CLOCK", "monotonic");
    mpit__watch_add(&mpit__watch, MPIT_WATCH_TIME);
    ck_assert_int_eq(write_int("mpit_clock", MPIT_CLOCK_WTIME), MPI_T_ERR_CVAR_SET_NOT_NOW);
    ck_assert_int_eq(mpit__clock, MPIT_CLOCK_MONOTONIC);
    mpit__watch_drop(&mpit__watch, MPIT_WATCH_TIME);
    ck_assert_int_eq(write_int("mpit_clock", MPIT_CLOCK_WTIME), MPI_SUCCESS);
}
END_TEST

START_TEST(mpit_watch_watches_from_the_start)
{
    set_up("MPIT_WATCH", "requests, sizes");
    ck_assert_uint_gt(mpit__watch_wants(&mpit__watch, MPIT_BIT_REQUESTS), 0);
    ck_assert_uint_gt(mpit__watch_wants(&mpit__watch, MPIT_BIT_SIZES), 0);
    ck_assert_uint_eq(mpit__watch_wants(&mpit__watch, MPIT_BIT_STATE), 0);
}
END_TEST

START_TEST(words_of_mpit_watch_are_in_any_case)
{
    set_up("MPIT_WATCH", "Requests,\tSIZES");
    ck_assert_uint_gt(mpit__watch_wants(&mpit__watch, MPIT_BIT_REQUESTS), 0);
    ck_assert_uint_gt(mpit__watch_wants(&mpit__watch, MPIT_BIT_SIZES), 0);
    ck_assert_int_eq(write_to("mpit_watch", "sizesx"), MPI_T_ERR_INVALID);
    ck_assert_int_eq(write_to("mpit_watch", "size"), MPI_T_ERR_INVALID);
}
END_TEST

START_TEST(mpit_watch_replaces_what_it_watched)
{
    set_up("MPIT_WATCH", "state");
    ck_assert_int_eq(write_to("mpit_watch", "time"), MPI_SUCCESS);
    ck_assert_uint_eq(mpit__watch_wants(&mpit__watch, MPIT_BIT_STATE), 0);
    ck_assert_uint_eq(mpit__watch_wants(&mpit__watch, MPIT_BIT_TIME), 1);
    ck_assert_int_eq(write_to("mpit_watch", "moods"), MPI_T_ERR_INVALID);
    ck_assert_uint_eq(mpit__watch_wants(&mpit__watch, MPIT_BIT_TIME), 1);
    ck_assert_int_eq(write_to("mpit_watch", ""), MPI_SUCCESS);
    ck_assert_uint_eq(mpit__watch_wants(&mpit__watch, MPIT_BIT_TIME), 0);
}
END_TEST

START_TEST(mpit_profiling_off_clears_the_watch)
{
    setenv("MPIT_WATCH", "counts", 1);
    set_up("MPIT_PROFILING", "off");
    ck_assert_uint_eq((uint32_t)mpit__watch.word & MPIT_WATCH_COUNTS, 0);
    ck_assert_int_eq(write_int("mpit_profiling", 1), MPI_SUCCESS);
    ck_assert_uint_ne((uint32_t)mpit__watch.word & MPIT_WATCH_COUNTS, 0);
}
END_TEST

START_TEST(mpit_memory_limit_is_what_records_take)
{
    uint64_t lost;
    int n = 0;

    set_up("MPIT_MEMORY_LIMIT", "64k");
    lost = mpit__memory_lost();
    while (n <= 64 && mpit__memory_take(1024))
        n++;
    ck_assert_int_gt(n, 0);
    ck_assert_int_le(n, 64);
    ck_assert_uint_le(mpit__memory_used(), 65536);
    ck_assert_uint_gt(mpit__memory_used(), 65536 - 1024);
    ck_assert_uint_eq(mpit__memory_lost(), lost + 1);
}
END_TEST

START_TEST(mpit_umq_source_stays_while_the_queue_is_watched)
{
    set_up("MPIT_UMQ_SOURCE", "off");
    ck_assert_int_eq(mpit__in_force.umq_source, MPIT_UMQ_OFF);
    mpit__watch_add(&mpit__watch, MPIT_WATCH_QUEUE);
    ck_assert_int_eq(write_int("mpit_umq_source", MPIT_UMQ_DRAIN), MPI_T_ERR_CVAR_SET_NOT_NOW);
    ck_assert_int_eq(mpit__in_force.umq_source, MPIT_UMQ_OFF);
}
END_TEST

/* Whichever stands first in the environment. */
START_TEST(mpit_watch_holds_up_no_other_setting)
{
    setenv("MPIT_WATCH", "queue,time", 1);
    setenv("MPIT_UMQ_SOURCE", "drain", 1);
    set_up("MPIT_CLOCK", "monotonic");
    ck_assert_int_eq(mpit__in_force.umq_source, MPIT_UMQ_DRAIN);
    ck_assert_int_eq(mpit__clock, MPIT_CLOCK_MONOTONIC);
    ck_assert(mpit__watch_mask(&mpit__watch) & MPIT_WATCH_QUEUE);
}
END_TEST

START_TEST(mpit_sample_interval_is_none_or_from_1ms_to_1e6_s)
{
    static const double refused[] = {0.0009, -1, 1.1e6, INFINITY, -INFINITY, NAN};
    static const double taken[] = {0.001, 1e6, 0};

    set_up("MPIT_SAMPLE_INTERVAL", "10ms");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ck_assert_int_eq(write_to("mpit_sample_interval", &refused[i]), MPI_T_ERR_INVALID);
        ck_assert_double_eq(mpit__in_force.sample_interval, 0.01);
    }
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        ck_assert_int_eq(write_to("mpit_sample_interval", &taken[i]), MPI_SUCCESS);
        ck_assert_double_eq(mpit__in_force.sample_interval, taken[i]);
    }
}
END_TEST

START_TEST(what_cannot_be_set_is_refused)
{
    set_up("MPIT_VERBOSE", "quiet");
    ck_assert_int_eq(write_to("mpit_version", "9"), MPI_T_ERR_CVAR_SET_NEVER);
    ck_assert_int_eq(write_int("mpit_vendor_thread_level", 0), MPI_T_ERR_CVAR_SET_NEVER);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(mpit_handle_limit_is_the_number_of_handles)                                               \
    TEST(mpit_session_limit_is_the_number_of_sessions)                                             \
    TEST(mpit_clock_is_the_clock_of_the_timers)                                                    \
    TEST(mpit_clock_stays_while_a_timer_runs)                                                      \
    TEST(mpit_watch_watches_from_the_start)                                                        \
    TEST(words_of_mpit_watch_are_in_any_case)                                                      \
    TEST(mpit_watch_replaces_what_it_watched)                                                      \
    TEST(mpit_profiling_off_clears_the_watch)                                                      \
    TEST(mpit_memory_limit_is_what_records_take)                                                   \
    TEST(mpit_watch_holds_up_no_other_setting)                                                     \
    TEST(mpit_umq_source_stays_while_the_queue_is_watched)                                         \
    TEST(mpit_sample_interval_is_none_or_from_1ms_to_1e6_s)                                        \
    TEST(what_cannot_be_set_is_refused)
SUITE("config_effects", TESTS, NULL)
