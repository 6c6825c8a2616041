/* Repetitions of an experiment, and when there are enough of them.  No MPI call is made here. */
#ifndef MPIB_SAMPLE_H
#define MPIB_SAMPLE_H

#include "mpib.h"

#include <stdbool.h>

struct mpib_sample {
    int n;
    double mean, squares; /* sum of the squared distances from the mean */
};

void mpib_sample_add(struct mpib_sample *sample, double x);

/* Half the width of the two-sided confidence interval of the mean; infinite for fewer than two. */
double mpib_sample_ci(const struct mpib_sample *sample, double cl);

/* Puts the defaults in; false where a member makes no sense. */
bool mpib_precision_settle(MPIB_precision *precision);

/* Repeats until a settled `precision` is met.  The experiment returns its time, the same on every
 * rank that takes part: that is how they agree on the end without a further message. */
struct mpib_sample mpib_sample_take(double (*experiment)(void *context), void *context,
                                    const MPIB_precision *precision);

#endif
