#include "verdict.h"

enum bench_verdict bench_verdict(struct mpib_interval excess, double resolution)
{
    return excess.high <= resolution ? BENCH_HELD : excess.low > 0 ? BENCH_MISSED : BENCH_UNDECIDED;
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
