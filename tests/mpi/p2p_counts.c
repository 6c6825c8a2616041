/* Every point-to-point call of calls.def on 4 ranks in a ring, with counts worked out by hand:
 * EX-1, PROF-5, PROF-7 and the variables of point-to-point traffic. */
#define _GNU_SOURCE
#include "traffic.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 10, MANY = 40 }; /* more than MPIT_COPIES in lib/hook/completion.h */

static int out[MANY][N], in[MANY][N];

static int right(void)
{
    return (rank + 1) % ranks;
}

static int left(void)
{
    return (rank + ranks - 1) % ranks;
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

/* What arrived is what was sent: the hooks change nothing (PROF-7). */
static void fill(void)
{
    for (int i = 0; i < MANY; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = rank * 10000 + i * 100 + j;
            in[i][j] = -1;
        }
}

static void check_arrived(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < N; j++)
            if (in[i][j] != left() * 10000 + i * 100 + j) {
                FAIL("message %d has %d at %d", i, in[i][j], j);
                return;
            }
}

static char attached[MANY * (N * sizeof(int) + MPI_BSEND_OVERHEAD)];

static void attach(void)
{
    MPI_Buffer_attach(attached, sizeof attached);
}

static void detach(void)
{
    void *buffer;
    int size;

    MPI_Buffer_detach(&buffer, &size);
}

/* n receives from the left, posted everywhere when this returns. */
static void post(int n, MPI_Request requests[])
{
    for (int i = 0; i < n; i++)
        MPI_Irecv(in[i], N, MPI_INT, left(), i, MPI_COMM_WORLD, &requests[i]);
    barrier();
}

/* ---- sends ----------------------------------------------------------------------------------- */

static void blocking_sends_of_every_mode_are_counted(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request requests[4];

    fill();
    attach();
    post(4, requests);
    MPI_Send(out[0], N, MPI_INT, right(), 0, MPI_COMM_WORLD);
    MPI_Bsend(out[1], N, MPI_INT, right(), 1, MPI_COMM_WORLD);
    MPI_Ssend(out[2], N, MPI_INT, right(), 2, MPI_COMM_WORLD);
    MPI_Rsend(out[3], N, MPI_INT, right(), 3, MPI_COMM_WORLD);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    detach();
    check_arrived(4);
    EXPECT_PEER(&traffic, right(), 4, 160, 0, 0);
    EXPECT_PEER(&traffic, left(), 0, 0, 4, 160);
    EXPECT(&traffic, 4, 160, 4, 160);
}

static void nonblocking_sends_of_every_mode_are_counted(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request requests[8];

    fill();
    attach();
    post(4, requests);
    MPI_Isend(out[0], N, MPI_INT, right(), 0, MPI_COMM_WORLD, &requests[4]);
    MPI_Ibsend(out[1], N, MPI_INT, right(), 1, MPI_COMM_WORLD, &requests[5]);
    MPI_Issend(out[2], N, MPI_INT, right(), 2, MPI_COMM_WORLD, &requests[6]);
    MPI_Irsend(out[3], N, MPI_INT, right(), 3, MPI_COMM_WORLD, &requests[7]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    detach();
    check_arrived(4);
    EXPECT(&traffic, 4, 160, 4, 160);
}

static void persistent_requests_count_at_each_start(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    struct traffic idle;
    MPI_Request sends[4], recvs[4];
    MPI_Status status;

    fill();
    attach();
    MPI_Send_init(out[0], N, MPI_INT, right(), 0, MPI_COMM_WORLD, &sends[0]);
    MPI_Bsend_init(out[1], N, MPI_INT, right(), 1, MPI_COMM_WORLD, &sends[1]);
    MPI_Ssend_init(out[2], N, MPI_INT, right(), 2, MPI_COMM_WORLD, &sends[2]);
    MPI_Rsend_init(out[3], N, MPI_INT, right(), 3, MPI_COMM_WORLD, &sends[3]);
    for (int i = 0; i < 4; i++)
        MPI_Recv_init(in[i], N, MPI_INT, left(), i, MPI_COMM_WORLD, &recvs[i]);
    EXPECT(&traffic, 0, 0, 0, 0);

    traffic = traffic_begin(MPI_COMM_WORLD);
    for (int round = 0; round < 3; round++) {
        MPI_Startall(4, recvs);
        barrier();
        if (round & 1)
            MPI_Startall(4, sends);
        else
            for (int i = 0; i < 4; i++)
                MPI_Start(&sends[i]);
        MPI_Waitall(4, sends, MPI_STATUSES_IGNORE);
        for (int i = 0; i < 4; i++)
            MPI_Wait(&recvs[i], &status);
    }
    check_arrived(4);
    EXPECT(&traffic, 12, 480, 12, 480);

    /* Waiting for what is not started is no receive, and freeing it neither. */
    idle = traffic_begin(MPI_COMM_WORLD);
    MPI_Wait(&recvs[0], &status);
    MPI_Waitall(4, recvs, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; i++) {
        MPI_Request_free(&sends[i]);
        MPI_Request_free(&recvs[i]);
    }
    detach();
    EXPECT(&idle, 0, 0, 0, 0);
}

/* A request made while nobody watches is known when somebody does. */
static void persistent_requests_made_unwatched_are_counted_when_watched(void)
{
    struct traffic traffic;
    MPI_Request requests[2];

    MPI_Recv_init(in[0], N, MPI_INT, left(), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out[0], N, MPI_INT, right(), 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EXPECT(&traffic, 1, 40, 1, 40);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void sendrecv_counts_as_both(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Status status;
    int replaced[N], count;

    fill();
    MPI_Sendrecv(out[0], N, MPI_INT, right(), 0, in[0], N, MPI_INT, left(), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(out[1], N, MPI_INT, right(), 1, in[1], N, MPI_INT, MPI_ANY_SOURCE, 1,
                 MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_SOURCE == left() && status.MPI_TAG == 1 && count == N);
    memcpy(replaced, out[2], sizeof replaced);
    MPI_Sendrecv_replace(replaced, N, MPI_INT, right(), 2, left(), 2, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    memcpy(in[2], replaced, sizeof replaced);
    check_arrived(3);
    EXPECT(&traffic, 3, 120, 3, 120);
}

/* ---- receives -------------------------------------------------------------------------------- */

static void receives_count_what_came_and_not_the_buffer(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request request;
    MPI_Status status;
    int count;

    MPI_Isend(out[0], 3, MPI_INT, right(), 0, MPI_COMM_WORLD, &request);
    MPI_Recv(in[0], MANY * N, MPI_INT, left(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(out[0], 0, MPI_INT, right(), 0, MPI_COMM_WORLD, &request);
    MPI_Recv(in[0], MANY * N, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_SOURCE == left() && count == 0);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(&traffic, 2, 12, 2, 12);
}

static void receive_completed_after_stop_is_not_in_the_value(void)
{
    struct watched recvs = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    MPI_Request request;

    start(&recvs);
    MPI_Irecv(in[0], N, MPI_INT, left(), 0, MPI_COMM_WORLD, &request);
    stop(&recvs);
    MPI_Send(out[0], N, MPI_INT, right(), 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_INT(value(&recvs), 0);
    unwatch(&recvs);
}

static void cancelled_receive_is_none(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request request;
    MPI_Status status;
    int cancelled = 0;

    MPI_Irecv(in[0], N, MPI_INT, left(), 99, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK(cancelled);
    MPI_Irecv(in[0], N, MPI_INT, left(), 98, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    EXPECT(&traffic, 0, 0, 0, 0);
}

static void freed_send_request_is_a_send(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request request;

    fill();
    for (int i = 0; i < 5; i++) {
        MPI_Isend(out[i], N, MPI_INT, right(), i, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Recv(in[i], N, MPI_INT, left(), i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    check_arrived(5);
    EXPECT(&traffic, 5, 200, 5, 200);
}

/* A freed receive ends unseen; the next one that gets its handle is another. */
static void freed_receive_request_leaves_nothing_behind(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request request;

    fill();
    MPI_Irecv(in[0], N, MPI_INT, left(), 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Send(out[0], N, MPI_INT, right(), 0, MPI_COMM_WORLD);
    for (int i = 1; i < 5; i++) {
        MPI_Irecv(in[i], N, MPI_INT, left(), i, MPI_COMM_WORLD, &request);
        MPI_Send(out[i], N, MPI_INT, right(), i, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    EXPECT(&traffic, 5, 200, 4, 160);
}

/* ---- probes ---------------------------------------------------------------------------------- */

static void probes_count_nothing_and_what_they_match_counts_once(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request requests[4], received;
    MPI_Message message;
    MPI_Status status;
    int flag = 0;

    fill();
    for (int i = 0; i < 4; i++)
        MPI_Isend(out[i], N, MPI_INT, right(), i, MPI_COMM_WORLD, &requests[i]);
    MPI_Probe(left(), 0, MPI_COMM_WORLD, &status);
    MPI_Recv(in[0], N, MPI_INT, left(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (!flag)
        MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Recv(in[1], N, MPI_INT, left(), 1, MPI_COMM_WORLD, &status);
    MPI_Mprobe(left(), 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(in[2], N, MPI_INT, &message, MPI_STATUS_IGNORE);
    CHECK(message == MPI_MESSAGE_NULL);
    for (flag = 0; !flag;)
        MPI_Improbe(left(), MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
    CHECK_INT(status.MPI_TAG, 3);
    MPI_Imrecv(in[3], N, MPI_INT, &message, &received);
    MPI_Wait(&received, &status);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    check_arrived(4);
    EXPECT_PEER(&traffic, left(), 0, 0, 4, 160);
    EXPECT(&traffic, 4, 160, 4, 160);
}

static void probe_that_finds_nothing_counts_nothing(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Message message;
    int flag = 1;

    MPI_Iprobe(MPI_ANY_SOURCE, 97, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Improbe(MPI_ANY_SOURCE, 97, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(!flag);
    EXPECT(&traffic, 0, 0, 0, 0);
}

/* ---- completion ------------------------------------------------------------------------------ */

/* Ends n requests; the number that it reported as complete. */
typedef int finisher(int n, MPI_Request requests[], MPI_Status statuses[]);

static int finish_wait(int n, MPI_Request requests[], MPI_Status statuses[])
{
    for (int i = 0; i < n; i++)
        MPI_Wait(&requests[i], statuses ? &statuses[i] : MPI_STATUS_IGNORE);
    return n;
}

static int finish_test(int n, MPI_Request requests[], MPI_Status statuses[])
{
    for (int i = 0; i < n; i++)
        for (int flag = 0; !flag;)
            MPI_Test(&requests[i], &flag, statuses ? &statuses[i] : MPI_STATUS_IGNORE);
    return n;
}

static int finish_waitall(int n, MPI_Request requests[], MPI_Status statuses[])
{
    MPI_Waitall(n, requests, statuses ? statuses : MPI_STATUSES_IGNORE);
    return n;
}

static int finish_testall(int n, MPI_Request requests[], MPI_Status statuses[])
{
    for (int flag = 0; !flag;)
        MPI_Testall(n, requests, &flag, statuses ? statuses : MPI_STATUSES_IGNORE);
    return n;
}

static int finish_waitany(int n, MPI_Request requests[], MPI_Status statuses[])
{
    int i, done = 0;

    for (;;) {
        MPI_Waitany(n, requests, &i, statuses ? &statuses[0] : MPI_STATUS_IGNORE);
        if (i == MPI_UNDEFINED)
            return done;
        done++;
    }
}

static int finish_testany(int n, MPI_Request requests[], MPI_Status statuses[])
{
    int i, flag, done = 0;

    for (;;) {
        MPI_Testany(n, requests, &i, &flag, statuses ? &statuses[0] : MPI_STATUS_IGNORE);
        if (flag && i == MPI_UNDEFINED)
            return done;
        done += flag;
    }
}

static int finish_waitsome(int n, MPI_Request requests[], MPI_Status statuses[])
{
    int some, done = 0, indices[2 * MANY];

    for (;;) {
        MPI_Waitsome(n, requests, &some, indices, statuses ? statuses : MPI_STATUSES_IGNORE);
        if (some == MPI_UNDEFINED)
            return done;
        done += some;
    }
}

static int finish_testsome(int n, MPI_Request requests[], MPI_Status statuses[])
{
    int some, done = 0, indices[2 * MANY];

    for (;;) {
        MPI_Testsome(n, requests, &some, indices, statuses ? statuses : MPI_STATUSES_IGNORE);
        if (some == MPI_UNDEFINED)
            return done;
        done += some;
    }
}

static int finish_get_status(int n, MPI_Request requests[], MPI_Status statuses[])
{
    for (int i = 0; i < n; i++)
        for (int flag = 0; !flag;)
            MPI_Request_get_status(requests[i], &flag, MPI_STATUS_IGNORE);
    return finish_waitall(n, requests, statuses);
}

/* n receives and n sends between each other, and some that are none. */
static void check_finisher(finisher *finish, int n, bool statuses_wanted)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request requests[2 * MANY];
    MPI_Status statuses[2 * MANY];
    int nothing = n > 2 ? 1 : 0;

    fill();
    for (int i = 0; i < n; i++)
        MPI_Irecv(in[i], N, MPI_INT, i & 1 ? left() : MPI_ANY_SOURCE, i, MPI_COMM_WORLD,
                  &requests[2 * i]);
    for (int i = 0; i < n; i++)
        MPI_Isend(out[i], N, MPI_INT, right(), i, MPI_COMM_WORLD, &requests[2 * i + 1]);
    if (nothing)
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE); /* leaves MPI_REQUEST_NULL in the array */
    CHECK_INT(finish(2 * n, requests, statuses_wanted ? statuses : NULL),
              finish == finish_waitany || finish == finish_testany || finish == finish_waitsome ||
                      finish == finish_testsome
                  ? 2 * n - nothing
                  : 2 * n);
    for (int i = 0; i < 2 * n; i++)
        CHECK(requests[i] == MPI_REQUEST_NULL);
    check_arrived(n);
    EXPECT(&traffic, (unsigned)n, (unsigned)n * 40, (unsigned)n, (unsigned)n * 40);
}

static void check_finisher_with_few_and_many(finisher *finish)
{
    check_finisher(finish, 1, true);
    check_finisher(finish, 1, false);
    check_finisher(finish, 3, true);
    check_finisher(finish, 3, false);
    check_finisher(finish, MANY, true);
    check_finisher(finish, MANY, false);
}

#define COMPLETES(name)                                                                            \
    static void receives_completed_by_##name##_are_counted(void)                                   \
    {                                                                                              \
        check_finisher_with_few_and_many(finish_##name);                                           \
    }
COMPLETES(wait)
COMPLETES(test)
COMPLETES(waitall)
COMPLETES(testall)
COMPLETES(waitany)
COMPLETES(testany)
COMPLETES(waitsome)
COMPLETES(testsome)
COMPLETES(get_status)

static void completion_of_nothing_counts_nothing(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request null[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int i = 0, flag = 0, indices[2];

    MPI_Wait(&null[0], MPI_STATUS_IGNORE);
    MPI_Test(&null[0], &flag, MPI_STATUS_IGNORE);
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, null, MPI_STATUSES_IGNORE);
    MPI_Testall(2, null, &flag, MPI_STATUSES_IGNORE);
    MPI_Waitany(2, null, &i, MPI_STATUS_IGNORE);
    CHECK_INT(i, MPI_UNDEFINED);
    MPI_Testany(0, NULL, &i, &flag, MPI_STATUS_IGNORE);
    MPI_Waitsome(2, null, &i, indices, MPI_STATUSES_IGNORE);
    CHECK_INT(i, MPI_UNDEFINED);
    MPI_Testsome(2, null, &i, indices, MPI_STATUSES_IGNORE);
    EXPECT(&traffic, 0, 0, 0, 0);
}

/* ---- nobody at the other end ----------------------------------------------------------------- */

static void traffic_with_proc_null_counts_nothing(void)
{
    enum { NOBODY = MPI_PROC_NULL };
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Request requests[10];
    MPI_Message message;
    MPI_Status status;
    int flag;

    attach();
    MPI_Send(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD);
    MPI_Bsend(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD);
    MPI_Ssend(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD);
    MPI_Rsend(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD);
    MPI_Recv(in[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD, &status);
    CHECK_INT(status.MPI_SOURCE, NOBODY);
    MPI_Sendrecv(out[0], N, MPI_INT, NOBODY, 0, in[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(in[0], N, MPI_INT, NOBODY, 0, NOBODY, 0, MPI_COMM_WORLD, &status);
    MPI_Probe(NOBODY, 0, MPI_COMM_WORLD, &status);
    MPI_Iprobe(NOBODY, 0, MPI_COMM_WORLD, &flag, &status);
    MPI_Mprobe(NOBODY, 0, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(in[0], N, MPI_INT, &message, &status);
    MPI_Mprobe(NOBODY, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(in[0], N, MPI_INT, &message, &requests[0]);
    MPI_Isend(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibsend(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Issend(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Irsend(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD, &requests[4]);
    MPI_Irecv(in[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD, &requests[5]);
    MPI_Send_init(out[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD, &requests[6]);
    MPI_Recv_init(in[0], N, MPI_INT, NOBODY, 0, MPI_COMM_WORLD, &requests[7]);
    MPI_Startall(2, &requests[6]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[6]);
    MPI_Request_free(&requests[7]);
    detach();
    EXPECT(&traffic, 0, 0, 0, 0);
}

/* One way only: the send to nobody is none, the receive is one. */
static void sendrecv_at_the_end_of_a_chain_counts_one_way(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    int to = rank == ranks - 1 ? MPI_PROC_NULL : rank + 1, from = rank ? rank - 1 : MPI_PROC_NULL;
    unsigned sends = rank != ranks - 1, recvs = rank != 0;

    MPI_Sendrecv(out[0], N, MPI_INT, to, 0, in[0], N, MPI_INT, from, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    EXPECT(&traffic, sends, sends * 40, recvs, recvs * 40);
}

/* ---- datatypes ------------------------------------------------------------------------------- */

static void derived_types_count_their_data(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    MPI_Datatype vector, spread, empty;

    MPI_Type_vector(3, 2, 5, MPI_INT, &vector); /* 24 bytes in an extent of 48 */
    MPI_Type_create_resized(vector, 0, 64, &spread);
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&vector);
    MPI_Type_commit(&spread);
    MPI_Type_commit(&empty);
    MPI_Sendrecv(out, 2, vector, right(), 0, in, 2, vector, left(), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(out, 3, spread, right(), 0, in, 18, MPI_INT, left(), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(out, 7, empty, right(), 0, in, 7, empty, left(), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&vector);
    MPI_Type_free(&spread);
    MPI_Type_free(&empty);
    EXPECT(&traffic, 3, 48 + 72, 3, 48 + 72);
}

/* A freed type's handle is given out again: its size is not the old one. */
static void type_with_the_handle_of_a_freed_one_has_its_own_size(void)
{
    struct traffic traffic = traffic_begin(MPI_COMM_WORLD);
    unsigned bytes = 0;

    for (int n = 1; n <= 8; n++) {
        MPI_Datatype type;

        MPI_Type_contiguous(n, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Sendrecv(out, 1, type, right(), 0, in, 1, type, left(), 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Type_free(&type);
        bytes += (unsigned)n * 4;
    }
    EXPECT(&traffic, 8, bytes, 8, bytes);
}

/* size bytes of address space, all on the same MiB of memory. */
static char *map_many_times(size_t size)
{
    enum { MIB = 1 << 20 };
    int file = memfd_create("mpit-test", 0);
    char *base = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (file < 0 || base == MAP_FAILED || ftruncate(file, MIB) != 0)
        need_failed("address space");
    for (size_t at = 0; at < size; at += MIB)
        if (mmap(base + at, MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
            MAP_FAILED)
            need_failed("address space");
    close(file);
    return base;
}

static void message_beyond_two_gigabytes_is_counted_in_full(void)
{
    size_t size = ((size_t)1 << 31) + (1 << 20);
    int doubles = (int)(size / sizeof(double));
    char *from, *to;
    struct traffic traffic;

    if (rank != 0)
        return;
    from = map_many_times(size);
    to = map_many_times(size);
    traffic = traffic_begin(MPI_COMM_SELF);
    MPI_Sendrecv(from, doubles, MPI_DOUBLE, 0, 0, to, doubles, MPI_DOUBLE, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    EXPECT(&traffic, 1, size, 1, size);
    munmap(from, size);
    munmap(to, size);
}

/* ---- communicators --------------------------------------------------------------------------- */

static void each_communicator_counts_its_own(void)
{
    struct watched world =
        watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &(MPI_Comm){MPI_COMM_WORLD});
    struct traffic traffic;
    MPI_Request requests[2];
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    traffic = traffic_begin(dup);
    start(&world);
    fill();
    MPI_Irecv(in[0], N, MPI_INT, left(), 0, dup, &requests[0]);
    MPI_Isend(out[0], N, MPI_INT, right(), 0, dup, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check_arrived(1);
    CHECK_INT(value(&world), 0);
    EXPECT(&traffic, 1, 40, 1, 40);
    unwatch(&world);
    MPI_Comm_free(&dup);
}

static void peers_are_ranks_of_the_communicator(void)
{
    struct traffic traffic;
    MPI_Comm reverse;
    int me, n, to;

    /* Odd and even world ranks, the last first. */
    MPI_Comm_split(MPI_COMM_WORLD, rank & 1, -rank, &reverse);
    MPI_Comm_rank(reverse, &me);
    MPI_Comm_size(reverse, &n);
    CHECK_INT(n, 2);
    to = 1 - me;
    traffic = traffic_begin(reverse);
    CHECK_INT(traffic.peers, 2);
    MPI_Sendrecv(out, 5, MPI_CHAR, to, 0, in, 5, MPI_CHAR, to, 0, reverse, MPI_STATUS_IGNORE);
    EXPECT_PEER(&traffic, to, 1, 5, 1, 5);
    EXPECT_PEER(&traffic, me, 0, 0, 0, 0);
    EXPECT(&traffic, 1, 5, 1, 5);
    MPI_Comm_free(&reverse);
}

static void peers_of_an_intercommunicator_are_its_remote_group(void)
{
    struct watched size;
    struct traffic traffic;
    MPI_Comm half, inter;
    bool lower = rank < 1; /* one against three */
    int to = lower ? 2 : 0, me;

    MPI_Comm_split(MPI_COMM_WORLD, lower, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, lower ? 1 : 0, 7, &inter);
    MPI_Comm_rank(inter, &me);
    size = watch("mpit_comm_size", MPI_T_PVAR_CLASS_SIZE, &inter);
    CHECK_INT(value(&size), lower ? 3 : 1);
    unwatch(&size);
    traffic = traffic_begin(inter);
    CHECK_INT(traffic.peers, lower ? 3 : 1);
    if (lower || me == 2) {
        MPI_Request request;

        MPI_Irecv(in[0], N, MPI_INT, to, 0, inter, &request);
        MPI_Send(out[0], N, MPI_INT, to, 0, inter);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT_PEER(&traffic, to, 1, 40, 1, 40);
        EXPECT(&traffic, 1, 40, 1, 40);
    } else {
        EXPECT(&traffic, 0, 0, 0, 0);
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static void sizes_of_messages_fall_into_their_class(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 255, 256, 256};
    static const int expected[64] = {1, 1, 2, 1, [8] = 1, [9] = 2};
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched sent = watch("mpit_send_sizes", MPI_T_PVAR_CLASS_GENERIC, &world);
    struct watched got = watch("mpit_recv_sizes", MPI_T_PVAR_CLASS_GENERIC, &world);

    CHECK_INT(sent.count, 64);
    start(&sent);
    start(&got);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        MPI_Sendrecv(out, sizes[i], MPI_CHAR, right(), 0, in, 1024, MPI_CHAR, left(), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 64; i++) {
        CHECK_INT(element(&sent, i), expected[i]);
        CHECK_INT(element(&got, i), expected[i]);
    }
    unwatch(&sent);
    unwatch(&got);
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void truncated_receive_is_none(void)
{
    struct traffic traffic;
    MPI_Request request;
    MPI_Comm dup;
    int class = 0, rc;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_errhandler(dup, MPI_ERRORS_RETURN);
    traffic = traffic_begin(dup);
    MPI_Isend(out[0], N, MPI_INT, right(), 0, dup, &request);
    rc = MPI_Recv(in[0], 1, MPI_INT, left(), 0, dup, MPI_STATUS_IGNORE);
    MPI_Error_class(rc, &class);
    CHECK_INT(class, MPI_ERR_TRUNCATE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(&traffic, 1, 40, 0, 0);
    MPI_Comm_free(&dup);
}

SUITE(HARNESS_MPI_IS_UP, TEST(blocking_sends_of_every_mode_are_counted),
      TEST(nonblocking_sends_of_every_mode_are_counted),
      TEST(persistent_requests_count_at_each_start),
      TEST(persistent_requests_made_unwatched_are_counted_when_watched),
      TEST(sendrecv_counts_as_both), TEST(receives_count_what_came_and_not_the_buffer),
      TEST(receive_completed_after_stop_is_not_in_the_value), TEST(cancelled_receive_is_none),
      TEST(freed_send_request_is_a_send), TEST(freed_receive_request_leaves_nothing_behind),
      TEST(probes_count_nothing_and_what_they_match_counts_once),
      TEST(probe_that_finds_nothing_counts_nothing), TEST(receives_completed_by_wait_are_counted),
      TEST(receives_completed_by_test_are_counted), TEST(receives_completed_by_waitall_are_counted),
      TEST(receives_completed_by_testall_are_counted),
      TEST(receives_completed_by_waitany_are_counted),
      TEST(receives_completed_by_testany_are_counted),
      TEST(receives_completed_by_waitsome_are_counted),
      TEST(receives_completed_by_testsome_are_counted),
      TEST(receives_completed_by_get_status_are_counted),
      TEST(completion_of_nothing_counts_nothing), TEST(traffic_with_proc_null_counts_nothing),
      TEST(sendrecv_at_the_end_of_a_chain_counts_one_way), TEST(derived_types_count_their_data),
      TEST(type_with_the_handle_of_a_freed_one_has_its_own_size),
      TEST(message_beyond_two_gigabytes_is_counted_in_full), TEST(each_communicator_counts_its_own),
      TEST(peers_are_ranks_of_the_communicator),
      TEST(peers_of_an_intercommunicator_are_its_remote_group),
      TEST(sizes_of_messages_fall_into_their_class), TEST(truncated_receive_is_none))
