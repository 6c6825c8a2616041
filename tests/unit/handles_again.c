/* A request is completed by one thread, and before that thread is back from the MPI library another
 * one has been given its handle for a request of its own.  The library is replaced by functions
 * that let this happen each time. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "hook/requests.h"
#include "profile/sum.h"
#include "suite.h"

#include <mpi.h>
#include <pthread.h>

#if defined(MPIT_NUMBERED_HANDLES)
#define HANDLE ((MPI_Request)0x98000001)
#define SECOND ((MPI_Request)0x98000002)
#else
static char storage[64], second_storage[64];
#define HANDLE ((MPI_Request)(void *)storage)
#define SECOND ((MPI_Request)(void *)second_storage)
#endif

enum { SENT = 3, RECEIVED = 40 };

static MPI_Request others;
static char buffer[RECEIVED];
static bool handle_is_given_again, handle_is_second;

static int fake_start(void *buf, int count, MPI_Datatype datatype, int peer, int tag, MPI_Comm comm,
                      MPI_Request *request)
{
    (void)buf, (void)count, (void)datatype, (void)peer, (void)tag, (void)comm;
    *request = handle_is_second ? SECOND : HANDLE;
    return MPI_SUCCESS;
}

static int fake_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request)
{
    return fake_start((void *)(uintptr_t)buf, count, datatype, dest, tag, comm, request);
}

static int fake_type_size(MPI_Datatype datatype, MPI_Count *size)
{
    (void)datatype;
    *size = 1;
    return MPI_SUCCESS;
}

/* Where statuses are not ours to look into (MPIT_ABI) the library is asked of them, and is not up:
 * these keep the bytes where no error stands. */
static int fake_set_elements(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    (void)datatype;
    status->MPI_ERROR = (int)count;
    return MPI_SUCCESS;
}

static int fake_get_elements(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    (void)datatype;
    *count = status->MPI_ERROR;
    return MPI_SUCCESS;
}

static int fake_set_cancelled(MPI_Status *status, int flag)
{
    (void)status, (void)flag;
    return MPI_SUCCESS;
}

static int fake_cancelled(const MPI_Status *status, int *flag)
{
    (void)status;
    *flag = 0;
    return MPI_SUCCESS;
}

static void *receive(void *nothing)
{
    MPI_Irecv(buffer, RECEIVED, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &others);
    return nothing;
}

/* The library has completed the request, and given its handle to another thread. */
static void complete(MPI_Request *request, MPI_Status *status)
{
    pthread_t thread;

    *request = MPI_REQUEST_NULL;
    mpit__status_set(status, 1, 0, handle_is_given_again ? SENT : RECEIVED);
    if (!handle_is_given_again)
        return;
    ck_assert_int_eq(pthread_create(&thread, NULL, receive, NULL), 0);
    pthread_join(thread, NULL);
}

static int fake_wait(MPI_Request *request, MPI_Status *status)
{
    complete(request, status);
    return MPI_SUCCESS;
}

static int fake_test(MPI_Request *request, int *flag, MPI_Status *status)
{
    *flag = 1;
    complete(request, status);
    return MPI_SUCCESS;
}

static int fake_waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    ck_assert_int_eq(count, 1);
    complete(requests, statuses);
    return MPI_SUCCESS;
}

static int fake_testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
    *flag = 1;
    return fake_waitall(count, requests, statuses);
}

static int fake_waitany(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
    *index = 0;
    return fake_waitall(count, requests, status);
}

static int fake_testany(int count, MPI_Request requests[], int *index, int *flag,
                        MPI_Status *status)
{
    *flag = 1;
    return fake_waitany(count, requests, index, status);
}

static int fake_some(int count, MPI_Request requests[], int *outcount, int indices[],
                     MPI_Status statuses[])
{
    *outcount = 1;
    return fake_waitany(count, requests, indices, statuses);
}

static int fake_free(MPI_Request *request)
{
    MPI_Status status;

    complete(request, &status);
    return MPI_SUCCESS;
}

/* Each call that completes a request or ends it. */
static int outcount, indices[1], flag;
static MPI_Status status;

static void by_wait(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
}
static void by_test(MPI_Request *request)
{
    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}
static void by_waitall(MPI_Request *request)
{
    MPI_Waitall(1, request, MPI_STATUSES_IGNORE);
}
static void by_testall(MPI_Request *request)
{
    MPI_Testall(1, request, &flag, &status);
}
static void by_waitany(MPI_Request *request)
{
    MPI_Waitany(1, request, indices, &status);
}
static void by_testany(MPI_Request *request)
{
    MPI_Testany(1, request, indices, &flag, MPI_STATUS_IGNORE);
}
static void by_waitsome(MPI_Request *request)
{
    MPI_Waitsome(1, request, &outcount, indices, MPI_STATUSES_IGNORE);
}
static void by_testsome(MPI_Request *request)
{
    MPI_Testsome(1, request, &outcount, indices, &status);
}
static void by_free(MPI_Request *request)
{
    MPI_Request_free(request);
}

static void (*const ways[])(MPI_Request *request) = {
    by_wait,    by_test,     by_waitall,  by_testall, by_waitany,
    by_testany, by_waitsome, by_testsome, by_free,
};

static uint64_t total(int slot)
{
    return mpit__sum_slots(&mpit__process, slot, 1);
}

/* The first one is of a send, or a receive; the other thread's is a receive, which counts when it
 * is waited for. */
static void complete_both(void (*way)(MPI_Request *request), bool send)
{
    const uint64_t receives = total(MPIT_P_RECVS), bytes = total(MPIT_P_RECV_BYTES);
    const unsigned counts = !send && way != by_free;
    MPI_Request mine;

    if (send)
        MPI_Isend(buffer, SENT, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &mine);
    else
        MPI_Irecv(buffer, SENT, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &mine);
    handle_is_given_again = true;
    way(&mine);
    ck_assert_uint_eq(total(MPIT_P_RECVS) - receives, counts);
    ck_assert_uint_eq(total(MPIT_P_RECV_BYTES) - bytes, counts * SENT);
    handle_is_given_again = false;
    MPI_Wait(&others, MPI_STATUS_IGNORE);
    ck_assert_uint_eq(total(MPIT_P_RECVS) - receives, counts + 1);
    ck_assert_uint_eq(total(MPIT_P_RECV_BYTES) - bytes, counts * SENT + RECEIVED);
    ck_assert(!mpit__request_outstanding());
}

/* ---- matched messages ---- */

static MPI_Message message_handle(void)
{
    return (MPI_Message)HANDLE;
}

static int fake_mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *found)
{
    (void)source, (void)tag;
    *message = message_handle();
    mpit__status_set(found, 1, 0, comm == MPI_COMM_WORLD ? SENT : RECEIVED);
    return MPI_SUCCESS;
}

static void *receive_matched_on_self(void *nothing)
{
    MPI_Message message;

    MPI_Mprobe(1, 0, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(buffer, RECEIVED, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    return nothing;
}

static int fake_mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                      MPI_Status *received)
{
    bool again = handle_is_given_again;
    pthread_t thread;

    (void)buf, (void)count, (void)datatype;
    *message = MPI_MESSAGE_NULL;
    handle_is_given_again = false;
    if (again) {
        ck_assert_int_eq(pthread_create(&thread, NULL, receive_matched_on_self, NULL), 0);
        pthread_join(thread, NULL);
    }
    mpit__status_set(received, 1, 0, again ? SENT : RECEIVED);
    return MPI_SUCCESS;
}

static uint64_t total_of(MPI_Comm comm, int slot)
{
    return mpit__sum_slots(mpit__object_of_comm(comm), slot, 1);
}

START_TEST(a_message_whose_handle_another_thread_has_got_counts_on_its_communicator)
{
    MPI_Message message;

    MPI_Mprobe(1, 0, MPI_COMM_WORLD, &message, &status);
    handle_is_given_again = true;
    MPI_Mrecv(buffer, SENT, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    ck_assert_uint_eq(total_of(MPI_COMM_WORLD, MPIT_C_RECV_BYTES), SENT);
    ck_assert_uint_eq(total_of(MPI_COMM_SELF, MPIT_C_RECV_BYTES), RECEIVED);
}
END_TEST

/* ---- requests beside one that fails ---- */

/* Of two requests the first has failed, and the second goes on (3.7.5). */
static int fake_waitall_of_two(int count, MPI_Request requests[], MPI_Status statuses[])
{
    ck_assert_int_eq(count, 2);
    requests[0] = MPI_REQUEST_NULL;
    statuses[0].MPI_ERROR = MPI_ERR_TRUNCATE;
    statuses[1].MPI_ERROR = MPI_ERR_PENDING;
    return MPI_ERR_IN_STATUS;
}

static int fake_testall_of_two(int count, MPI_Request requests[], int *all, MPI_Status statuses[])
{
    *all = 0;
    return fake_waitall_of_two(count, requests, statuses);
}

static int fake_error_class(int code, int *class)
{
    *class = code;
    return MPI_SUCCESS;
}

#define REPLACE(name, fake) mpit__next.MPI_##name = mpit__next.PMPI_##name = fake

static void setup(void)
{
    mpit__setup_settings();
    mpit__vendor_resolve();
    REPLACE(Isend, fake_send);
    REPLACE(Irecv, fake_start);
    MPIT_NEXT_OF(Type_size_c, Type_size_x) = fake_type_size;
    MPIT_NEXT_OF(Status_set_elements_c, Status_set_elements_x) = fake_set_elements;
    MPIT_NEXT_OF(Get_elements_c, Get_elements_x) = fake_get_elements;
    mpit__next.PMPI_Status_set_cancelled = fake_set_cancelled;
    mpit__next.PMPI_Test_cancelled = fake_cancelled;
    REPLACE(Wait, fake_wait);
    REPLACE(Test, fake_test);
    REPLACE(Waitall, fake_waitall);
    REPLACE(Testall, fake_testall);
    REPLACE(Waitany, fake_waitany);
    REPLACE(Testany, fake_testany);
    REPLACE(Waitsome, fake_some);
    REPLACE(Testsome, fake_some);
    REPLACE(Request_free, fake_free);
    REPLACE(Mprobe, fake_mprobe);
    REPLACE(Mrecv, fake_mrecv);
    mpit__thread_multiple = true;
    mpit__watch_add(&mpit__watch,
                    MPIT_WATCH_COUNTS | MPIT_WATCH_BYTES | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE);
}

START_TEST(a_send_whose_handle_another_thread_has_got_is_not_its_receive)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        complete_both(ways[i], true);
}
END_TEST

START_TEST(a_receive_whose_handle_another_thread_has_got_counts_as_what_it_was)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        complete_both(ways[i], false);
}
END_TEST

START_TEST(a_request_that_is_pending_when_another_fails_counts_once_it_is_complete)
{
    MPI_Status statuses[2];
    MPI_Request requests[2];

    mpit__next.PMPI_Error_class = fake_error_class;
    REPLACE(Waitall, fake_waitall_of_two);
    REPLACE(Testall, fake_testall_of_two);
    for (int tests = 0; tests < 2; tests++) {
        const uint64_t receives = total(MPIT_P_RECVS), bytes = total(MPIT_P_RECV_BYTES);

        for (int i = 0; i < 2; i++) {
            handle_is_second = i == 1;
            MPI_Irecv(buffer, RECEIVED, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[i]);
        }
        if (tests)
            ck_assert_int_eq(MPI_Testall(2, requests, &flag, statuses), MPI_ERR_IN_STATUS);
        else
            ck_assert_int_eq(MPI_Waitall(2, requests, statuses), MPI_ERR_IN_STATUS);
        ck_assert_uint_eq(total(MPIT_P_RECVS), receives);
        ck_assert(mpit__request_outstanding());
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        ck_assert_uint_eq(total(MPIT_P_RECVS) - receives, 1);
        ck_assert_uint_eq(total(MPIT_P_RECV_BYTES) - bytes, RECEIVED);
        ck_assert(!mpit__request_outstanding());
    }
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(a_send_whose_handle_another_thread_has_got_is_not_its_receive)                            \
    TEST(a_receive_whose_handle_another_thread_has_got_counts_as_what_it_was)                      \
    TEST(a_message_whose_handle_another_thread_has_got_counts_on_its_communicator)                 \
    TEST(a_request_that_is_pending_when_another_fails_counts_once_it_is_complete)

SUITE("handles_again", TESTS, setup)
