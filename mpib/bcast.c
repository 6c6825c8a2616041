/* MPIB_measure_bcast: the root takes the time until each receiver has said that it has got it. */
#include "config.h"

#include "ground.h"
#include "timer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct broadcast {
    MPIB_Bcast bcast;
    MPI_Comm comm, side;
    int root, M, reps, rank, size;
    char *buffer;
};

static void broadcast_once(const struct broadcast *b)
{
    b->bcast(b->buffer, b->M, MPI_CHAR, b->root, b->comm);
}

/* Mean time from the root's start to its receipt of the receiver's message; at the root alone. */
static double time_with_reply(const struct broadcast *b, int receiver)
{
    double total = 0;

    for (int i = 0; i < b->reps; i++) {
        double start = MPI_Wtime();
        broadcast_once(b);
        if (b->rank == b->root)
            MPI_Recv(NULL, 0, MPI_CHAR, receiver, MPIB_TAG, b->side, MPI_STATUS_IGNORE);
        else if (b->rank == receiver)
            MPI_Send(NULL, 0, MPI_CHAR, b->root, MPIB_TAG, b->side);
        total += MPI_Wtime() - start;
    }
    return total / b->reps;
}

static double time_alone(const struct broadcast *b)
{
    double start = MPI_Wtime();

    for (int i = 0; i < b->reps; i++)
        broadcast_once(b);
    return (MPI_Wtime() - start) / b->reps;
}

static double longest_time(const struct broadcast *b, const double *round_trip)
{
    double longest = -INFINITY;

    if (b->size == 1)
        return time_alone(b);
    for (int receiver = 0; receiver < b->size; receiver++) {
        if (receiver == b->root)
            continue;
        MPI_Barrier(b->side); /* a slow rank that did not reply may be some broadcasts behind */
        longest = fmax(longest, time_with_reply(b, receiver) - round_trip[receiver] / 2);
    }
    return longest;
}

void MPIB_measure_bcast(MPIB_Bcast bcast, MPI_Comm comm, int root, int M, int max_reps,
                        MPIB_result *result)
{
    if (!mpib_arguments_hold(comm, root, M))
        return;
    struct broadcast b = {
        .bcast = bcast, .comm = comm, .root = root, .M = M, .reps = max_reps > 0 ? max_reps : 1};
    const double *round_trip = mpib_timer_of(comm);

    MPI_Comm_dup(comm, &b.side);
    MPI_Comm_rank(comm, &b.rank);
    MPI_Comm_size(comm, &b.size);
    b.buffer = mpib_allocate(1, (size_t)M);
    memset(b.buffer, 1, (size_t)M); /* pages that nobody wrote are all the same one */
    broadcast_once(&b);             /* connections, pages: untimed */
    mpib_result_set(result, M, longest_time(&b, round_trip), b.reps, 0);
    mpib_result_share(result, root, b.side);
    free(b.buffer);
    MPI_Comm_free(&b.side);
}
