/* The method deadline: all ranks begin at a moment that they have agreed on, by one clock.  No
 * barrier is near, so none leans on what is measured. */
#include "config.h"

#include "clocks.h"
#include "ground.h"

#include <math.h>

/* From the agreement to the start: as short as the ranks can keep. */
static const double FIRST_LEAD = 20e-6, LONGEST_LEAD = 10e-3;

enum { IN_A_ROW = 50 }; /* so many starts that are missed: they cannot be kept */

struct deadline_trial {
    struct mpib_trial trial;
    struct mpib_clocks clocks;
    double now; /* by the root's clock: the last end that all ranks know of */
    double lead;
    int missed;
    bool is_hopeless;
};

static int missed; /* by the last measurement */

static double agree(const struct deadline_trial *d)
{
    double start = mpib_clocks_now(&d->clocks) + d->lead;

    MPI_Bcast(&start, 1, MPI_DOUBLE, d->trial.root, d->trial.side);
    return start;
}

/* From the start to the last end; false, on all ranks, if one of them came too late for it. */
static bool repeat(struct deadline_trial *d, double *took)
{
    double own[2], all[2]; /* whether it is late, and its end */

    mpib_clocks_keep(&d->clocks, &d->trial, d->now);
    double start = agree(d);
    own[0] = mpib_clocks_now(&d->clocks) > start;
    while (mpib_clocks_now(&d->clocks) < start)
        continue;
    mpib_trial_execute(&d->trial);
    own[1] = mpib_clocks_now(&d->clocks);
    MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, d->trial.side);
    d->now = all[1];
    *took = all[1] - start;
    return all[0] == 0;
}

static double start_to_last_end(void *context)
{
    struct deadline_trial *d = context;
    double took;

    for (int i = 0; i < IN_A_ROW && !d->is_hopeless; i++) {
        if (repeat(d, &took))
            return took;
        d->missed++;
        d->lead = fmin(2 * d->lead, LONGEST_LEAD);
    }
    d->is_hopeless = true;
    return NAN;
}

void MPIB_measure_deadline(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                           MPIB_precision precision, MPIB_result *result)
{
    struct deadline_trial d = {.lead = FIRST_LEAD};

    if (!mpib_trial_begin(&d.trial, container, comm, root, M, &precision))
        return;
    mpib_clocks_meet(&d.clocks, &d.trial);
    d.now = d.clocks.met;
    struct mpib_sample sample = mpib_sample_take(start_to_last_end, &d, &d.trial.precision);
    mpib_result_of_sample(result, M, &sample, &d.trial.precision);
    if (d.is_hopeless)
        mpib_result_set(result, M, NAN, 0, 0);
    mpib_result_share(result, root, d.trial.side);
    missed = d.missed;
    mpib_trial_end(&d.trial);
}

int MPIB_deadline_missed(void)
{
    return missed;
}
