/* The methods max and root. */
#include "config.h"

#include "methods.h"

#include "ground.h"

#include <math.h>

bool mpib_trial_begin(struct mpib_trial *trial, MPIB_coll_container *container, MPI_Comm comm,
                      int root, int M, const MPIB_precision *precision)
{
    *trial = (struct mpib_trial){
        .container = container, .comm = comm, .root = root, .M = M, .precision = *precision};
    if (!mpib_arguments_hold(comm, root, M) || !mpib_precision_holds(comm, &trial->precision))
        return false;
    int code = container->initialize(container, comm, root, M);
    if (code != MPI_SUCCESS) {
        MPI_Comm_call_errhandler(comm, code);
        return false;
    }
    MPI_Comm_dup(comm, &trial->side);
    MPI_Comm_rank(comm, &trial->rank);
    mpib_trial_execute(trial);
    return true;
}

void mpib_trial_end(struct mpib_trial *trial)
{
    trial->container->finalize(trial->container, trial->comm, trial->root);
    MPI_Comm_free(&trial->side);
}

/* ---- max ----------------------------------------------------------------------------------------
 */

static double longest_call(void *context)
{
    const struct mpib_trial *trial = context;
    double longest;

    MPI_Barrier(trial->side);
    double start = MPI_Wtime();
    mpib_trial_execute(trial);
    double own = MPI_Wtime() - start;
    MPI_Allreduce(&own, &longest, 1, MPI_DOUBLE, MPI_MAX, trial->side);
    return longest;
}

void MPIB_measure_max(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                      MPIB_precision precision, MPIB_result *result)
{
    struct mpib_trial trial;

    if (!mpib_trial_begin(&trial, container, comm, root, M, &precision))
        return;
    struct mpib_sample sample = mpib_sample_take(longest_call, &trial, &trial.precision);
    mpib_result_of_sample(result, M, &sample, &trial.precision);
    mpib_result_share(result, root, trial.side);
    mpib_trial_end(&trial);
}

/* ---- root ---------------------------------------------------------------------------------------
 */

struct root_trial {
    struct mpib_trial trial;
    double barrier; /* what closes the measured interval */
};

static double time_of_root(double time, const struct mpib_trial *trial)
{
    MPI_Bcast(&time, 1, MPI_DOUBLE, trial->root, trial->side);
    return time;
}

static double barrier_alone(void *context)
{
    const struct root_trial *r = context;

    MPI_Barrier(r->trial.side);
    double start = MPI_Wtime();
    MPI_Barrier(r->trial.side);
    return time_of_root(MPI_Wtime() - start, &r->trial);
}

static double call_and_barrier(void *context)
{
    const struct root_trial *r = context;

    MPI_Barrier(r->trial.side);
    double start = MPI_Wtime();
    mpib_trial_execute(&r->trial);
    MPI_Barrier(r->trial.side);
    return time_of_root(MPI_Wtime() - start - r->barrier, &r->trial);
}

void MPIB_measure_root(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                       MPIB_precision precision, MPIB_result *result)
{
    struct root_trial r = {.barrier = 0};
    MPIB_result barrier;

    if (!mpib_trial_begin(&r.trial, container, comm, root, M, &precision))
        return;
    struct mpib_sample sample = mpib_sample_take(barrier_alone, &r, &r.trial.precision);
    mpib_result_of_sample(&barrier, 0, &sample, &r.trial.precision);
    r.barrier = barrier.T;
    sample = mpib_sample_take(call_and_barrier, &r, &r.trial.precision);
    mpib_result_of_sample(result, M, &sample, &r.trial.precision);
    result->ci = hypot(result->ci, barrier.ci);
    mpib_result_share(result, root, r.trial.side);
    mpib_trial_end(&r.trial);
}
