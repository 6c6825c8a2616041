/* Tukey's fences. */
#include "config.h"

#include "outliers.h"

#include "ground.h"
#include "median.h"

#include <stdlib.h>
#include <string.h>

void mpib_times_add(struct mpib_times *times, double time)
{
    if (times->n == times->room) {
        const int room = times->room ? 2 * times->room : 64;
        double *larger = mpib_allocate((size_t)room, sizeof *larger);

        if (times->n)
            memcpy(larger, times->time, (size_t)times->n * sizeof *larger);
        free(times->time);
        times->time = larger;
        times->room = room;
    }
    times->time[times->n++] = time;
}

/* Of n figures in order what a quarter of them, or three, lie below. */
static double quartile(const double *sorted, int n, int nth)
{
    const double at = (n - 1) * nth / 4.0;
    const int below = (int)at, above = below + 1 < n ? below + 1 : below;

    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

struct mpib_sample mpib_times_within_fences(const struct mpib_times *times)
{
    struct mpib_sample sample = {0, 0, 0};
    double *sorted = mpib_allocate((size_t)times->n, sizeof *sorted), first, third, beyond;

    mpib_sort(sorted, times->time, times->n);
    first = quartile(sorted, times->n, 1);
    third = quartile(sorted, times->n, 3);
    beyond = 1.5 * (third - first);
    for (int i = 0; i < times->n; i++)
        if (!(times->time[i] < first - beyond || times->time[i] > third + beyond))
            mpib_sample_add(&sample, times->time[i]);
    free(sorted);
    return sample;
}
