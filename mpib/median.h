/* What the figures of several rounds say: how to put a number on a noisy machine.  No MPI call is
 * made here. */
#ifndef MPIB_MEDIAN_H
#define MPIB_MEDIAN_H

enum {
    MPIB_ROUNDS_MOST = 1000,
    MPIB_ROUNDS_LEAST = 8 /* fewer have no 99 % interval: 2 / 2^8 < 1 % */
};

struct mpib_interval {
    double low, middle, high;
};

/* A copy of n figures, the smallest first. */
void mpib_sort(double *sorted, const double *values, int n);

/* Of n figures, 1 <= n <= MPIB_ROUNDS_MOST, in any order; where one is NAN so is what follows. */
double mpib_median(const double *values, int n);

/* Median absolute deviation from the median. */
double mpib_median_deviation(const double *values, int n);

/* The median and its 99 % interval, by the sign test: no distribution is assumed.
 * Of fewer than MPIB_ROUNDS_LEAST it is the smallest and the largest. */
struct mpib_interval mpib_median_interval(const double *values, int n);
#define MPIB_MEDIAN_CONFIDENCE 0.99

#endif
