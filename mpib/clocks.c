/* One clock for all ranks: by round trips to the root. */
#include "config.h"

#include "clocks.h"

#include "ground.h"

#include <math.h>

enum { PROBES = 20 };

/* Clocks of different machines drift by some 10 microseconds a second: by one in this time. */
static const double TOGETHER_SECONDS = 0.1;

static void answer_probes(const struct mpib_trial *trial, int rank)
{
    for (int i = 0; i < PROBES; i++) {
        MPI_Recv(NULL, 0, MPI_BYTE, rank, MPIB_TAG, trial->side, MPI_STATUS_IGNORE);
        double now = MPI_Wtime();
        MPI_Send(&now, 1, MPI_DOUBLE, rank, MPIB_TAG, trial->side);
    }
}

/* By the shortest of a few round trips: its half is the most that the offset can be wrong by. */
static double probe_offset(const struct mpib_trial *trial)
{
    double shortest = INFINITY, offset = 0;

    for (int i = 0; i < PROBES; i++) {
        double there, start = MPI_Wtime();
        MPI_Send(NULL, 0, MPI_BYTE, trial->root, MPIB_TAG, trial->side);
        MPI_Recv(&there, 1, MPI_DOUBLE, trial->root, MPIB_TAG, trial->side, MPI_STATUS_IGNORE);
        double end = MPI_Wtime();
        if (end - start < shortest) {
            shortest = end - start;
            offset = there - (start + end) / 2;
        }
    }
    return offset;
}

void mpib_clocks_meet(struct mpib_clocks *clocks, const struct mpib_trial *trial)
{
    int size;

    MPI_Comm_size(trial->side, &size);
    for (int rank = 0; trial->rank == trial->root && rank < size; rank++)
        if (rank != trial->root)
            answer_probes(trial, rank);
    clocks->offset = trial->rank == trial->root ? 0 : probe_offset(trial);
    clocks->met = MPI_Wtime();
    MPI_Bcast(&clocks->met, 1, MPI_DOUBLE, trial->root, trial->side);
}

void mpib_clocks_keep(struct mpib_clocks *clocks, const struct mpib_trial *trial, double now)
{
    if (now - clocks->met > TOGETHER_SECONDS)
        mpib_clocks_meet(clocks, trial);
}
