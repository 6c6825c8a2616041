/* Preloaded into heat2d on 2 ranks: decides which of its messages arrive before they are received.
 *
 * Rank 0 is `down` of rank 1, and each sends the other one message a step, with four MPI_Irecv and
 * four MPI_Isend.  A barrier before the first send of a step has all receives posted before there
 * is any message.  In the steps of EVENTS_DELAY (a list like "2 5", from 0) rank 1 takes part in
 * that barrier before its first MPI_Irecv, waits until the message of rank 0 is there, and sleeps
 * 0.2 s: this message, and no other, arrives unexpected.  How long it lay at most is said: the time
 * from before it was asked for until the receive has it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WRAPPER __attribute__((visibility("default")))

enum { A_STEP = 4, SLEEP_MS = 200 };

static int sends, receives;

static int is_delayed(int step)
{
    const char *rest = getenv("EVENTS_DELAY");
    char *end;

    while (rest && *rest) {
        long number = strtol(rest, &end, 10);

        if (end == rest)
            return 0;
        if (number == step)
            return 1;
        rest = end;
    }
    return 0;
}

static int rank_in(MPI_Comm comm)
{
    int rank;

    PMPI_Comm_rank(comm, &rank);
    return rank;
}

static int delay(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                 MPI_Request *request)
{
    double begin, end;
    int err;

    PMPI_Barrier(comm);
    begin = PMPI_Wtime();
    PMPI_Probe(source, tag, comm, MPI_STATUS_IGNORE);
    nanosleep(&(struct timespec){.tv_nsec = SLEEP_MS * 1000000L}, NULL);
    err = PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
    end = PMPI_Wtime();
    printf("delayed: from %d, tag %d: %d ms to %.6f s\n", source, tag, SLEEP_MS, end - begin);
    return err;
}

WRAPPER int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    int step = receives / A_STEP, is_first = receives++ % A_STEP == 0;

    if (is_first && rank_in(comm) == 1 && is_delayed(step))
        return delay(buf, count, datatype, source, tag, comm, request);
    return PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
}

WRAPPER int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    int step = sends / A_STEP, is_first = sends++ % A_STEP == 0;

    if (is_first && !(rank_in(comm) == 1 && is_delayed(step)))
        PMPI_Barrier(comm);
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}
