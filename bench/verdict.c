#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum bench_verdict bench_verdict(struct mpib_interval excess, double resolution)
{
    return excess.high <= resolution ? BENCH_HELD
           : excess.low > resolution ? BENCH_MISSED
                                     : BENCH_UNDECIDED;
}

/* What the case "yardstick" took where limits in ns were set; 0: not known. */
static double where_limits_were_set(const char *vendor)
{
    static const struct {
        const char *vendor;
        double ns;
    } known[] = {{"MPICH Version: 4.0.2", 42.24}, {"Open MPI v4.1.4", 62.49}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(vendor, known[i].vendor) == 0)
            return known[i].ns;
    }
    return 0;
}

double bench_slower(const char *vendor, double yardstick)
{
    const double there = where_limits_were_set(vendor);

    return there > 0 ? fmax(1, yardstick / there) : 1;
}

void bench_slower_print(const char *vendor, double yardstick)
{
    const double slower = bench_slower(vendor, yardstick);

    if (where_limits_were_set(vendor) == 0)
        printf("\nlimits in ns are as they are called: what \"yardstick\" takes in this MPI where "
               "they were set\nis not known\n");
    else if (slower > 1)
        printf("\nlimits in ns are %.2f times what they are called: as many times longer "
               "\"yardstick\" takes here\n",
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
