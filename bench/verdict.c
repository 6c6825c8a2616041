#include "verdict.h"

#include <math.h>
#include <stdio.h>

enum bench_verdict bench_verdict(struct mpib_interval excess, double resolution)
{
    return excess.high <= resolution ? BENCH_HELD
           : excess.low > resolution ? BENCH_MISSED
                                     : BENCH_UNDECIDED;
}

double bench_slower(double wrapping)
{
    static const double WHERE_LIMITS_WERE_SET = 2.28;

    return fmax(1, wrapping / WHERE_LIMITS_WERE_SET);
}

void bench_slower_print(double slower)
{
    if (slower > 1)
        printf(
            "\nlimits in ns are %.2f times what they are called: by that \"wrapping\" takes longer "
            "here\n",
            slower);
}

const char *bench_verdict_text(enum bench_verdict verdict)
{
    return verdict == BENCH_MISSED ? "MISSED" : bench_verdict_json(verdict);
}

const char *bench_verdict_json(enum bench_verdict verdict)
{
    static const char *const names[] = {"held", "missed", "undecided"};

    return names[verdict];
}
