/* What is not over when its communicator is freed, whose thread is in no call of MPI, or that
 * failed or was cancelled: it is counted and told all the same, and of nothing else. */
#include "recorder.h"

#include <pthread.h>
#include <string.h>

enum { TAG = 5, EARLIER = 7, PENDING = 3, MESSAGES = 10 };

static int in[MESSAGES], out[MESSAGES];

static struct watched on(const char *name, int var_class, MPI_Comm *comm)
{
    struct watched watched = watch(name, var_class, comm);

    start(&watched);
    return watched;
}

/* ---- requests that outlive their communicator ---------------------------------------------- */

/* MPI 3.1, 6.4.3: any pending operations complete normally. */
static void receives_count_for_a_communicator_that_was_freed_before_they_were_complete(void)
{
    struct watched recvs, bytes, posted, all, alive;
    MPI_Request requests[PENDING];
    MPI_Comm comm, another;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    recvs = on("mpit_comm_recvs", MPI_T_PVAR_CLASS_COUNTER, &comm);
    bytes = on("mpit_peer_recv_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &comm);
    posted = on("mpit_prq_length", MPI_T_PVAR_CLASS_LEVEL, &comm);
    all = on("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    alive = on("mpit_live_comms", MPI_T_PVAR_CLASS_LEVEL, NULL);
    for (int i = 0; i < PENDING; i++)
        OK(MPI_Irecv(&in[i], 1, MPI_INT, 0, i, comm, &requests[i]));
    for (int i = 0; i < PENDING; i++)
        OK(MPI_Send(&out[i], 1, MPI_INT, 0, i, comm));
    CHECK_INT(value(&posted), PENDING);
    int comms = (int)value(&alive);
    OK(MPI_Comm_free(&comm));
    CHECK_INT(value(&alive), comms - 1);
    /* One that may have the handle anew has nothing of it. */
    OK(MPI_Comm_dup(MPI_COMM_SELF, &another));
    for (int i = 0; i < PENDING; i++) {
        OK(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
        CHECK_INT(value(&recvs), i + 1);
        CHECK_INT(value(&bytes), (i + 1) * (int)sizeof(int));
        CHECK_INT(value(&posted), PENDING - i - 1);
    }
    CHECK_INT(value(&all), PENDING);
    OK(MPI_Comm_free(&another));
    unwatch(&recvs), unwatch(&bytes), unwatch(&posted), unwatch(&all), unwatch(&alive);
}

/* Records do not pile up: each ends with its last request. */
static void communicator_of_which_nothing_is_pending_any_more_is_forgotten(void)
{
    struct watched posted = on("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    struct watched levels = on("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);

    for (int i = 0; i < 100; i++) {
        MPI_Request request, persistent;
        MPI_Comm comm;

        OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
        OK(MPI_Irecv(in, 1, MPI_INT, 0, 0, comm, &request));
        OK(MPI_Recv_init(in, 1, MPI_INT, 0, 1, comm, &persistent));
        OK(MPI_Start(&persistent));
        OK(MPI_Send(out, 1, MPI_INT, 0, 0, comm));
        OK(MPI_Send(out, 1, MPI_INT, 0, 1, comm));
        OK(MPI_Comm_free(&comm));
        OK(MPI_Waitall(1, &request, MPI_STATUSES_IGNORE));
        OK(MPI_Wait(&persistent, MPI_STATUS_IGNORE));
        OK(MPI_Request_free(&persistent));
    }
    CHECK_INT(value(&posted), 200);
    CHECK_INT(value(&levels), 0);
    unwatch(&posted), unwatch(&levels);
}

/* ---- events of a thread that calls MPI_T alone ---------------------------------------------- */

static struct watched length;

static void *look(void *nothing)
{
    CHECK_INT(value(&length), MESSAGES);
    return nothing;
}

static void events_of_a_thread_that_calls_mpi_t_alone_are_told_by_the_next_one_in_mpi(void)
{
    static struct recorder unexpected;
    MPI_Request requests[MESSAGES];
    pthread_t thread;
    MPI_Comm comm;
    int flag;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    record(&unexpected, "mpit_message_unexpected", &comm);
    length = on("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, &comm);
    for (int i = 0; i < MESSAGES; i++)
        OK(MPI_Isend(&out[i], 1, MPI_INT, 0, i, comm, &requests[i]));
    CHECK_INT(pthread_create(&thread, NULL, look, NULL), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(unexpected.seen, 0);
    OK(MPI_Iprobe(MPI_PROC_NULL, 0, comm, &flag, MPI_STATUS_IGNORE));
    CHECK_INT(unexpected.seen, MESSAGES);
    for (int i = 0; i < MESSAGES; i++) {
        CHECK_INT((int)told(&unexpected, i, "tag"), i);
        OK(MPI_Recv(in, 1, MPI_INT, 0, i, comm, MPI_STATUS_IGNORE));
    }
    OK(MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE));
    CHECK_INT(unexpected.seen, MESSAGES);
    unwatch(&length);
    end_record(&unexpected);
    OK(MPI_Comm_free(&comm));
}

/* ---- requests that are cancelled, or fail ---------------------------------------------------- */

static void a_receive_that_is_cancelled_tells_of_no_message(void)
{
    static struct recorder completed;
    MPI_Request request, sent;
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    record(&completed, "mpit_request_completed", &comm);
    OK(MPI_Irecv(in, 1, MPI_INT, 0, EARLIER, comm, &request));
    OK(MPI_Isend(out, 1, MPI_INT, 0, EARLIER, comm, &sent));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&sent, MPI_STATUS_IGNORE));
    forget(&completed);
    OK(MPI_Irecv(in, 1, MPI_INT, 0, TAG, comm, &request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(completed.seen, 1);
    CHECK_INT((int)told(&completed, 0, "peer"), -1);
    CHECK_INT((int)told(&completed, 0, "tag"), -1);
    CHECK_INT((int)told(&completed, 0, "bytes"), 0);
    end_record(&completed);
    OK(MPI_Comm_free(&comm));
}

static int handled, handled_for_world;

static void handle_error(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    handled++;
}

static void handle_error_of_world(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    handled_for_world++;
}

/* One that has failed is freed by some MPI libraries. */
static void end(MPI_Request *request)
{
    if (*request != MPI_REQUEST_NULL)
        OK(MPI_Request_free(request));
}

static void by_wait(MPI_Comm comm)
{
    MPI_Request request;

    OK(MPI_Recv_init(in, 1, MPI_INT, 0, TAG, comm, &request));
    OK(MPI_Start(&request));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    end(&request);
}

static void by_test(MPI_Comm comm)
{
    MPI_Request request;
    int flag = 0;

    OK(MPI_Recv_init(in, 1, MPI_INT, 0, TAG, comm, &request));
    OK(MPI_Start(&request));
    while (!flag && MPI_Test(&request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS)
        continue;
    end(&request);
}

static void by_mrecv(MPI_Comm comm)
{
    MPI_Message message;

    OK(MPI_Mprobe(0, TAG, comm, &message, MPI_STATUS_IGNORE));
    MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
}

static const struct {
    const char *name;
    void (*receive)(MPI_Comm comm);
} ways[] = {{"MPI_Wait", by_wait}, {"MPI_Test", by_test}, {"MPI_Mrecv", by_mrecv}};

/* Whichever handler the MPI library calls is the one that counts. */
static void failed_receive_counts_for_the_handler_that_is_called(void)
{
    MPI_Errhandler of_comm, of_world;
    struct watched count, count_world;
    MPI_Comm comm;

    OK(MPI_Comm_create_errhandler(handle_error, &of_comm));
    OK(MPI_Comm_create_errhandler(handle_error_of_world, &of_world));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_set_errhandler(comm, of_comm));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world));
    count = watch("mpit_errhandler_calls", MPI_T_PVAR_CLASS_COUNTER, &of_comm);
    count_world = watch("mpit_errhandler_calls", MPI_T_PVAR_CLASS_COUNTER, &of_world);
    start(&count), start(&count_world);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        MPI_Request sent;

        OK(MPI_Isend(out, 2, MPI_INT, 0, TAG, comm, &sent));
        ways[i].receive(comm);
        OK(MPI_Wait(&sent, MPI_STATUS_IGNORE));
        CHECK_FOR(ways[i].name, handled + handled_for_world == (int)i + 1);
        CHECK_FOR(ways[i].name, (int)value(&count) == handled);
        CHECK_FOR(ways[i].name, (int)value(&count_world) == handled_for_world);
    }
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Comm_free(&comm));
    unwatch(&count), unwatch(&count_world);
    OK(MPI_Errhandler_free(&of_comm));
    OK(MPI_Errhandler_free(&of_world));
}

SUITE(HARNESS_MPI_IS_UP,
      TEST(receives_count_for_a_communicator_that_was_freed_before_they_were_complete),
      TEST(communicator_of_which_nothing_is_pending_any_more_is_forgotten),
      TEST(events_of_a_thread_that_calls_mpi_t_alone_are_told_by_the_next_one_in_mpi),
      TEST(a_receive_that_is_cancelled_tells_of_no_message),
      TEST(failed_receive_counts_for_the_handler_that_is_called))
