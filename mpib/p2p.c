/* Point-to-point: `measure` takes the time of M bytes to `mirror` and back. */
#include "config.h"

#include "p2p.h"

#include "ground.h"

#include <stdlib.h>
#include <string.h>

struct pair {
    MPI_Comm side;
    int M, other;
    char *buffer;
};

static void send_bytes(const struct pair *pair, int bytes)
{
    MPI_Send(pair->buffer, bytes, MPI_BYTE, pair->other, MPIB_TAG, pair->side);
}

static void receive_bytes(const struct pair *pair, int bytes)
{
    MPI_Recv(pair->buffer, bytes, MPI_BYTE, pair->other, MPIB_TAG, pair->side, MPI_STATUS_IGNORE);
}

/* The empty message says that the mirror waits: what it did before is not measured. */
static double round_trip(void *context)
{
    const struct pair *pair = context;

    receive_bytes(pair, 0);
    double start = MPI_Wtime();
    send_bytes(pair, pair->M);
    receive_bytes(pair, pair->M);
    double time = MPI_Wtime() - start;
    MPI_Send(&time, 1, MPI_DOUBLE, pair->other, MPIB_TAG, pair->side);
    return time;
}

static double mirrored(void *context)
{
    const struct pair *pair = context;
    double time;

    send_bytes(pair, 0);
    receive_bytes(pair, pair->M);
    send_bytes(pair, pair->M);
    MPI_Recv(&time, 1, MPI_DOUBLE, pair->other, MPIB_TAG, pair->side, MPI_STATUS_IGNORE);
    return time;
}

struct mpib_sample mpib_pair_measure(MPI_Comm side, int measure, int mirror, int M,
                                     const MPIB_precision *precision)
{
    int rank;

    MPI_Comm_rank(side, &rank);
    struct pair pair = {
        .side = side, .M = M, .other = rank == measure ? mirror : measure, .buffer = NULL};
    double (*part)(void *) = rank == measure ? round_trip : mirrored;

    pair.buffer = mpib_allocate(1, (size_t)M);
    memset(pair.buffer, 1, (size_t)M); /* pages that nobody wrote are all the same one */
    part(&pair);                       /* connections, pages: untimed */
    struct mpib_sample sample = mpib_sample_take(part, &pair, precision);
    free(pair.buffer);
    return sample;
}

static bool pair_holds(MPI_Comm comm, int measure, int mirror)
{
    int size;

    MPI_Comm_size(comm, &size);
    if (mirror >= 0 && mirror < size && mirror != measure)
        return true;
    MPI_Comm_call_errhandler(comm, MPI_ERR_RANK);
    return false;
}

void MPIB_measure_p2p(MPI_Comm comm, int measure, int mirror, int M, MPIB_precision precision,
                      MPIB_result *result)
{
    MPI_Comm side;
    int rank;

    if (!mpib_arguments_hold(comm, measure, M) || !pair_holds(comm, measure, mirror) ||
        !mpib_precision_holds(comm, &precision))
        return;
    MPI_Comm_dup(comm, &side);
    MPI_Comm_rank(side, &rank);
    mpib_result_set(result, M, 0, 0, 0);
    if (rank == measure || rank == mirror) {
        struct mpib_sample sample = mpib_pair_measure(side, measure, mirror, M, &precision);
        mpib_result_of_sample(result, M, &sample, &precision);
    }
    mpib_result_share(result, measure, side);
    MPI_Comm_free(&side);
}
