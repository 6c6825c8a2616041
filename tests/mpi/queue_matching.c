/* Threads that match messages at once, under MPI_THREAD_MULTIPLE: each message that was told of as
 * unexpected is told of as matched, and counted, whichever thread has drained it, and what was
 * waited for is not; on 2 ranks. */
#include "recorder.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 3, MESSAGES = 3000, LATE_MESSAGES = 40, LATE_US = 10000, SELDOM = 10 };

static MPI_Comm comm;
static _Atomic long long unexpected, matched, waited_for, dropped;
static struct event_info matched_info;

static void count_unexpected(MPI_T_event_instance instance, MPI_T_event_registration handle,
                             MPI_T_cb_safety safety, void *data)
{
    (void)instance, (void)handle, (void)safety, (void)data;
    unexpected++;
}

static void count_matched(MPI_T_event_instance instance, MPI_T_event_registration handle,
                          MPI_T_cb_safety safety, void *data)
{
    (void)handle, (void)safety, (void)data;
    if (element_of(instance, &matched_info, 4) != 0)
        matched++;
    else
        waited_for++;
}

static void count_dropped(MPI_Count count, MPI_T_event_registration handle, int source,
                          MPI_T_cb_safety safety, void *data)
{
    (void)handle, (void)source, (void)safety, (void)data;
    dropped += count;
}

static MPI_T_event_registration listen_to(const char *name, MPI_T_event_cb_function callback)
{
    MPI_T_event_registration handle;

    OK(MPI_T_event_handle_alloc(event_of(name), &comm, MPI_INFO_NULL, &handle));
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NULL,
                                     callback));
    OK(MPI_T_event_set_dropped_handler(handle, count_dropped));
    return handle;
}

/* By turns: waited for, asked for at once, looked for first, received as it is. */
static void receive(int tag, int kind)
{
    MPI_Message message;
    int number, flag = 0;

    if (kind == 0) {
        MPI_Mprobe(0, tag, comm, &message, MPI_STATUS_IGNORE);
        flag = 1;
    }
    while (kind == 1 && !flag)
        MPI_Improbe(MPI_ANY_SOURCE, tag, comm, &flag, &message, MPI_STATUS_IGNORE);
    if (flag)
        MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    if (kind == 2)
        MPI_Probe(0, tag, comm, MPI_STATUS_IGNORE);
    if (kind >= 2)
        MPI_Recv(&number, 1, MPI_INT, 0, tag, comm, MPI_STATUS_IGNORE);
}

static void *exchange(void *number)
{
    int tag = *(int *)number;

    for (int i = 0; i < MESSAGES; i++)
        if (rank == 0) {
            MPI_Send(&i, 1, MPI_INT, 1, tag, comm);
            if (i % 50 == 0)
                sched_yield();
        } else {
            receive(tag, i % 4);
        }
    return NULL;
}

static void in_threads(void)
{
    pthread_t threads[THREADS];
    int number[THREADS];

    for (int i = 0; i < THREADS; i++) {
        number[i] = i;
        if (pthread_create(&threads[i], NULL, exchange, &number[i]) != 0)
            need_failed("threads");
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void what_was_unexpected_is_matched_and_counted_once(void)
{
    MPI_T_event_registration handles[2];
    struct watched received;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    CHECK(event_info(event_of("mpit_message_matched"), &matched_info));
    received = watch("mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER, &comm);
    start(&received);
    handles[0] = listen_to("mpit_message_unexpected", count_unexpected);
    handles[1] = listen_to("mpit_message_matched", count_matched);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    in_threads();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 1) {
        CHECK_INT(dropped, 0);
        CHECK_INT(matched, unexpected);
        CHECK_INT((long long)value(&received), unexpected);
        CHECK_INT(matched + waited_for, THREADS * MESSAGES);
        CHECK(unexpected > 0);
    }
    for (int i = 0; i < 2; i++)
        OK(MPI_T_event_handle_free(handles[i], NULL, NULL));
    unwatch(&received);
    OK(MPI_Comm_free(&comm));
}

/* Whether the call was long enough for the message to have come in it, on a machine that may have
 * had no processor for this rank before. */
static bool wait_for_message(void)
{
    const double long_enough = 0.5e-6 * LATE_US, began = MPI_Wtime();
    MPI_Message message;
    double took;
    int number;

    OK(MPI_Mprobe(0, 0, comm, &message, MPI_STATUS_IGNORE));
    took = MPI_Wtime() - began;
    OK(MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    return took > long_enough;
}

/* Messages that were waited for, and those of them that were told to be unexpected. */
static void receive_what_comes_late(int *waits, int *wrong)
{
    int number = 0;

    for (int i = 0; i < 20 * LATE_MESSAGES && *waits < LATE_MESSAGES; i++) {
        const long long before = matched;

        OK(MPI_Barrier(comm));
        if (rank == 0) {
            usleep(LATE_US);
            OK(MPI_Send(&number, 1, MPI_INT, 1, 0, comm));
        } else if (wait_for_message()) {
            ++*waits;
            *wrong += matched > before;
        }
        OK(MPI_Bcast(waits, 1, MPI_INT, 1, comm));
    }
}

/* But for one that has come when the call begins, and the rank has no processor then. */
static void what_is_waited_for_is_not_unexpected(void)
{
    MPI_T_event_registration handle;
    int waits = 0, wrong = 0;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    matched = waited_for = 0;
    handle = listen_to("mpit_message_matched", count_matched);
    receive_what_comes_late(&waits, &wrong);
    CHECK_INT(waits, LATE_MESSAGES);
    CHECK_THAT(wrong <= SELDOM, "%d of %d were not waited for", wrong, waits);
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    OK(MPI_Comm_free(&comm));
}

/* Before MPI_Init, which reads it. */
__attribute__((constructor)) static void drain(void)
{
    setenv("MPIT_UMQ_SOURCE", "drain", 1);
}

SUITE(HARNESS_MPI_IS_UP, TEST(what_was_unexpected_is_matched_and_counted_once),
      TEST(what_is_waited_for_is_not_unexpected))
