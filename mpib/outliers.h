/* Repetitions that something disturbed, and what is left without them.  No MPI call is made here,
 * but where memory is missing. */
#ifndef MPIB_OUTLIERS_H
#define MPIB_OUTLIERS_H

#include "sample.h"

/* The times of all repetitions so far; all 0 at the beginning. */
struct mpib_times {
    double *time; /* for free() */
    int n, room;
};
void mpib_times_add(struct mpib_times *times, double time);

/* Those that lie between Tukey's fences: at most 1.5 times the distance of the quartiles below the
 * first or above the third.  Quartiles stand between two times in proportion. */
struct mpib_sample mpib_times_within_fences(const struct mpib_times *times);

#endif
