/* Values that one thread reads while another one counts and changes them: of a variable that is one
 * slot, and of one that is a sum of several.  Nothing is read that never was, nothing gets lost. */
#include "config.h"

#include "entry/entry.h"
#include "entry/setup.h"
#include "profile/thread.h"
#include "suite.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* As long as it takes for others to have their turn, many times, on a machine that is busy. */
enum { STEP = 1000, ROUNDS = 500000 };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle handle;
static _Atomic bool is_over;
static _Atomic int begun;

#define OK(call) ck_assert_int_eq(call, MPI_SUCCESS)

static const struct {
    const char *name;
    int slot; /* that is counted in */
} variables[] = {{"mpit_p2p_sends", MPIT_P_SENDS}, {"mpit_coll_calls", MPIT_P_COLL_CALLS}};
enum { VARIABLES = sizeof variables / sizeof *variables };

static void start(int variable)
{
    int index, count;

    OK(mpit__T_init_thread(MPI_THREAD_MULTIPLE, NULL));
    OK(mpit__T_pvar_get_index(variables[variable].name, MPI_T_PVAR_CLASS_COUNTER, &index));
    OK(mpit__T_pvar_session_create(&session));
    OK(mpit__T_pvar_handle_alloc(session, index, NULL, &handle, &count));
    OK(mpit__T_pvar_start(session, handle));
    ck_assert(mpit__thread_register(&mpit__thread));
}

static void count_one_step(int variable)
{
    mpit__total_add(&mpit__thread.totals->slot[variables[variable].slot], STEP, true);
}

static unsigned long long taken(void)
{
    unsigned long long value;

    OK(mpit__T_pvar_readreset(session, handle, &value));
    return value;
}

static void wait_for(int others)
{
    while (atomic_load(&begun) < others)
        sched_yield();
}

static pthread_t begin(void *(*does)(void *), void *with)
{
    pthread_t thread;

    ck_assert_int_eq(pthread_create(&thread, NULL, does, with), 0);
    return thread;
}

static void *read_again_and_again(void *most)
{
    unsigned long long value;

    atomic_fetch_add(&begun, 1);
    while (!atomic_load(&is_over)) {
        OK(mpit__T_pvar_read(session, handle, &value));
        if (value > *(unsigned long long *)most)
            *(unsigned long long *)most = value;
    }
    return NULL;
}

/* It is never more than one step from the reset before. */
START_TEST(a_read_while_it_is_counted_and_reset_shows_what_was)
{
    unsigned long long most = 0;
    pthread_t reader;

    start(_i);
    reader = begin(read_again_and_again, &most);
    wait_for(1);
    for (int i = 0; i < ROUNDS; i++) {
        count_one_step(_i);
        OK(mpit__T_pvar_reset(session, handle));
    }
    atomic_store(&is_over, true);
    ck_assert_int_eq(pthread_join(reader, NULL), 0);
    ck_assert_uint_le(most, STEP);
}
END_TEST

static void *take_again_and_again(void *sum)
{
    atomic_fetch_add(&begun, 1);
    while (!atomic_load(&is_over))
        *(unsigned long long *)sum += taken();
    return NULL;
}

START_TEST(what_two_threads_take_is_what_was_counted)
{
    unsigned long long sums[2] = {0};
    pthread_t takers[2];

    start(_i);
    for (int i = 0; i < 2; i++)
        takers[i] = begin(take_again_and_again, &sums[i]);
    wait_for(2);
    for (int i = 0; i < ROUNDS; i++)
        count_one_step(_i);
    atomic_store(&is_over, true);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_join(takers[i], NULL), 0);
    ck_assert_uint_eq(sums[0] + sums[1] + taken(), (unsigned long long)STEP * ROUNDS);
}
END_TEST

static void *start_and_stop(void *nothing)
{
    atomic_fetch_add(&begun, 1);
    while (!atomic_load(&is_over)) {
        OK(mpit__T_pvar_stop(session, handle));
        OK(mpit__T_pvar_start(session, handle));
    }
    return nothing;
}

/* What is written while it is started and stopped stays: nothing is counted meanwhile. */
START_TEST(a_value_that_is_written_while_it_is_started_and_stopped_stays)
{
    unsigned long long value;
    pthread_t other;

    start(_i);
    count_one_step(_i);
    other = begin(start_and_stop, NULL);
    wait_for(1);
    for (unsigned long long i = 1; i < ROUNDS; i++) {
        OK(mpit__T_pvar_write(session, handle, &i));
        OK(mpit__T_pvar_read(session, handle, &value));
        ck_assert_uint_eq(value, i);
    }
    atomic_store(&is_over, true);
    ck_assert_int_eq(pthread_join(other, NULL), 0);
}
END_TEST

#undef SUITE_ADD
#define SUITE_ADD(test) tcase_add_loop_test(tests, test, 0, VARIABLES);
#define TESTS(TEST)                                                                                \
    TEST(a_read_while_it_is_counted_and_reset_shows_what_was)                                      \
    TEST(what_two_threads_take_is_what_was_counted)                                                \
    TEST(a_value_that_is_written_while_it_is_started_and_stopped_stays)
SUITE("value_races", TESTS, mpit__setup_settings)
