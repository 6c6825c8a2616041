/* Events of several threads, under MPI_THREAD_MULTIPLE: EVT-25, EVT-64. */
#include "recorder.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

enum { THREADS = 4, MESSAGES = 2000, HANDLES = 200 };

static MPI_Comm comms[THREADS];
static _Atomic bool is_over;
static _Atomic long long calls[THREADS], told_dropped;

static void in_threads(int n, void *(*run)(void *), pthread_t *threads)
{
    for (int i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, run, &comms[i % THREADS]) != 0)
            need_failed("threads");
}

static void joined(int n, pthread_t *threads)
{
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

static void count(MPI_T_event_instance instance, MPI_T_event_registration handle,
                  MPI_T_cb_safety safety, void *data)
{
    MPI_Count stamp;

    (void)handle, (void)safety;
    OK(MPI_T_event_get_timestamp(instance, &stamp));
    ++*(_Atomic long long *)data;
}

static void dropped(MPI_Count count, MPI_T_event_registration handle, int source,
                    MPI_T_cb_safety safety, void *data)
{
    (void)handle, (void)source, (void)safety, (void)data;
    told_dropped += count;
}

/* Any thread makes handles; the one that runs the test has looked the index up.  What comes before
 * there is a callback is dropped, and nobody is told of it. */
static MPI_T_event_registration made(int index, MPI_Comm comm, void *data,
                                     MPI_T_event_cb_function callback)
{
    MPI_T_event_registration handle;

    OK(MPI_T_event_handle_alloc(index, &comm, MPI_INFO_NULL, &handle));
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, data,
                                     callback));
    OK(MPI_T_event_set_dropped_handler(handle, dropped));
    return handle;
}

/* One thread of each rank, on a communicator of their own. */
static void *exchange(void *comm)
{
    MPI_Comm mine = *(MPI_Comm *)comm;
    int in, out = rank;

    for (int i = 0; i < MESSAGES; i++) {
        MPI_Sendrecv(&out, 1, MPI_INT, 1 - rank, 0, &in, 1, MPI_INT, 1 - rank, 0, mine,
                     MPI_STATUS_IGNORE);
        CHECK_INT(in, 1 - rank);
    }
    return NULL;
}

/* A handle of this thread, and whether it is over. */
struct guest {
    _Atomic bool is_ended;
    _Atomic int calls, late;
};

static void guest_called(MPI_T_event_instance instance, MPI_T_event_registration handle,
                         MPI_T_cb_safety safety, void *data)
{
    struct guest *guest = data;
    MPI_Count stamp;

    (void)handle, (void)safety;
    OK(MPI_T_event_get_timestamp(instance, &stamp));
    guest->calls++;
    if (guest->is_ended)
        guest->late++;
}

static void guest_ended(MPI_T_event_registration handle, MPI_T_cb_safety safety, void *data)
{
    (void)handle, (void)safety;
    CHECK(!((struct guest *)data)->is_ended);
    ((struct guest *)data)->is_ended = true;
}

static int matched, completed;

/* The guests outlive all that could call them. */
static struct guest guests[THREADS][10000];
static _Atomic int visits[THREADS];

static void *come_and_go(void *comm)
{
    ptrdiff_t thread = (MPI_Comm *)comm - comms;

    for (int i = 0; i < 10000 && !is_over; i++) {
        struct guest *guest = &guests[thread][i];
        MPI_T_event_registration handle =
            made(i % 2 ? matched : completed, comms[thread], guest, guest_called);

        if (i % 3 == 0)
            OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL,
                                             NULL, NULL));
        visits[thread]++;
        OK(MPI_T_event_handle_free(handle, guest, guest_ended));
    }
    return NULL;
}

static void handles_come_and_go_while_events_fly(void)
{
    pthread_t busy[THREADS], visitors[THREADS];
    MPI_T_event_registration handles[THREADS];

    is_over = false;
    matched = event_of("mpit_message_matched");
    completed = event_of("mpit_request_completed");
    for (int i = 0; i < THREADS; i++) {
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
        calls[i] = 0;
        handles[i] = made(matched, comms[i], (void *)&calls[i], count);
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    in_threads(THREADS, come_and_go, visitors);
    for (int i = 0; i < THREADS; i++) /* else the exchange may be over before one has begun */
        while (!visits[i])
            sched_yield();
    in_threads(THREADS, exchange, busy);
    joined(THREADS, busy);
    is_over = true;
    joined(THREADS, visitors);
    for (int i = 0; i < THREADS; i++) {
        CHECK_INT(calls[i], MESSAGES);
        CHECK(visits[i] > 0);
        for (int k = 0; k < visits[i]; k++)
            CHECK(guests[i][k].is_ended && guests[i][k].late == 0);
        OK(MPI_T_event_handle_free(handles[i], NULL, NULL));
        OK(MPI_Comm_free(&comms[i]));
    }
    CHECK_INT(told_dropped, 0);
}

static MPI_T_event_registration shared[HANDLES];
static _Atomic int freed, refused, ends;

static void ended(MPI_T_event_registration handle, MPI_T_cb_safety safety, void *data)
{
    (void)handle, (void)safety, (void)data;
    ends++;
}

static void *free_all(void *nothing)
{
    (void)nothing;
    for (int i = 0; i < HANDLES; i++) {
        int rc = MPI_T_event_handle_free(shared[i], NULL, ended);

        freed += rc == MPI_SUCCESS;
        refused += rc == MPI_T_ERR_INVALID_HANDLE;
    }
    return NULL;
}

static void *make_events(void *nothing)
{
    (void)nothing;
    while (!is_over)
        MPI_Barrier(MPI_COMM_SELF);
    return NULL;
}

static void a_handle_freed_by_four_threads_ends_once(void)
{
    pthread_t threads[THREADS], other;
    struct guest guest = {.calls = 0};

    is_over = false;
    freed = refused = ends = 0;
    for (int i = 0; i < HANDLES; i++)
        shared[i] = made(event_of("mpit_collective_begin"), MPI_COMM_SELF, &guest, guest_called);
    if (pthread_create(&other, NULL, make_events, NULL) != 0)
        need_failed("threads");
    in_threads(THREADS, free_all, threads);
    joined(THREADS, threads);
    is_over = true;
    pthread_join(other, NULL);
    CHECK_INT(freed, HANDLES);
    CHECK_INT(refused, (THREADS - 1) * HANDLES);
    CHECK_INT(ends, HANDLES);
}

/* ---- a free while callbacks run: the free callback comes when the last has returned ---------- */

static _Atomic int entered, ends_seen_inside;
static _Atomic bool is_freed;

/* Two threads are in it when the first of them frees the handle. */
static void meet_and_free(MPI_T_event_instance instance, MPI_T_event_registration handle,
                          MPI_T_cb_safety safety, void *data)
{
    bool is_first = atomic_fetch_add(&entered, 1) == 0;
    MPI_Count stamp;

    (void)safety, (void)data;
    while (entered < 2)
        sched_yield();
    if (is_first) {
        OK(MPI_T_event_handle_free(handle, NULL, ended));
        is_freed = true;
    }
    while (!is_freed)
        sched_yield();
    OK(MPI_T_event_get_timestamp(instance, &stamp));
    if (atomic_fetch_add(&entered, 1) == 2) /* the other is still in it */
        ends_seen_inside = ends;
}

/* Of no object: two threads may make a communicator each at once. */
static void *raise_one(void *comm)
{
    MPI_Comm copy;

    MPI_Comm_dup(*(MPI_Comm *)comm, &copy);
    MPI_Comm_free(&copy);
    return NULL;
}

static void free_callback_waits_for_callbacks_of_other_threads(void)
{
    pthread_t threads[2];

    entered = ends = 0;
    ends_seen_inside = -1;
    is_freed = false;
    for (int i = 0; i < 2; i++)
        OK(MPI_Comm_dup(MPI_COMM_SELF, &comms[i]));
    made(event_of("mpit_comm_created"), MPI_COMM_NULL, NULL, meet_and_free);
    in_threads(2, raise_one, threads);
    joined(2, threads);
    CHECK_INT(entered, 4);
    CHECK_INT(ends_seen_inside, 0);
    CHECK_INT(ends, 1);
    for (int i = 0; i < 2; i++)
        OK(MPI_Comm_free(&comms[i]));
}

/* Another thread's free returns while the callback waits for it. */
static void wait_until_freed(MPI_T_event_instance instance, MPI_T_event_registration handle,
                             MPI_T_cb_safety safety, void *data)
{
    MPI_Count stamp;

    (void)handle, (void)safety, (void)data;
    entered++;
    while (!is_freed)
        sched_yield();
    ends_seen_inside = ends;
    OK(MPI_T_event_get_timestamp(instance, &stamp));
}

static void a_free_does_not_wait_for_a_callback_that_runs(void)
{
    MPI_T_event_registration handle;
    pthread_t thread;

    entered = ends = 0;
    ends_seen_inside = -1;
    is_freed = false;
    comms[0] = MPI_COMM_SELF;
    handle = made(event_of("mpit_comm_created"), MPI_COMM_NULL, NULL, wait_until_freed);
    in_threads(1, raise_one, &thread);
    while (entered < 1)
        sched_yield();
    OK(MPI_T_event_handle_free(handle, NULL, ended));
    is_freed = true;
    joined(1, &thread);
    CHECK_INT(ends_seen_inside, 0);
    CHECK_INT(ends, 1);
}

static void *time_goes_on(void *comm)
{
    MPI_Comm mine = *(MPI_Comm *)comm;

    for (int i = 0; i < MESSAGES; i++)
        MPI_Barrier(mine);
    return NULL;
}

static _Thread_local MPI_Count last_stamp;
static _Atomic int backwards;

static void compare_stamps(MPI_T_event_instance instance, MPI_T_event_registration handle,
                           MPI_T_cb_safety safety, void *data)
{
    MPI_Count stamp = -1;

    (void)handle, (void)safety;
    OK(MPI_T_event_get_timestamp(instance, &stamp));
    backwards += stamp < last_stamp;
    last_stamp = stamp;
    ++*(_Atomic long long *)data;
}

static void timestamps_never_go_back_within_a_thread(void)
{
    pthread_t threads[THREADS];
    MPI_T_event_registration handles[THREADS];

    backwards = 0;
    for (int i = 0; i < THREADS; i++) {
        OK(MPI_Comm_dup(MPI_COMM_SELF, &comms[i]));
        calls[i] = 0;
        handles[i] =
            made(event_of("mpit_collective_end"), comms[i], (void *)&calls[i], compare_stamps);
    }
    in_threads(THREADS, time_goes_on, threads);
    joined(THREADS, threads);
    for (int i = 0; i < THREADS; i++) {
        CHECK_INT(calls[i], MESSAGES);
        OK(MPI_T_event_handle_free(handles[i], NULL, NULL));
        OK(MPI_Comm_free(&comms[i]));
    }
    CHECK_INT(backwards, 0);
}

SUITE(HARNESS_MPI_IS_UP, TEST(handles_come_and_go_while_events_fly),
      TEST(a_handle_freed_by_four_threads_ends_once),
      TEST(free_callback_waits_for_callbacks_of_other_threads),
      TEST(a_free_does_not_wait_for_a_callback_that_runs),
      TEST(timestamps_never_go_back_within_a_thread))
