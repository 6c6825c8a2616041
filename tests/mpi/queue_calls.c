/* The unexpected queue, call by call: its length and all that belongs to it is exact, and a program
 * sees nothing of it.  Rank 1 sends, rank 0 watches and receives. */
#include "config.h"

#include "queue.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi/available.h"

enum { SECONDS = 20 };

/* For the test itself, apart from what is tested. */
static MPI_Comm world(void)
{
    static MPI_Comm made = MPI_COMM_NULL;

    if (made == MPI_COMM_NULL)
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
    return made;
}

/* Both ranks are here. */
static void meet(void)
{
    MPI_Barrier(world());
}

/* What has been sent has arrived when the length is n; it must not become more. */
static void arrive(const struct watched *length, unsigned n)
{
    double end = MPI_Wtime() + SECONDS;

    while (value(length) < n && MPI_Wtime() < end)
        ;
    CHECK(value(length) == n);
}

static void send(int number, int tag, MPI_Comm comm)
{
    MPI_Send(&number, 1, MPI_INT, 0, tag, comm);
}

static int receive(int source, int tag, MPI_Comm comm)
{
    int number = -1;

    MPI_Recv(&number, 1, MPI_INT, source, tag, comm, MPI_STATUS_IGNORE);
    return number;
}

/* A test on a communicator of its own, and on MPI_COMM_WORLD. */
static void on_both(void (*test)(MPI_Comm comm))
{
    MPI_Comm comm;

    MPI_Comm_dup(world(), &comm);
    test(comm);
    test(MPI_COMM_WORLD);
    MPI_Comm_free(&comm);
}

#define ON_BOTH(name)                                                                              \
    static void name##_on(MPI_Comm comm);                                                          \
    static void name(void)                                                                         \
    {                                                                                              \
        on_both(name##_on);                                                                        \
    }                                                                                              \
    static void name##_on(MPI_Comm comm)

/* ---- values -------------------------------------------------------------------------------- */

ON_BOTH(lengths_and_watermarks_are_exact)
{
    struct watched length, high, low;

    if (rank == 1) {
        for (int i = 0; i < 5; i++)
            send(i, i, comm);
        meet();
        return;
    }
    length = queue_length(comm);
    arrive(&length, 5);
    high = queue_started("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm);
    low = queue_started("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LOWWATERMARK, comm);
    CHECK(receive(1, 3, comm) == 3);
    CHECK(receive(MPI_ANY_SOURCE, MPI_ANY_TAG, comm) == 0);
    CHECK(receive(1, MPI_ANY_TAG, comm) == 1);
    CHECK(value(&length) == 2);
    CHECK(receive(MPI_ANY_SOURCE, 4, comm) == 4);
    CHECK(receive(1, 2, comm) == 2);
    CHECK(value(&length) == 0);
    CHECK(value(&high) == 5);
    CHECK(value(&low) == 0);
    meet();
    unwatch(&length);
    unwatch(&high);
    unwatch(&low);
}

/* Bytes and time are those of messages that we hold. */
ON_BOTH(bytes_and_time_are_known_where_the_queue_is_drained)
{
    bool expected = queue_source(comm) == DRAIN;

    CHECK(queue_knows("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, comm) == expected);
    CHECK(queue_knows("mpit_umq_bytes", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm) == expected);
    CHECK(queue_knows("mpit_umq_time", MPI_T_PVAR_CLASS_TIMER, comm) == expected);
    CHECK(queue_knows("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm) ==
          (queue_source(comm) != OFF));
}

ON_BOTH(bytes_are_exact)
{
    struct watched length, bytes, most_bytes;

    if (queue_source(comm) != DRAIN)
        return;
    if (rank == 1) {
        for (int i = 0; i < 3; i++)
            send(i, i, comm);
        meet();
        return;
    }
    length = queue_length(comm);
    bytes = queue_started("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, comm);
    arrive(&length, 3);
    CHECK(value(&bytes) == 3 * sizeof(int));
    most_bytes = queue_started("mpit_umq_bytes", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm);
    CHECK(receive(1, 1, comm) == 1);
    CHECK(value(&bytes) == 2 * sizeof(int));
    CHECK(receive(1, 0, comm) == 0);
    CHECK(receive(1, 2, comm) == 2);
    CHECK(value(&bytes) == 0);
    CHECK(value(&most_bytes) == 3 * sizeof(int));
    meet();
    unwatch(&length);
    unwatch(&bytes);
    unwatch(&most_bytes);
}

/* The watermarks go with every receive and matching probe, not with reads alone. */
ON_BOTH(watermarks_see_what_no_read_has_seen)
{
    struct watched high, low;
    MPI_Message message;
    int number, flag = 0;

    if (rank == 1) {
        for (int i = 0; i < 6; i++)
            send(i, i, comm);
        meet();
        send(6, 6, comm);
        meet();
        meet();
        return;
    }
    high = queue_started("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, comm);
    MPI_Probe(1, 5, comm, MPI_STATUS_IGNORE); /* all six are there */
    CHECK(receive(1, 4, comm) == 4);
    MPI_Improbe(1, 5, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        CHECK(receive(1, i, comm) == i);
    low = queue_started("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LOWWATERMARK, comm);
    CHECK(value(&low) == 1);
    CHECK(receive(1, 3, comm) == 3); /* none is left now, … */
    meet();
    meet();
    MPI_Probe(1, 6, comm, MPI_STATUS_IGNORE); /* … and now one */
    CHECK(value(&low) == 0);
    CHECK(value(&high) == 6);
    CHECK(receive(1, 6, comm) == 6);
    meet();
    unwatch(&high);
    unwatch(&low);
}

ON_BOTH(unexpected_receives_are_counted_and_timed)
{
    struct watched length, count, share, time;
    bool timed = queue_source(comm) == DRAIN;
    MPI_Request early;
    int number;

    if (rank == 1) {
        meet();
        send(7, 7, comm);
        for (int i = 0; i < 3; i++)
            send(i, i, comm);
        meet();
        return;
    }
    length = queue_length(comm);
    count = queue_started("mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER, comm);
    share = queue_started("mpit_unexpected_fraction", MPI_T_PVAR_CLASS_PERCENTAGE, comm);
    if (timed)
        time = queue_started("mpit_umq_time", MPI_T_PVAR_CLASS_TIMER, comm);
    CHECK(seconds(&share) == 0);
    MPI_Irecv(&number, 1, MPI_INT, 1, 7, comm, &early);
    meet();
    MPI_Wait(&early, MPI_STATUS_IGNORE);
    arrive(&length, 3);
    CHECK(value(&count) == 0);
    usleep(20000);
    for (int i = 0; i < 3; i++)
        receive(1, i, comm);
    CHECK(value(&count) == 3);
    CHECK(seconds(&share) == 0.75);
    meet();
    if (timed) {
        CHECK(seconds(&time) >= 3 * 0.02);
        CHECK(seconds(&time) < SECONDS);
        unwatch(&time);
    }
    unwatch(&length);
    unwatch(&count);
    unwatch(&share);
}

/* Each in the way that finds it; one that comes while the call waits for it is not unexpected. */
ON_BOTH(matching_probes_count_as_receives)
{
    struct watched count, share;
    MPI_Message message;
    int number, flag = 0;

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
    count = queue_started("mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER, comm);
    share = queue_started("mpit_unexpected_fraction", MPI_T_PVAR_CLASS_PERCENTAGE, comm);
    MPI_Mprobe(1, 0, comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Improbe(1, 7, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Improbe(1, 1, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    CHECK(receive(MPI_ANY_SOURCE, MPI_ANY_TAG, comm) == 2);
    CHECK(value(&count) == 3);
    meet();
    MPI_Mprobe(1, 3, comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    CHECK(value(&count) == 3);
    CHECK(seconds(&share) == 0.75);
    meet();
    unwatch(&count);
    unwatch(&share);
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

ON_BOTH(statuses_are_those_of_the_vendor)
{
    enum { PLAIN, WATCHED, WAYS };
    MPI_Status recv[WAYS], probe[WAYS], iprobe[WAYS], mprobe[WAYS], wait[WAYS], all[WAYS];
    struct watched length;

    memset(recv, 0x5a, sizeof recv);
    memset(probe, 0x5a, sizeof probe);
    memset(iprobe, 0x5a, sizeof iprobe);
    memset(mprobe, 0x5a, sizeof mprobe);
    memset(wait, 0x5a, sizeof wait);
    memset(all, 0x5a, sizeof all);
    for (int way = 0; way < WAYS; way++) {
        MPI_Message message;
        MPI_Request request;
        int number, flag = 0;

        if (rank == 1) {
            for (int i = 0; i < 5; i++)
                send(i, i, comm);
            meet();
            continue;
        }
        MPI_Probe(1, 4, comm, MPI_STATUS_IGNORE); /* all are there */
        if (way == WATCHED) {
            length = queue_length(comm);
            arrive(&length, 5);
        }
        MPI_Recv(&number, 1, MPI_INT, 1, 0, comm, &recv[way]);
        MPI_Probe(MPI_ANY_SOURCE, 1, comm, &probe[way]);
        while (!flag)
            MPI_Iprobe(1, 1, comm, &flag, &iprobe[way]);
        MPI_Mprobe(1, 1, comm, &message, &mprobe[way]);
        MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Irecv(&number, 1, MPI_INT, 1, MPI_ANY_TAG, comm, &request);
        MPI_Wait(&request, &wait[way]);
        MPI_Irecv(&number, 1, MPI_INT, 1, 3, comm, &request);
        MPI_Waitall(1, &request, &all[way]);
        receive(1, 4, comm);
        if (way == WATCHED)
            unwatch(&length);
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

ON_BOTH(synchronous_sends_complete_when_they_are_received)
{
    static char big[1 << 20];
    struct watched length;
    MPI_Request requests[2];
    int flag, number = 1;

    if (rank == 1) {
        MPI_Issend(&number, 1, MPI_INT, 0, 1, comm, &requests[0]);
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
    length = queue_length(comm);
    arrive(&length, 2);
    meet();
    meet();
    CHECK(receive(1, 1, comm) == 1);
    MPI_Recv(big, sizeof big, MPI_BYTE, 1, 2, comm, MPI_STATUS_IGNORE);
    unwatch(&length);
}

ON_BOTH(messages_drained_are_served_when_nobody_watches_any_more)
{
    struct watched length;
    MPI_Message message;
    int number = -1, flag = 0;

    if (rank == 1) {
        for (int i = 0; i < 4; i++)
            send(i, i, comm);
        meet();
        return;
    }
    length = queue_length(comm);
    arrive(&length, 4);
    stop(&length);
    CHECK(value(&length) == 4);
    CHECK(receive(1, 0, comm) == 0);
    MPI_Pcontrol(0);
    CHECK(receive(1, 1, comm) == 1);
    MPI_Iprobe(1, 2, comm, &flag, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Improbe(1, 2, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    CHECK(number == 2);
    MPI_Pcontrol(1);
    unwatch(&length);
    CHECK(receive(1, 3, comm) == 3);
    meet();
}

ON_BOTH(exchanges_give_and_take)
{
    struct watched length;
    int other = 1 - rank, here = 100 + rank, there = -1, both[2] = {rank, rank};
    MPI_Status status;

    length = queue_length(comm);
    for (int i = 0; i < 200; i++) {
        if (i % 3 == rank)
            usleep(200);
        value(&length);
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
    unwatch(&length);
}

#if defined(MPIT_HAS_Isendrecv) && defined(MPIT_HAS_Isendrecv_replace)
/* The other's message is there already in every second round: its receive finds what was drained,
 * and what it sends is what stood there at the call. */
ON_BOTH(nonblocking_exchanges_give_and_take)
{
    static int here[1 << 16], there[1 << 16];
    const int n = 1 << 16;
    int other = 1 - rank;
    struct watched length;

    length = queue_length(comm);
    for (int i = 0; i < 40; i++) {
        MPI_Request request;
        MPI_Status status;
        int count;

        here[0] = here[n - 1] = 1000 * rank + i;
        there[0] = there[n - 1] = -1;
        if (i % 2 == rank)
            usleep(1000);
        value(&length);
        if (i % 4 < 2)
            MPI_Isendrecv(here, n, MPI_INT, other, i, there, n, MPI_INT, other, i, comm, &request);
        else {
            memcpy(there, here, sizeof here);
            MPIT_IF_THERE(Isendrecv_replace_c, MPI_Isendrecv_replace_c, MPI_Isendrecv_replace)
            (there, n, MPI_INT, other, i, MPI_ANY_SOURCE, i, comm, &request);
        }
        MPI_Wait(&request, &status);
        here[0] = here[n - 1] = -2;
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(there[0] == 1000 * other + i && there[n - 1] == there[0]);
        CHECK(status.MPI_SOURCE == other && status.MPI_TAG == i && count == n);
    }
    unwatch(&length);
}

#define EXCHANGES TEST(nonblocking_exchanges_give_and_take),
#else
#define EXCHANGES
#endif

#if defined(MPIT_HAS_Recv_c)
/* Each call with a large count finds what was drained. */
ON_BOTH(receives_with_large_counts_find_what_was_drained)
{
    enum { WAYS = 8 };
    struct watched length;
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;
    int number[WAYS], flag = 0;

    if (rank == 1) {
        for (int i = 0; i < WAYS; i++)
            send(100 + i, i, comm);
        meet();
        return;
    }
    length = queue_length(comm);
    arrive(&length, WAYS);
    MPI_Recv_c(&number[0], 1, MPI_INT, 1, 0, comm, &status);
    MPI_Irecv_c(&number[1], 1, MPI_INT, 1, 1, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Mprobe(1, 2, comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv_c(&number[2], 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Improbe(1, 3, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Imrecv_c(&number[3], 1, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Sendrecv_c(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, &number[4], 1, MPI_INT, 1, 4, comm,
                   MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace_c(&number[5], 1, MPI_INT, MPI_PROC_NULL, 0, 1, 5, comm, MPI_STATUS_IGNORE);
    MPI_Recv_init_c(&number[6], 1, MPI_INT, 1, 6, comm, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Isendrecv_c(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, &number[7], 1, MPI_INT, 1, 7, comm,
                    &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < WAYS; i++)
        CHECK(number[i] == 100 + i);
    CHECK(status.MPI_SOURCE == 1 && status.MPI_TAG == 0);
    CHECK(value(&length) == 0);
    unwatch(&length);
    meet();
}
#define LARGE_COUNTS TEST(receives_with_large_counts_find_what_was_drained),
#else
#define LARGE_COUNTS
#endif

/* ---- persistent receives ------------------------------------------------------------------- */

/* Started on a message that is there, started before it comes; completed in every way. */
ON_BOTH(persistent_receives_start_again_and_again)
{
    enum { TIMES = 24 };
    struct watched length;
    MPI_Request request, before;
    MPI_Status status;
    int number, flag, index, outcount, indices[1];

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
    MPI_Recv_init(&number, 1, MPI_INT, 1, 5, comm, &request);
    before = request;
    length = queue_length(comm);
    for (int i = 0; i < TIMES; i++) {
        if (!(i % 2)) {
            meet();
            arrive(&length, 1);
        }
        number = flag = outcount = 0;
        MPI_Start(&request);
        if (i % 2)
            meet();
        switch (i / 2 % 8) {
        case 0:
            MPI_Wait(&request, &status);
            break;
        case 1:
            while (!flag)
                MPI_Test(&request, &flag, &status);
            break;
        case 2:
            MPI_Waitall(1, &request, &status);
            break;
        case 3:
            while (!flag)
                MPI_Testall(1, &request, &flag, &status);
            break;
        case 4:
            MPI_Waitany(1, &request, &index, &status);
            CHECK(index == 0);
            break;
        case 5:
            while (!flag)
                MPI_Testany(1, &request, &index, &flag, &status);
            CHECK(index == 0);
            break;
        case 6:
            MPI_Waitsome(1, &request, &outcount, indices, &status);
            CHECK(outcount == 1);
            break;
        case 7:
            while (!outcount)
                MPI_Testsome(1, &request, &outcount, indices, &status);
            break;
        }
        CHECK(number == i);
        CHECK(request == before);
        CHECK(status.MPI_SOURCE == 1 && status.MPI_TAG == 5);
    }
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    unwatch(&length);
}

ON_BOTH(persistent_receives_are_cancelled_and_freed_as_ever)
{
    struct watched length;
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
    length = queue_length(comm);
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
    unwatch(&length);
}

#if defined(MPIT_HAS_Request_get_status_all)
/* Two of three messages are there; what is looked at stays as it is, and is completed then. */
ON_BOTH(persistent_receives_are_looked_at_together)
{
    enum { ALL = 3 };
    struct watched length;
    MPI_Request requests[ALL];
    MPI_Status status, statuses[ALL];
    int values[ALL] = {-1, -1, -1}, indices[ALL], flag = 0, index = -1, outcount = 0;

    if (rank == 1) {
        send(11, 1, comm);
        send(12, 2, comm);
        meet();
        meet();
        send(10, 0, comm);
        return;
    }
    for (int i = 0; i < ALL; i++)
        MPI_Recv_init(&values[i], 1, MPI_INT, 1, i, comm, &requests[i]);
    length = queue_length(comm);
    meet();
    arrive(&length, 2);
    MPI_Startall(ALL, requests);
    while (outcount < 2)
        MPI_Request_get_status_some(ALL, requests, &outcount, indices, statuses);
    CHECK(outcount == 2 && indices[0] == 1 && indices[1] == 2);
    for (int i = 0; i < 2; i++)
        CHECK(statuses[i].MPI_SOURCE == 1 && statuses[i].MPI_TAG == i + 1);
    MPI_Request_get_status_any(ALL, requests, &index, &flag, &status);
    CHECK(flag && (index == 1 || index == 2) && status.MPI_TAG == index);
    MPI_Request_get_status_all(ALL, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(!flag);
    MPI_Request_get_status_some(1, requests, &outcount, indices, MPI_STATUSES_IGNORE);
    CHECK(outcount == 0);
    meet();
    MPI_Wait(&requests[0], &status);
    CHECK(status.MPI_TAG == 0);
    /* One of them is inactive now. */
    flag = 0;
    while (!flag)
        MPI_Request_get_status_all(ALL, requests, &flag, statuses);
    CHECK(statuses[0].MPI_SOURCE == MPI_ANY_SOURCE);
    CHECK(statuses[1].MPI_TAG == 1 && statuses[2].MPI_TAG == 2);
    MPI_Waitall(ALL, requests, statuses);
    for (int i = 0; i < ALL; i++) {
        CHECK(values[i] == 10 + i);
        CHECK(i == 0 || (statuses[i].MPI_SOURCE == 1 && statuses[i].MPI_TAG == i));
        MPI_Request_free(&requests[i]);
    }
    unwatch(&length);
}
#define LOOKS TEST(persistent_receives_are_looked_at_together),
#else
#define LOOKS
#endif

/* ---- other communicators, and the end -------------------------------------------------------- */

/* The source "vendor" has no sound variable for them. */
static void intercommunicators_are_drained_too(void)
{
    struct watched length;
    MPI_Comm self, inter;
    int number = 11;

    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MPI_Intercomm_create(self, 0, world(), 1 - rank, 99, &inter);
    if (queue_source(inter) == OFF) {
        CHECK(queue_source(world()) == VENDOR);
        CHECK(!queue_knows("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, inter));
    } else if (rank == 1) {
        MPI_Send(&number, 1, MPI_INT, 0, 3, inter);
        meet();
    } else {
        length = queue_length(inter);
        CHECK(queue_source(inter) == DRAIN);
        arrive(&length, 1);
        number = 0;
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 3, inter, MPI_STATUS_IGNORE);
        CHECK(number == 11);
        CHECK(value(&length) == 0);
        unwatch(&length);
        meet();
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&self);
}

/* A handle outlives its communicator: the last value stands (BIND-4). */
static void messages_left_when_a_communicator_is_freed_do_no_harm(void)
{
    struct watched length;
    MPI_Request request;
    int number = 1;

    for (int i = 0; i < 50; i++) {
        MPI_Comm comm;

        MPI_Comm_dup(world(), &comm);
        if (rank == 1) {
            MPI_Isend(&number, 1, MPI_INT, 0, 1, comm, &request);
            MPI_Request_free(&request);
            meet();
        } else {
            length = queue_length(comm);
            arrive(&length, 1);
            meet();
        }
        MPI_Comm_free(&comm);
        if (rank == 0) {
            CHECK(value(&length) == 1);
            unwatch(&length);
        }
    }
}

static void length_is_that_of_all_sources(void)
{
    MPI_Comm comm = world();
    MPI_Request request;
    int number = 5;

    /* No barrier: its messages would be counted, too. */
    if (rank == 1) {
        send(1, 1, comm);
        OK(MPI_Recv(&number, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE));
        return;
    }
    struct watched length = queue_length(comm);
    OK(MPI_Isend(&number, 1, MPI_INT, 0, 2, comm, &request));
    arrive(&length, 2);
    CHECK_INT(receive(1, 1, comm), 1);
    arrive(&length, 1);
    CHECK_INT(receive(0, 2, comm), 5);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    arrive(&length, 0);
    unwatch(&length);
    OK(MPI_Send(&number, 1, MPI_INT, 1, 3, comm));
}

/* ---- where MPI may not be called ------------------------------------------------------------- */

static struct watched somewhere;
static volatile unsigned read_there;

static void read_in_handler(int signal)
{
    (void)signal;
    read_there = value(&somewhere);
}

static void *read_in_thread(void *nothing)
{
    read_there = value(&somewhere);
    return nothing;
}

static int read_in_callback(MPI_Comm comm, int key, void *number, void *extra)
{
    (void)comm, (void)key, (void)number, (void)extra;
    read_there = value(&somewhere);
    return MPI_SUCCESS;
}

static int copy_in_callback(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)out;
    *flag = 0;
    return read_in_callback(comm, key, in, extra);
}

/* Each reads 1, the last known length, although 2 have arrived. */
ON_BOTH(reads_where_mpi_may_not_be_called_return_the_last_known_value)
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
    somewhere = queue_length(comm);
    arrive(&somewhere, 1);
    meet();
    meet();
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    CHECK(read_there == 1);
    /* Its handler is the default again when it is called. */
    read_there = 0;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGFPE, &action, NULL);
    raise(SIGFPE);
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
    unwatch(&somewhere);
}

/* While there is a handler whose signal is not blocked in it, nothing tells it from other code: all
 * reads give the last known value, until it is gone. */
ON_BOTH(reads_in_handlers_with_sa_nodefer_never_call_mpi)
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
    somewhere = queue_length(comm);
    arrive(&somewhere, 1);
    meet();
    meet();
    sigaction(SIGUSR2, &action, &before);
    usleep(50000);
    raise(SIGUSR2);
    CHECK(read_there == 1);
    CHECK(value(&somewhere) == 1);
    sigaction(SIGUSR2, &before, NULL);
    usleep(50000);
    arrive(&somewhere, 2);
    CHECK(receive(1, 1, comm) == 1);
    CHECK(receive(1, 2, comm) == 2);
    unwatch(&somewhere);
    meet();
}

static void finalize_at_exit(void)
{
    if (MPI_T_finalize() != MPI_SUCCESS)
        abort();
}

/* The handle is there in MPI_Finalize: MPI_T is finalized after it. */
static void messages_left_for_finalize_do_no_harm(void)
{
    struct watched length;
    MPI_Request request;
    static int values[10];
    int provided;

    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    atexit(finalize_at_exit);
    if (rank == 1) {
        for (int i = 0; i < 10; i++) {
            MPI_Isend(&values[i], 1, MPI_INT, 0, i, world(), &request);
            MPI_Request_free(&request);
        }
    } else {
        length = queue_length(world());
        arrive(&length, 10);
    }
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(lengths_and_watermarks_are_exact),
      TEST(bytes_and_time_are_known_where_the_queue_is_drained), TEST(bytes_are_exact),
      TEST(watermarks_see_what_no_read_has_seen), TEST(unexpected_receives_are_counted_and_timed),
      TEST(matching_probes_count_as_receives), TEST(statuses_are_those_of_the_vendor),
      TEST(synchronous_sends_complete_when_they_are_received),
      TEST(messages_drained_are_served_when_nobody_watches_any_more), TEST(exchanges_give_and_take),
      EXCHANGES LARGE_COUNTS LOOKS TEST(persistent_receives_start_again_and_again),
      TEST(persistent_receives_are_cancelled_and_freed_as_ever),
      TEST(reads_where_mpi_may_not_be_called_return_the_last_known_value),
      TEST(reads_in_handlers_with_sa_nodefer_never_call_mpi),
      TEST(intercommunicators_are_drained_too), TEST(length_is_that_of_all_sources),
      TEST(messages_left_when_a_communicator_is_freed_do_no_harm),
      TEST(messages_left_for_finalize_do_no_harm))
