/* Message sizes: powers of two, and more of them where the curve bends. */
#include "config.h"

#include "mpib.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

struct walk {
    const MPIB_msgset *set;
    MPIB_result (*measure)(int M, void *context);
    void (*done)(const MPIB_result *result, void *context);
    void *context;
};

/* A step of less than an eighth of the size shows nothing on a logarithmic axis. */
static bool is_wide(const MPIB_msgset *set, int low, int high)
{
    int width = high - low;

    return width >= 2 * (set->min_stride > 0 ? set->min_stride : 1) && width / 2 >= low / 8;
}

static bool is_bent(const MPIB_msgset *set, const MPIB_result *low, const MPIB_result *middle,
                    const MPIB_result *high)
{
    double part = (double)(middle->M - low->M) / (high->M - low->M);
    double line = low->T + part * (high->T - low->T);
    double line_ci = low->ci + part * (high->ci - low->ci);

    return fabs(middle->T - line) > set->max_diff * line + middle->ci + line_ci;
}

/* What lies between two measured sizes. */
static void walk_between(const struct walk *walk, const MPIB_result *low, const MPIB_result *high)
{
    if (!is_wide(walk->set, low->M, high->M))
        return;
    MPIB_result middle = walk->measure(low->M + (high->M - low->M) / 2, walk->context);
    bool bent = is_bent(walk->set, low, &middle, high);

    if (bent)
        walk_between(walk, low, &middle);
    walk->done(&middle, walk->context);
    if (bent)
        walk_between(walk, &middle, high);
}

static int power_above(int size)
{
    unsigned power = 1;

    while (power <= (unsigned)size)
        power *= 2;
    return power > INT_MAX ? INT_MAX : (int)power;
}

void MPIB_measure_msgset(const MPIB_msgset *set, MPIB_result (*measure)(int M, void *context),
                         void (*done)(const MPIB_result *result, void *context), void *context)
{
    const struct walk walk = {set, measure, done, context};
    MPIB_result low = measure(set->min_size, context);

    done(&low, context);
    while (low.M < set->max_size) {
        int next = power_above(low.M);
        MPIB_result high = measure(next < set->max_size ? next : set->max_size, context);

        if (set->max_diff > 0)
            walk_between(&walk, &low, &high);
        done(&high, context);
        low = high;
    }
}
