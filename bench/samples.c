#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void sort(double *sorted, const double *values, int n)
{
    memcpy(sorted, values, (size_t)n * sizeof *values);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
}

double bench_samples_median(const double *values, int n)
{
    double sorted[BENCH_SAMPLES_MOST];

    sort(sorted, values, n);
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

double bench_samples_least(const double *values, int n)
{
    double least = values[0];

    for (int i = 1; i < n; i++)
        least = fmin(least, values[i]);
    return least;
}

double bench_samples_mad(const double *values, int n)
{
    double middle = bench_samples_median(values, n), away[BENCH_SAMPLES_MOST];

    for (int i = 0; i < n; i++)
        away[i] = fabs(values[i] - middle);
    return bench_samples_median(away, n);
}

/* How many of the n smallest, and of the n largest, lie outside of the median's interval: the
 * largest k with 2 P(Binomial(n, 1/2) < k) <= 1 - BENCH_SAMPLES_CONFIDENCE, less one. */
static int outside(int n)
{
    double below = 0, probability = exp2(-n); /* P(X = 0), then P(X = k) */
    int k = 0;

    while (2 * (below + probability) <= 1 - BENCH_SAMPLES_CONFIDENCE) {
        below += probability;
        probability *= (double)(n - k) / (k + 1);
        k++;
    }
    return k > 0 ? k - 1 : 0;
}

struct bench_interval bench_samples_interval(const double *values, int n)
{
    double sorted[BENCH_SAMPLES_MOST];
    int k = outside(n);

    sort(sorted, values, n);
    return (struct bench_interval){sorted[k], bench_samples_median(values, n), sorted[n - 1 - k]};
}

void bench_samples_shuffle(int *numbers, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int other = (int)(random() % (i + 1)), number = numbers[i];

        numbers[i] = numbers[other];
        numbers[other] = number;
    }
}
