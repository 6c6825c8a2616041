/* Mean, confidence interval, and the stop rule. */
#include "config.h"

#include "sample.h"

#include "student.h"

#include <math.h>

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

static bool is_enough(const struct mpib_sample *sample, const MPIB_precision *precision)
{
    if (sample->n < precision->min_reps)
        return false;
    if (sample->n >= precision->max_reps)
        return true;
    return mpib_sample_ci(sample, precision->cl) < precision->eps * sample->mean;
}

struct mpib_sample mpib_sample_take(double (*experiment)(void *context), void *context,
                                    const MPIB_precision *precision)
{
    struct mpib_sample sample = {0, 0, 0};

    do
        mpib_sample_add(&sample, experiment(context));
    while (!is_enough(&sample, precision));
    return sample;
}
