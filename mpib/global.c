/* The method global: one clock for all ranks. */
#include "config.h"

#include "clocks.h"
#include "ground.h"

struct global_trial {
    struct mpib_trial trial;
    struct mpib_clocks clocks;
    double now; /* by the root's clock: the last end that all ranks know of */
};

static double first_start_to_last_end(void *context)
{
    struct global_trial *g = context;
    double own[2], all[2]; /* minus the start, and the end */

    mpib_clocks_keep(&g->clocks, &g->trial, g->now);
    MPI_Barrier(g->trial.side);
    own[0] = -mpib_clocks_now(&g->clocks);
    mpib_trial_execute(&g->trial);
    own[1] = mpib_clocks_now(&g->clocks);
    MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, g->trial.side);
    g->now = all[1];
    return all[1] + all[0];
}

void MPIB_measure_global(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                         MPIB_precision precision, MPIB_result *result)
{
    struct global_trial g = {.now = 0};

    if (!mpib_trial_begin(&g.trial, container, comm, root, M, &precision))
        return;
    mpib_clocks_meet(&g.clocks, &g.trial);
    g.now = g.clocks.met;
    struct mpib_sample sample = mpib_sample_take(first_start_to_last_end, &g, &g.trial.precision);
    mpib_result_of_sample(result, M, &sample, &g.trial.precision);
    mpib_result_share(result, root, g.trial.side);
    mpib_trial_end(&g.trial);
}
