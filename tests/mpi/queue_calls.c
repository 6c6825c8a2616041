/* The unexpected queue, call by call: its length and all that belongs to it is exact, and a program
 * sees nothing of it.  Rank 1 sends, rank 0 watches and receives. */
#include "config.h"

#include "queue_watch.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 20 };

static int rank, failures;
static MPI_Comm world;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "rank %d: %s:%d: %s: not so: %s\n", rank, __FILE__, __LINE__,          \
                    __func__, #condition);                                                         \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

/* Both ranks are here. */
static void meet(void)
{
    MPI_Barrier(world);
}

/* What has been sent has arrived when the length is n; it must not become more. */
static void arrive(const struct watch *length, unsigned n)
{
    double end = MPI_Wtime() + SECONDS;

    while (watch_read(length) < n && MPI_Wtime() < end)
        ;
    CHECK(watch_read(length) == n);
}

static void send(int value, int tag, MPI_Comm comm)
{
    MPI_Send(&value, 1, MPI_INT, 0, tag, comm);
}

static int receive(int source, int tag, MPI_Comm comm)
{
    int value = -1;

    MPI_Recv(&value, 1, MPI_INT, source, tag, comm, MPI_STATUS_IGNORE);
    return value;
}

static void started(struct watch *watch, const char *name, int class, MPI_Comm comm)
{
    watch_bind(watch, name, class, comm);
    watch_start(watch);
}

/* ---- values -------------------------------------------------------------------------------- */

static void lengths_and_watermarks_are_exact(MPI_Comm comm)
{
    struct watch length, high, low;

    if (rank == 1) {
        for (int i = 0; i < 5; i++)
            send(i, i, comm);
        meet();
        return;
    }
    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&length, 5);
    started(&high, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm);
    started(&low, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LOWWATERMARK, comm);
    CHECK(receive(1, 3, comm) == 3);
    CHECK(receive(MPI_ANY_SOURCE, MPI_ANY_TAG, comm) == 0);
    CHECK(receive(1, MPI_ANY_TAG, comm) == 1);
    CHECK(watch_read(&length) == 2);
    CHECK(receive(MPI_ANY_SOURCE, 4, comm) == 4);
    CHECK(receive(1, 2, comm) == 2);
    CHECK(watch_read(&length) == 0);
    CHECK(watch_read(&high) == 5);
    CHECK(watch_read(&low) == 0);
    meet();
    watch_free(&length);
    watch_free(&high);
    watch_free(&low);
}

/* Bytes and time are those of messages that we hold: elsewhere they are not offered. */
static void bytes_and_time_are_offered_where_the_queue_is_drained(MPI_Comm comm)
{
    int expected = watch_source(comm) == DRAIN ? MPI_SUCCESS : MPI_T_ERR_INVALID;

    CHECK(watch_offer("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, comm) == expected);
    CHECK(watch_offer("mpit_umq_bytes", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm) == expected);
    CHECK(watch_offer("mpit_umq_time", MPI_T_PVAR_CLASS_TIMER, comm) == expected);
}

static void bytes_are_exact(MPI_Comm comm)
{
    struct watch length, bytes, most_bytes;

    if (watch_source(comm) != DRAIN)
        return;
    if (rank == 1) {
        for (int i = 0; i < 3; i++)
            send(i, i, comm);
        meet();
        return;
    }
    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    started(&bytes, "mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&length, 3);
    CHECK(watch_read_long(&bytes) == 3 * sizeof(int));
    started(&most_bytes, "mpit_umq_bytes", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm);
    CHECK(receive(1, 1, comm) == 1);
    CHECK(watch_read_long(&bytes) == 2 * sizeof(int));
    CHECK(receive(1, 0, comm) == 0);
    CHECK(receive(1, 2, comm) == 2);
    CHECK(watch_read_long(&bytes) == 0);
    CHECK(watch_read_long(&most_bytes) == 3 * sizeof(int));
    meet();
    watch_free(&length);
    watch_free(&bytes);
    watch_free(&most_bytes);
}

/* The watermarks go with every receive and matching probe, not with reads alone. */
static void watermarks_see_what_no_read_has_seen(MPI_Comm comm)
{
    struct watch high, low;
    MPI_Message message;
    int value, flag = 0;

    if (rank == 1) {
        for (int i = 0; i < 6; i++)
            send(i, i, comm);
        meet();
        send(6, 6, comm);
        meet();
        meet();
        return;
    }
    started(&high, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm);
    MPI_Probe(1, 5, comm, MPI_STATUS_IGNORE); /* all six are there */
    CHECK(receive(1, 4, comm) == 4);
    MPI_Improbe(1, 5, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        CHECK(receive(1, i, comm) == i);
    started(&low, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LOWWATERMARK, comm);
    CHECK(watch_read(&low) == 1);
    CHECK(receive(1, 3, comm) == 3); /* none is left now, … */
    meet();
    meet();
    MPI_Probe(1, 6, comm, MPI_STATUS_IGNORE); /* … and now one */
    CHECK(watch_read(&low) == 0);
    CHECK(watch_read(&high) == 6);
    CHECK(receive(1, 6, comm) == 6);
    meet();
    watch_free(&high);
    watch_free(&low);
}

static void unexpected_receives_are_counted_and_timed(MPI_Comm comm)
{
    struct watch length, count, share, time;
    bool timed = watch_source(comm) == DRAIN;
    MPI_Request early;
    int value;

    if (rank == 1) {
        meet();
        send(7, 7, comm);
        for (int i = 0; i < 3; i++)
            send(i, i, comm);
        meet();
        return;
    }
    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    started(&count, "mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER, comm);
    started(&share, "mpit_unexpected_fraction", MPI_T_PVAR_CLASS_PERCENTAGE, comm);
    if (timed)
        started(&time, "mpit_umq_time", MPI_T_PVAR_CLASS_TIMER, comm);
    CHECK(watch_read_double(&share) == 0);
    MPI_Irecv(&value, 1, MPI_INT, 1, 7, comm, &early);
    meet();
    MPI_Wait(&early, MPI_STATUS_IGNORE);
    arrive(&length, 3);
    CHECK(watch_read_long(&count) == 0);
    usleep(20000);
    for (int i = 0; i < 3; i++)
        receive(1, i, comm);
    CHECK(watch_read_long(&count) == 3);
    CHECK(watch_read_double(&share) == 0.75);
    meet();
    if (timed) {
        CHECK(watch_read_double(&time) >= 3 * 0.02);
        CHECK(watch_read_double(&time) < SECONDS);
        watch_free(&time);
    }
    watch_free(&length);
    watch_free(&count);
    watch_free(&share);
}

/* Each in the way that finds it; one that comes while the call waits for it is not unexpected. */
static void matching_probes_count_as_receives(MPI_Comm comm)
{
    struct watch count, share;
    MPI_Message message;
    int value, flag = 0;

    if (rank == 1) {
        for (int i = 0; i < 3; i++)
            send(i, i, comm);
        meet();
        usleep(50000);
        send(3, 3, comm);
        meet();
        return;
    }
    MPI_Probe(1, 2, comm, MPI_STATUS_IGNORE); /* all are there */
    started(&count, "mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER, comm);
    started(&share, "mpit_unexpected_fraction", MPI_T_PVAR_CLASS_PERCENTAGE, comm);
    MPI_Mprobe(1, 0, comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Improbe(1, 7, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Improbe(1, 1, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    CHECK(receive(MPI_ANY_SOURCE, MPI_ANY_TAG, comm) == 2);
    CHECK(watch_read_long(&count) == 3);
    meet();
    MPI_Mprobe(1, 3, comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    CHECK(watch_read_long(&count) == 3);
    CHECK(watch_read_double(&share) == 0.75);
    meet();
    watch_free(&count);
    watch_free(&share);
}

/* ---- transparency -------------------------------------------------------------------------- */

enum { UNTOUCHED = 0x5a5a5a5a };

/* The same to the last byte; but MPI_ERROR may stay as it was where the vendor's call has set it
 * although it should not (MPICH's probes; 3.2.5). */
static bool same_status(const MPI_Status *plain, MPI_Status watched)
{
    if (watched.MPI_ERROR == UNTOUCHED)
        watched.MPI_ERROR = plain->MPI_ERROR;
    return memcmp(plain, &watched, sizeof watched) == 0;
}

static void statuses_are_those_of_the_vendor(MPI_Comm comm)
{
    enum { PLAIN, WATCHED, WAYS };
    MPI_Status recv[WAYS], probe[WAYS], iprobe[WAYS], mprobe[WAYS], wait[WAYS], all[WAYS];
    struct watch length;

    memset(recv, 0x5a, sizeof recv);
    memset(probe, 0x5a, sizeof probe);
    memset(iprobe, 0x5a, sizeof iprobe);
    memset(mprobe, 0x5a, sizeof mprobe);
    memset(wait, 0x5a, sizeof wait);
    memset(all, 0x5a, sizeof all);
    for (int way = 0; way < WAYS; way++) {
        MPI_Message message;
        MPI_Request request;
        int value, flag = 0;

        if (rank == 1) {
            for (int i = 0; i < 5; i++)
                send(i, i, comm);
            meet();
            continue;
        }
        MPI_Probe(1, 4, comm, MPI_STATUS_IGNORE); /* all are there */
        if (way == WATCHED) {
            started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
            arrive(&length, 5);
        }
        MPI_Recv(&value, 1, MPI_INT, 1, 0, comm, &recv[way]);
        MPI_Probe(MPI_ANY_SOURCE, 1, comm, &probe[way]);
        while (!flag)
            MPI_Iprobe(1, 1, comm, &flag, &iprobe[way]);
        MPI_Mprobe(1, 1, comm, &message, &mprobe[way]);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Irecv(&value, 1, MPI_INT, 1, MPI_ANY_TAG, comm, &request);
        MPI_Wait(&request, &wait[way]);
        MPI_Irecv(&value, 1, MPI_INT, 1, 3, comm, &request);
        MPI_Waitall(1, &request, &all[way]);
        receive(1, 4, comm);
        if (way == WATCHED)
            watch_free(&length);
        meet();
    }
    if (rank == 1)
        return;
    CHECK(same_status(&recv[PLAIN], recv[WATCHED]));
    CHECK(same_status(&probe[PLAIN], probe[WATCHED]));
    CHECK(same_status(&iprobe[PLAIN], iprobe[WATCHED]));
    CHECK(same_status(&mprobe[PLAIN], mprobe[WATCHED]));
    CHECK(same_status(&wait[PLAIN], wait[WATCHED]));
    CHECK(same_status(&all[PLAIN], all[WATCHED]));
}

static void synchronous_sends_complete_when_they_are_received(MPI_Comm comm)
{
    static char big[1 << 20];
    struct watch length;
    MPI_Request requests[2];
    int flag, value = 1;

    if (rank == 1) {
        MPI_Issend(&value, 1, MPI_INT, 0, 1, comm, &requests[0]);
        MPI_Isend(big, sizeof big, MPI_BYTE, 0, 2, comm, &requests[1]);
        meet(); /* rank 0 has seen them */
        usleep(50000);
        for (int i = 0; i < 2; i++) {
            MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
            CHECK(!flag);
        }
        meet();
        MPI_Waitall(2, requests, (MPI_Status[2]){0});
        return;
    }
    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&length, 2);
    meet();
    meet();
    CHECK(receive(1, 1, comm) == 1);
    MPI_Recv(big, sizeof big, MPI_BYTE, 1, 2, comm, MPI_STATUS_IGNORE);
    watch_free(&length);
}

static void messages_drained_are_served_when_nobody_watches_any_more(MPI_Comm comm)
{
    struct watch length;
    MPI_Message message;
    int value = -1, flag = 0;

    if (rank == 1) {
        for (int i = 0; i < 4; i++)
            send(i, i, comm);
        meet();
        return;
    }
    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&length, 4);
    watch_stop(&length);
    CHECK(watch_read(&length) == 4);
    CHECK(receive(1, 0, comm) == 0);
    MPI_Pcontrol(0);
    CHECK(receive(1, 1, comm) == 1);
    MPI_Iprobe(1, 2, comm, &flag, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Improbe(1, 2, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    CHECK(value == 2);
    MPI_Pcontrol(1);
    watch_free(&length);
    CHECK(receive(1, 3, comm) == 3);
    meet();
}

static void exchanges_give_and_take(MPI_Comm comm)
{
    struct watch length;
    int other = 1 - rank, here = 100 + rank, there = -1, both[2] = {rank, rank};
    MPI_Status status;

    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    for (int i = 0; i < 200; i++) {
        if (i % 3 == rank)
            usleep(200);
        watch_read(&length);
        MPI_Sendrecv(&here, 1, MPI_INT, other, i, &there, 1, MPI_INT, other, i, comm, &status);
        CHECK(there == 100 + other && status.MPI_SOURCE == other && status.MPI_TAG == i);
        both[0] = both[1] = 1000 * rank + i;
        MPI_Sendrecv_replace(both, 2, MPI_INT, other, 1000 + i, MPI_ANY_SOURCE, 1000 + i, comm,
                             &status);
        CHECK(both[0] == 1000 * other + i && both[1] == both[0] && status.MPI_SOURCE == other);
    }
    MPI_Sendrecv(&here, 1, MPI_INT, MPI_PROC_NULL, 0, &there, 1, MPI_INT, MPI_PROC_NULL, 0, comm,
                 &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    watch_free(&length);
}

#ifdef HAVE_PMPI_SEND_C
/* The other's message is there already in every second round: its receive finds what was drained,
 * and what it sends is what stood there at the call. */
static void nonblocking_exchanges_give_and_take(MPI_Comm comm)
{
    static int here[1 << 16], there[1 << 16];
    const int n = 1 << 16;
    int other = 1 - rank;
    struct watch length;

    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    for (int i = 0; i < 40; i++) {
        MPI_Request request;
        MPI_Status status;
        int count;

        here[0] = here[n - 1] = 1000 * rank + i;
        there[0] = there[n - 1] = -1;
        if (i % 2 == rank)
            usleep(1000);
        watch_read(&length);
        if (i % 4 < 2)
            MPI_Isendrecv(here, n, MPI_INT, other, i, there, n, MPI_INT, other, i, comm, &request);
        else {
            memcpy(there, here, sizeof here);
            MPI_Isendrecv_replace_c(there, n, MPI_INT, other, i, MPI_ANY_SOURCE, i, comm, &request);
        }
        MPI_Wait(&request, &status);
        here[0] = here[n - 1] = -2;
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(there[0] == 1000 * other + i && there[n - 1] == there[0]);
        CHECK(status.MPI_SOURCE == other && status.MPI_TAG == i && count == n);
    }
    watch_free(&length);
}

/* Each call with a large count finds what was drained. */
static void receives_with_large_counts_find_what_was_drained(MPI_Comm comm)
{
    enum { WAYS = 8 };
    struct watch length;
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;
    int value[WAYS], flag = 0;

    if (rank == 1) {
        for (int i = 0; i < WAYS; i++)
            send(100 + i, i, comm);
        meet();
        return;
    }
    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&length, WAYS);
    MPI_Recv_c(&value[0], 1, MPI_INT, 1, 0, comm, &status);
    MPI_Irecv_c(&value[1], 1, MPI_INT, 1, 1, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Mprobe(1, 2, comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv_c(&value[2], 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Improbe(1, 3, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Imrecv_c(&value[3], 1, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Sendrecv_c(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, &value[4], 1, MPI_INT, 1, 4, comm,
                   MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace_c(&value[5], 1, MPI_INT, MPI_PROC_NULL, 0, 1, 5, comm, MPI_STATUS_IGNORE);
    MPI_Recv_init_c(&value[6], 1, MPI_INT, 1, 6, comm, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Isendrecv_c(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, &value[7], 1, MPI_INT, 1, 7, comm,
                    &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < WAYS; i++)
        CHECK(value[i] == 100 + i);
    CHECK(status.MPI_SOURCE == 1 && status.MPI_TAG == 0);
    CHECK(watch_read(&length) == 0);
    watch_free(&length);
    meet();
}
#endif

/* ---- persistent receives ------------------------------------------------------------------- */

/* Started on a message that is there, started before it comes; completed in every way. */
static void persistent_receives_start_again_and_again(MPI_Comm comm)
{
    enum { TIMES = 24 };
    struct watch length;
    MPI_Request request, before;
    MPI_Status status;
    int value, flag, index, outcount, indices[1];

    if (rank == 1) {
        for (int i = 0; i < TIMES; i++) {
            if (i % 2)
                meet();
            send(i, 5, comm);
            if (!(i % 2))
                meet();
        }
        return;
    }
    MPI_Recv_init(&value, 1, MPI_INT, 1, 5, comm, &request);
    before = request;
    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    for (int i = 0; i < TIMES; i++) {
        if (!(i % 2)) {
            meet();
            arrive(&length, 1);
        }
        value = flag = outcount = 0;
        MPI_Start(&request);
        if (i % 2)
            meet();
        switch (i / 2 % 8) {
        case 0: MPI_Wait(&request, &status); break;
        case 1: while (!flag) MPI_Test(&request, &flag, &status); break;
        case 2: MPI_Waitall(1, &request, &status); break;
        case 3: while (!flag) MPI_Testall(1, &request, &flag, &status); break;
        case 4: MPI_Waitany(1, &request, &index, &status); CHECK(index == 0); break;
        case 5:
            while (!flag)
                MPI_Testany(1, &request, &index, &flag, &status);
            CHECK(index == 0);
            break;
        case 6: MPI_Waitsome(1, &request, &outcount, indices, &status); CHECK(outcount == 1); break;
        case 7: while (!outcount) MPI_Testsome(1, &request, &outcount, indices, &status); break;
        }
        CHECK(value == i);
        CHECK(request == before);
        CHECK(status.MPI_SOURCE == 1 && status.MPI_TAG == 5);
    }
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    watch_free(&length);
}

static void persistent_receives_are_cancelled_and_freed_as_ever(MPI_Comm comm)
{
    struct watch length;
    MPI_Request taken, waiting, freed;
    MPI_Status status;
    int values[3] = {-1, -1, -1}, flag;

    if (rank == 1) {
        send(1, 1, comm);
        send(3, 3, comm);
        meet();
        meet();
        return;
    }
    MPI_Recv_init(&values[0], 1, MPI_INT, 1, 1, comm, &taken);
    MPI_Recv_init(&values[1], 1, MPI_INT, 1, 2, comm, &waiting);
    MPI_Recv_init(&values[2], 1, MPI_INT, 1, 3, comm, &freed);
    meet();
    started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&length, 2);
    MPI_Startall(3, (MPI_Request[3]){taken, waiting, freed});
    MPI_Cancel(&taken);
    MPI_Wait(&taken, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag && values[0] == 1);
    MPI_Cancel(&waiting);
    MPI_Wait(&waiting, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag && values[1] == -1);
    MPI_Request_free(&freed);
    CHECK(freed == MPI_REQUEST_NULL);
    meet();
    CHECK(values[2] == 3);
    MPI_Request_free(&taken);
    MPI_Request_free(&waiting);
    watch_free(&length);
}

/* ---- other communicators, and the end ---------------------------------------------------------- */

/* The source "vendor" has no sound variable for them. */
static void intercommunicators_are_drained_too(void)
{
    struct watch length;
    MPI_Comm self, inter;
    int value = 11;

    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MPI_Intercomm_create(self, 0, world, 1 - rank, 99, &inter);
    if (watch_source(inter) == OFF) {
        CHECK(watch_source(world) == VENDOR);
        CHECK(watch_offer("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, inter) == MPI_T_ERR_INVALID);
    } else if (rank == 1) {
        MPI_Send(&value, 1, MPI_INT, 0, 3, inter);
        meet();
    } else {
        started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, inter);
        CHECK(watch_source(inter) == DRAIN);
        arrive(&length, 1);
        value = 0;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, inter, MPI_STATUS_IGNORE);
        CHECK(value == 11);
        CHECK(watch_read(&length) == 0);
        watch_free(&length);
        meet();
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&self);
}

/* A handle outlives its communicator: the last value stands (BIND-4). */
static void messages_left_when_a_communicator_is_freed_do_no_harm(void)
{
    struct watch length;
    MPI_Request request;
    int value = 1;

    for (int i = 0; i < 50; i++) {
        MPI_Comm comm;

        MPI_Comm_dup(world, &comm);
        if (rank == 1) {
            MPI_Isend(&value, 1, MPI_INT, 0, 1, comm, &request);
            MPI_Request_free(&request);
            meet();
        } else {
            started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
            arrive(&length, 1);
            meet();
        }
        MPI_Comm_free(&comm);
        if (rank == 0) {
            CHECK(watch_read(&length) == 1);
            watch_free(&length);
        }
    }
}

/* ---- where MPI may not be called ---------------------------------------------------------------- */

static struct watch somewhere;
static volatile unsigned read_there;

static void read_in_handler(int signal)
{
    (void)signal;
    read_there = watch_read(&somewhere);
}

static void *read_in_thread(void *nothing)
{
    read_there = watch_read(&somewhere);
    return nothing;
}

static int read_in_callback(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    read_there = watch_read(&somewhere);
    return MPI_SUCCESS;
}

static int copy_in_callback(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)out;
    *flag = 0;
    return read_in_callback(comm, key, in, extra);
}

/* Each reads 1, the last known length, although 2 have arrived. */
static void reads_where_mpi_may_not_be_called_return_the_last_known_value(MPI_Comm comm)
{
    struct sigaction action = {.sa_handler = read_in_handler};
    pthread_t thread;
    MPI_Comm other;
    int key;

    if (rank == 1) {
        send(1, 1, comm);
        meet();
        send(2, 2, comm);
        meet();
        MPI_Comm_dup(comm, &other);
        meet();
        MPI_Comm_free(&other);
        return;
    }
    started(&somewhere, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&somewhere, 1);
    meet();
    meet();
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    CHECK(read_there == 1);
    read_there = 0;
    pthread_create(&thread, NULL, read_in_thread, NULL);
    pthread_join(thread, NULL);
    CHECK(read_there == 1);
    read_there = 0;
    MPI_Comm_create_keyval(copy_in_callback, read_in_callback, &key, NULL);
    MPI_Comm_set_attr(comm, key, NULL);
    MPI_Comm_dup(comm, &other);
    CHECK(read_there == 1);
    MPI_Comm_delete_attr(comm, key);
    MPI_Comm_free_keyval(&key);
    arrive(&somewhere, 2);
    meet();
    CHECK(receive(1, 1, comm) == 1);
    CHECK(receive(1, 2, comm) == 2);
    MPI_Comm_free(&other);
    watch_free(&somewhere);
}

/* While there is a handler whose signal is not blocked in it, nothing tells it from other code: all
 * reads give the last known value, until it is gone. */
static void reads_in_handlers_with_sa_nodefer_never_call_mpi(MPI_Comm comm)
{
    struct sigaction action = {.sa_handler = read_in_handler, .sa_flags = SA_NODEFER}, before;

    if (rank == 1) {
        send(1, 1, comm);
        meet();
        send(2, 2, comm);
        meet();
        meet();
        return;
    }
    started(&somewhere, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&somewhere, 1);
    meet();
    meet();
    sigaction(SIGUSR2, &action, &before);
    usleep(50000);
    raise(SIGUSR2);
    CHECK(read_there == 1);
    CHECK(watch_read(&somewhere) == 1);
    sigaction(SIGUSR2, &before, NULL);
    usleep(50000);
    arrive(&somewhere, 2);
    CHECK(receive(1, 1, comm) == 1);
    CHECK(receive(1, 2, comm) == 2);
    watch_free(&somewhere);
    meet();
}

static void leave_messages_for_finalize(void)
{
    struct watch length;
    MPI_Request request;
    static int values[10];

    if (rank == 1) {
        for (int i = 0; i < 10; i++) {
            MPI_Isend(&values[i], 1, MPI_INT, 0, i, world, &request);
            MPI_Request_free(&request);
        }
    } else {
        started(&length, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, world);
        arrive(&length, 10);
    }
}

int main(int argc, char **argv)
{
    static void (*const on_a_comm[])(MPI_Comm) = {
        lengths_and_watermarks_are_exact,
        bytes_and_time_are_offered_where_the_queue_is_drained,
        bytes_are_exact,
        watermarks_see_what_no_read_has_seen,
        unexpected_receives_are_counted_and_timed,
        matching_probes_count_as_receives,
        statuses_are_those_of_the_vendor,
        synchronous_sends_complete_when_they_are_received,
        messages_drained_are_served_when_nobody_watches_any_more,
        exchanges_give_and_take,
#ifdef HAVE_PMPI_SEND_C
        nonblocking_exchanges_give_and_take,
        receives_with_large_counts_find_what_was_drained,
#endif
        persistent_receives_start_again_and_again,
        persistent_receives_are_cancelled_and_freed_as_ever,
        reads_where_mpi_may_not_be_called_return_the_last_known_value,
        reads_in_handlers_with_sa_nodefer_never_call_mpi,
    };
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(world, &rank);
    watch_open();
    for (size_t i = 0; i < sizeof on_a_comm / sizeof *on_a_comm; i++) {
        MPI_Comm_dup(world, &comm);
        on_a_comm[i](comm);
        on_a_comm[i](MPI_COMM_WORLD);
        MPI_Comm_free(&comm);
    }
    intercommunicators_are_drained_too();
    messages_left_when_a_communicator_is_freed_do_no_harm();
    leave_messages_for_finalize();
    MPI_Finalize();
    watch_close();
    return failures != 0;
}
