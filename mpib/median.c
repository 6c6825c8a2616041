/* Order statistics of rounds. */
#include "config.h"

#include "median.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void mpib_sort(double *sorted, const double *values, int n)
{
    memcpy(sorted, values, (size_t)n * sizeof *values);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
}

static bool is_known(const double *values, int n)
{
    for (int i = 0; i < n; i++)
        if (isnan(values[i]))
            return false;
    return true;
}

double mpib_median(const double *values, int n)
{
    double sorted[MPIB_ROUNDS_MOST];

    if (!is_known(values, n))
        return NAN;
    mpib_sort(sorted, values, n);
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

double mpib_median_deviation(const double *values, int n)
{
    double middle = mpib_median(values, n), away[MPIB_ROUNDS_MOST];

    for (int i = 0; i < n; i++)
        away[i] = fabs(values[i] - middle);
    return mpib_median(away, n);
}

/* How many of the n smallest, and of the n largest, lie outside of the median's interval: the
 * largest k with 2 P(Binomial(n, 1/2) < k) <= 1 - MPIB_MEDIAN_CONFIDENCE, less one. */
static int outside(int n)
{
    double below = 0, probability = exp2(-n); /* P(X = 0), then P(X = k) */
    int k = 0;

    while (2 * (below + probability) <= 1 - MPIB_MEDIAN_CONFIDENCE) {
        below += probability;
        probability *= (double)(n - k) / (k + 1);
        k++;
    }
    return k > 0 ? k - 1 : 0;
}

struct mpib_interval mpib_median_interval(const double *values, int n)
{
    double sorted[MPIB_ROUNDS_MOST];
    int k = outside(n);

    if (!is_known(values, n))
        return (struct mpib_interval){NAN, NAN, NAN};
    mpib_sort(sorted, values, n);
    return (struct mpib_interval){sorted[k], mpib_median(values, n), sorted[n - 1 - k]};
}
