/* What the figures of several rounds say: the house's way to put a number on a noisy machine. */
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

enum {
    BENCH_SAMPLES_MOST = 1000,
    BENCH_SAMPLES_LEAST = 8 /* fewer have no 99 % interval: 2 / 2^8 < 1 % */
};

struct bench_interval {
    double low, middle, high;
};

/* Of n figures, 1 <= n <= BENCH_SAMPLES_MOST, in any order. */
double bench_samples_median(const double *values, int n);
double bench_samples_least(const double *values, int n);

/* Median absolute deviation from the median. */
double bench_samples_mad(const double *values, int n);

/* The median and its 99 % interval, by the sign test: no distribution is assumed.
 * Of fewer than BENCH_SAMPLES_LEAST it is the smallest and the largest. */
struct bench_interval bench_samples_interval(const double *values, int n);
#define BENCH_SAMPLES_CONFIDENCE 0.99

/* Puts n numbers in a random order. */
void bench_samples_shuffle(int *numbers, int n);

#endif
