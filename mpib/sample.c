/* Mean, confidence interval, and the stop rule. */
#include "config.h"

#include "sample.h"

#include "outliers.h"
#include "student.h"

#include <math.h>
#include <stdlib.h>

/* Welford's recurrence: no difference of large sums. */
void mpib_sample_add(struct mpib_sample *sample, double x)
{
    double before = x - sample->mean;

    sample->n++;
    sample->mean += before / sample->n;
    sample->squares += before * (x - sample->mean);
}

double mpib_sample_ci(const struct mpib_sample *sample, double cl)
{
    if (sample->n < 2)
        return INFINITY;
    double freedom = sample->n - 1;
    double quantile = mpib_student_quantile((1 - cl) / 2, freedom); /* as much on either side */
    return quantile * sqrt(sample->squares / freedom / sample->n);
}

bool mpib_precision_settle(MPIB_precision *precision)
{
    if (precision->min_reps == 0)
        precision->min_reps =
            precision->max_reps > 0 && precision->max_reps < 5 ? precision->max_reps : 5;
    if (precision->max_reps == 0)
        precision->max_reps = precision->min_reps > 100 ? precision->min_reps : 100;
    if (precision->cl == 0)
        precision->cl = 0.95;
    if (precision->eps == 0)
        precision->eps = 0.025;
    return precision->min_reps > 0 && precision->max_reps >= precision->min_reps &&
           precision->cl > 0 && precision->cl < 1 && precision->eps > 0;
}

static bool is_enough(const struct mpib_sample *sample, int made, const MPIB_precision *precision)
{
    if (made < precision->min_reps)
        return false;
    if (made >= precision->max_reps)
        return true;
    return mpib_sample_ci(sample, precision->cl) < precision->eps * sample->mean;
}

/* ---- with all repetitions, or without some */

static enum MPIB_outlier_rule rule;
static int dropped; /* of the last sample */

static struct mpib_sample take_all(double (*experiment)(void *context), void *context,
                                   const MPIB_precision *precision)
{
    struct mpib_sample sample = {0, 0, 0};

    do
        mpib_sample_add(&sample, experiment(context));
    while (!is_enough(&sample, sample.n, precision));
    return sample;
}

/* Which ones are outliers may change with each further one: it is looked at seldom enough that the
 * looks take no longer than what is measured. */
static struct mpib_sample take_within_fences(double (*experiment)(void *context), void *context,
                                             const MPIB_precision *precision)
{
    struct mpib_times times = {NULL, 0, 0};
    struct mpib_sample sample;
    int look = 0;

    do {
        look += look / 8 + 1;
        look = look < precision->min_reps ? precision->min_reps : look;
        look = look > precision->max_reps ? precision->max_reps : look;
        while (times.n < look)
            mpib_times_add(&times, experiment(context));
        sample = mpib_times_within_fences(&times);
    } while (!is_enough(&sample, times.n, precision));
    dropped = times.n - sample.n;
    free(times.time);
    return sample;
}

struct mpib_sample mpib_sample_take(double (*experiment)(void *context), void *context,
                                    const MPIB_precision *precision)
{
    dropped = 0;
    return rule == MPIB_OUTLIERS_TUKEY ? take_within_fences(experiment, context, precision)
                                       : take_all(experiment, context, precision);
}

void MPIB_outliers(enum MPIB_outlier_rule which)
{
    rule = which;
}

int MPIB_outliers_dropped(void)
{
    return dropped;
}
