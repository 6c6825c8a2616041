/* What the figures of several rounds say: the house's way to put a number on a noisy machine. */
#ifndef MPIT_BENCH_SAMPLES_H
#define MPIT_BENCH_SAMPLES_H

enum {
    MPIT_SAMPLES_MOST = 1000,
    MPIT_SAMPLES_LEAST = 8 /* fewer have no 99 % interval: 2 / 2^8 < 1 % */
};

struct mpit_interval {
    double low, middle, high;
};

/* Of n figures, 1 <= n <= MPIT_SAMPLES_MOST, in any order. */
double mpit__samples_median(const double *values, int n);
double mpit__samples_least(const double *values, int n);

/* Median absolute deviation from the median. */
double mpit__samples_mad(const double *values, int n);

/* The median and its 99 % interval, by the sign test: no distribution is assumed.
 * Of fewer than MPIT_SAMPLES_LEAST it is the smallest and the largest. */
struct mpit_interval mpit__samples_interval(const double *values, int n);
#define MPIT_SAMPLES_CONFIDENCE 0.99

/* Puts n numbers in a random order. */
void mpit__samples_shuffle(int *numbers, int n);

#endif
