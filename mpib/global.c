/* The method global: one clock for all ranks. */
#include "config.h"

#include "ground.h"
#include "methods.h"

#include <math.h>

enum { PROBES = 20 };

/* Clocks of different machines drift by some 10 microseconds a second: by one in this time. */
static const double SYNCHRONIZED_SECONDS = 0.1;

struct global_trial {
    struct mpib_trial trial;
    double offset;       /* of the root's clock from ours */
    double now;          /* by the root's clock: the last end that all ranks know of */
    double synchronized; /* when */
};

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

static void synchronize(struct global_trial *g)
{
    const struct mpib_trial *trial = &g->trial;
    int size;

    MPI_Comm_size(trial->side, &size);
    for (int rank = 0; trial->rank == trial->root && rank < size; rank++)
        if (rank != trial->root)
            answer_probes(trial, rank);
    g->offset = trial->rank == trial->root ? 0 : probe_offset(trial);
    g->now = MPI_Wtime();
    MPI_Bcast(&g->now, 1, MPI_DOUBLE, trial->root, trial->side);
    g->synchronized = g->now;
}

static double first_start_to_last_end(void *context)
{
    struct global_trial *g = context;
    double own[2], all[2]; /* minus the start, and the end */

    if (g->now - g->synchronized > SYNCHRONIZED_SECONDS)
        synchronize(g);
    MPI_Barrier(g->trial.side);
    own[0] = -(MPI_Wtime() + g->offset);
    mpib_trial_execute(&g->trial);
    own[1] = MPI_Wtime() + g->offset;
    MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, g->trial.side);
    g->now = all[1];
    return all[1] + all[0];
}

void MPIB_measure_global(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                         MPIB_precision precision, MPIB_result *result)
{
    struct global_trial g = {.offset = 0};

    if (!mpib_trial_begin(&g.trial, container, comm, root, M, &precision))
        return;
    synchronize(&g);
    struct mpib_sample sample = mpib_sample_take(first_start_to_last_end, &g, &g.trial.precision);
    mpib_result_of_sample(result, M, &sample, &g.trial.precision);
    mpib_result_share(result, root, g.trial.side);
    mpib_trial_end(&g.trial);
}
