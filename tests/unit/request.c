/* The table of requests that are known again when they complete. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/hash.h"
#include "ground/in_force.h"
#include "ground/keyed.h"
#include "ground/memory.h"
#include "profile/request.h"
#include "profile/request_events.h"
#include "suite.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <time.h>

static bool add(uint64_t key, int peer, bool shared)
{
    struct mpit_request *request = mpit__request_place(key, shared);

    if (!request)
        return false;
    request->peer = peer;
    request->bytes = key;
    request->flags = MPIT_REQUEST_TRACKED;
    mpit__request_keep(request, key);
    return true;
}

/* The peer of the request that is found and forgotten, -1 if there is none. */
static int take(uint64_t key)
{
    struct mpit_request *request = mpit__request_find(key);
    int peer = request ? request->peer : -1;

    if (request)
        mpit__request_remove(request);
    return peer;
}

START_TEST(request_is_found_by_its_key_until_it_is_forgotten)
{
    ck_assert_ptr_null(mpit__request_find(100));
    ck_assert(add(100, 7, false));
    for (int i = 0; i < 3; i++) {
        struct mpit_request *request = mpit__request_find(100);

        ck_assert_int_eq(request->peer, 7);
        ck_assert_uint_eq(request->bytes, 100);
        ck_assert_ptr_null(mpit__request_find(100)); /* it is in hand */
        mpit__request_keep(request, 100);
    }
    ck_assert_int_eq(take(100), 7);
    ck_assert_ptr_null(mpit__request_find(100));
}
END_TEST

/* Far more than the table has places: buckets flow over. */
START_TEST(requests_beyond_the_table_are_found_too)
{
    enum { MANY = 50000 };

    for (int i = 0; i < MANY; i++)
        ck_assert(add(0x7f0000000000u + (uint64_t)i * 64, i, false));
    for (int i = 0; i < MANY; i++) {
        const uint64_t key = 0x7f0000000000u + (uint64_t)i * 64;
        struct mpit_request *request = mpit__request_find(key);

        ck_assert_int_eq(request->peer, i);
        mpit__request_keep(request, key);
    }
    for (int i = MANY - 1; i >= 0; i--)
        ck_assert_int_eq(take(0x7f0000000000u + (uint64_t)i * 64), i);
    for (int i = 0; i < MANY; i++)
        ck_assert_ptr_null(mpit__request_find(0x7f0000000000u + (uint64_t)i * 64));
}
END_TEST

/* A handle that the vendor gives to many requests at once: each of them is there once. */
START_TEST(requests_that_share_a_handle_are_each_found_once)
{
    for (int i = 0; i < 1000; i++)
        ck_assert(add(4, i, true));
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(take(4), i);
    ck_assert_int_eq(take(4), -1);
}
END_TEST

/* Another thread completed a request, and the vendor gave its handle out again before that thread
 * came back: the oldest is the one that is complete. */
START_TEST(oldest_request_of_a_key_is_found_first)
{
    for (int i = 0; i < 4; i++)
        ck_assert(add(8, i, false));
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(take(8), i);
    ck_assert_int_eq(take(8), -1);
}
END_TEST

START_TEST(request_that_is_in_hand_is_found_by_nobody)
{
    struct mpit_request *request[2];

    for (int i = 0; i < 2; i++)
        ck_assert(add(8, i, false));
    for (int i = 0; i < 2; i++)
        ck_assert_ptr_nonnull(request[i] = mpit__request_find(8));
    ck_assert_ptr_null(mpit__request_find(8));
    for (int i = 0; i < 2; i++)
        mpit__request_remove(request[i]);
    ck_assert_int_eq(take(8), -1);
}
END_TEST

/* The next key behind `key` that stands in the same bucket, where there is a lock, too. */
static uint64_t next_beside(uint64_t key)
{
    const struct mpit_request_bucket *bucket = mpit__request_bucket(key);
    const uint32_t beyond = mpit__hash_below(key, MPIT_KEYED_FEW);

    do
        key += 2;
    while (mpit__request_bucket(key) != bucket || mpit__hash_below(key, MPIT_KEYED_FEW) != beyond);
    return key;
}

START_TEST(request_behind_one_that_was_the_last_of_its_bucket_is_found)
{
    uint64_t first = 100, second = next_beside(first), third = next_beside(second);

    ck_assert(add(first, 1, true));
    ck_assert(add(second, 2, true));
    ck_assert_int_eq(take(second), 2);
    ck_assert(add(third, 3, true));
    ck_assert(add(second, 4, true));
    ck_assert_int_eq(take(third), 3);
    ck_assert_int_eq(take(second), 4);
    ck_assert_int_eq(take(first), 1);
    ck_assert_int_eq(take(third), -1);
}
END_TEST

/* One whose key is in the table already goes to where there is a lock, and leaves the free place
 * free. */
START_TEST(place_that_a_request_does_not_take_stays_free)
{
    uint64_t first = 100, second = next_beside(first);

    mpit__thread_multiple = true;
    ck_assert(add(first, 1, false));
    ck_assert(add(second, 2, false));
    ck_assert_int_eq(take(first), 1);
    ck_assert(add(second, 3, false));
    ck_assert_uint_eq(mpit__request_bucket(first)->first.key, 0);
    ck_assert_int_eq(take(second), 2);
    ck_assert_int_eq(take(second), 3);
}
END_TEST

/* What each costs does not grow with their number: ten times as many take about ten times as long,
 * and more where they leave the caches.  Where the chains grew it was a hundred times.  Processor
 * time, the least of three. */
enum { FEW = 20000, TEN_TIMES = 10 * FEW, TRIES = 3, TIMES_AS_LONG = 50 };

static double processor_time(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double time_of(void (*run)(int alive), int alive)
{
    double least = 1e9;

    for (int i = 0; i < TRIES; i++) {
        double began = processor_time();

        run(alive);
        if (processor_time() - began < least)
            least = processor_time() - began;
    }
    return least;
}

static uint64_t number(int i)
{
    return 0x7f0000000000u + (uint64_t)i * 64;
}

static void finish_from_the_last(int alive)
{
    int found = 0;

    for (int i = 0; i < alive; i++)
        found += add(number(i), i, false);
    for (int i = alive; i-- > 0;)
        found += take(number(i)) == i;
    ck_assert_int_eq(found, 2 * alive);
}

static void tell_of_all(int alive)
{
    static struct mpit_request requests[TEN_TIMES];

    ck_assert_ptr_nonnull(mpit__request_event_now());
    for (int i = 0; i < alive; i++)
        mpit__request_event_made(&requests[i]);
    for (int i = alive; i-- > 0;)
        mpit__request_event_freed(&requests[i]);
}

START_TEST(requests_cost_the_same_however_many_live)
{
    double few = time_of(finish_from_the_last, FEW);

    ck_assert_double_lt(time_of(finish_from_the_last, TEN_TIMES), TIMES_AS_LONG * few);
}
END_TEST

START_TEST(what_is_told_of_requests_costs_the_same_however_many_live)
{
    double few = time_of(tell_of_all, FEW);

    ck_assert_double_lt(time_of(tell_of_all, TEN_TIMES), TIMES_AS_LONG * few);
}
END_TEST

/* Nothing that goes unrecorded is said of a table that only gets slower. */
START_TEST(a_table_that_may_not_grow_finds_what_it_has_and_loses_nothing)
{
    enum { MANY = 1000 };
    static struct mpit_keyed things[MANY];
    struct mpit_keyed_table table = {0};

    mpit__in_force.memory_limit = mpit__memory_used() + 4096;
    for (uint64_t i = 0; i < MANY; i++)
        mpit__keyed_add(&table, &things[i], i / 2);
    for (uint64_t i = 0; i < MANY; i++)
        ck_assert_ptr_eq(mpit__keyed_find(&table, i / 2), &things[i / 2 * 2]);
    for (uint64_t i = 0; i < MANY; i += 2) {
        ck_assert_ptr_eq(mpit__keyed_next(&things[i]), &things[i + 1]);
        mpit__keyed_remove(&table, &things[i]);
        ck_assert_ptr_eq(mpit__keyed_find(&table, i / 2), &things[i + 1]);
    }
    ck_assert_uint_eq(table.n, MANY / 2);
    ck_assert_uint_eq(mpit__memory_lost(), 0);
}
END_TEST

START_TEST(request_beyond_the_table_without_memory_is_refused_and_the_rest_stays)
{
    int added = 0;

    mpit__in_force.memory_limit = mpit__memory_used();
    while (add(16, added, false))
        added++;
    ck_assert_int_gt(added, 0);
    for (int i = 0; i < added; i++)
        ck_assert_int_eq(take(16), i);
    ck_assert_int_eq(take(16), -1);
}
END_TEST

enum { THREADS = 8, ROUNDS = 20000, OPEN = 50 };

/* Keys of one thread; some fall into the buckets of others. */
static uint64_t key_of(uintptr_t thread, int i)
{
    return 0x100000 + ((uint64_t)i * THREADS + thread) * 16;
}

static void *use(void *number)
{
    uintptr_t thread = (uintptr_t)number;
    long wrong = 0;

    for (int round = 0; round < ROUNDS / OPEN; round++) {
        for (int i = 0; i < OPEN; i++)
            wrong += !add(key_of(thread, i), i, false) || !add(4, i, true);
        sched_yield();
        for (int i = OPEN - 1; i >= 0; i--)
            wrong += take(key_of(thread, i)) != i || take(4) < 0;
    }
    return (void *)wrong;
}

/* Runs a body in all threads; the sum of what they found wrong. */
static long wrong_in_threads(void *(*body)(void *))
{
    pthread_t thread[THREADS];
    long sum = 0;
    void *wrong;

    mpit__thread_multiple = true;
    for (uintptr_t i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, body, (void *)i), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], &wrong);
        sum += (long)wrong;
    }
    return sum;
}

START_TEST(requests_of_eight_threads_are_kept_apart)
{
    ck_assert_int_eq(wrong_in_threads(use), 0);
    ck_assert_int_eq(take(4), -1);
}
END_TEST

/* A vendor with two handles: one is free for anybody as soon as its request is complete, before the
 * thread that waits for it comes back and looks for it. */
enum { HANDLES = 2, REUSES = 100000 };
static _Atomic bool given[HANDLES];

static int give_handle(uintptr_t thread)
{
    for (unsigned i = (unsigned)thread;; i++) {
        bool free_handle = false;

        if (atomic_compare_exchange_strong(&given[i % HANDLES], &free_handle, true))
            return (int)(i % HANDLES);
        if (i % 64 == 0)
            sched_yield();
    }
}

static void *reuse(void *number)
{
    long wrong = 0;

    for (int i = 0; i < REUSES; i++) {
        int handle = give_handle((uintptr_t)number);
        uint64_t key = 0x200000 + (uint64_t)handle * 16;

        wrong += !add(key, i, false);
        atomic_store(&given[handle], false);
        wrong += take(key) < 0;
    }
    return (void *)wrong;
}

START_TEST(no_request_is_missed_where_handles_are_given_out_again_early)
{
    ck_assert_int_eq(wrong_in_threads(reuse), 0);
    for (int i = 0; i < HANDLES; i++)
        ck_assert_int_eq(take(0x200000 + (uint64_t)i * 16), -1);
}
END_TEST

static _Atomic bool over;

/* A request after the other, each finished before the next is started. */
static void *start_and_finish(void *nothing)
{
    struct mpit_thread *thread = &mpit__thread;

    ck_assert(mpit__thread_register(thread));
    while (!atomic_load(&over)) {
        mpit__total_add(&thread->totals->slot[MPIT_P_TRACKED], 1, thread->shared);
        mpit__total_add(&thread->totals->slot[MPIT_P_UNTRACKED], 1, thread->shared);
    }
    return nothing;
}

/* What another thread does while the balance is struck must not cover ours. */
START_TEST(an_unfinished_request_is_outstanding_whatever_other_threads_finish)
{
    struct mpit_thread *mine = &mpit__thread;
    pthread_t other[2];
    int missed = 0;

    ck_assert(mpit__thread_register(mine));
    mpit__total_add(&mine->totals->slot[MPIT_P_TRACKED], 1, mine->shared);
    atomic_store(&over, false);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&other[i], NULL, start_and_finish, NULL), 0);
    for (int i = 0; i < 500000; i++)
        missed += !mpit__request_outstanding();
    atomic_store(&over, true);
    for (int i = 0; i < 2; i++)
        pthread_join(other[i], NULL);
    ck_assert_int_eq(missed, 0);
    mpit__total_add(&mine->totals->slot[MPIT_P_UNTRACKED], 1, mine->shared);
    ck_assert(!mpit__request_outstanding());
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(request_is_found_by_its_key_until_it_is_forgotten)                                        \
    TEST(requests_beyond_the_table_are_found_too)                                                  \
    TEST(requests_that_share_a_handle_are_each_found_once)                                         \
    TEST(oldest_request_of_a_key_is_found_first)                                                   \
    TEST(request_that_is_in_hand_is_found_by_nobody)                                               \
    TEST(request_behind_one_that_was_the_last_of_its_bucket_is_found)                              \
    TEST(place_that_a_request_does_not_take_stays_free)                                            \
    TEST(requests_cost_the_same_however_many_live)                                                 \
    TEST(what_is_told_of_requests_costs_the_same_however_many_live)                                \
    TEST(a_table_that_may_not_grow_finds_what_it_has_and_loses_nothing)                            \
    TEST(request_beyond_the_table_without_memory_is_refused_and_the_rest_stays)                    \
    TEST(requests_of_eight_threads_are_kept_apart)                                                 \
    TEST(no_request_is_missed_where_handles_are_given_out_again_early)                             \
    TEST(an_unfinished_request_is_outstanding_whatever_other_threads_finish)
SUITE("request", TESTS, mpit__setup_settings)
