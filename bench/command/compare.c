#include "config.h"

#include "compare.h"

#include <math.h>

double mpit__bench_half_width(const struct mpit_interval *interval)
{
    return (interval->high - interval->low) / 2;
}

static double time_by(const struct bench_settings *settings, MPIB_coll_container *container,
                      int method, int M, bench_measure *measure)
{
    /* What this method subtracts is as uncertain as what it measures: it is taken anew. */
    if (method == BENCH_METHOD_bcast)
        MPIB_bcast_timer_init(MPI_COMM_WORLD, 0, settings->precision);
    return measure(settings, container, method, M).T;
}

/* Half of an empty round trip; nobody can be late for a rank that is alone. */
static double empty_message(const struct bench_settings *settings)
{
    MPIB_result result;
    int ranks;

    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks == 1)
        return 0;
    MPIB_measure_p2p(MPI_COMM_WORLD, settings->root, (settings->root + 1) % ranks, 0,
                     settings->precision, &result);
    return result.T / 2;
}

static enum bench_agreement judge(const struct bench_comparison *c)
{
    double uncertain = mpit__bench_half_width(&c->time[0]) + mpit__bench_half_width(&c->time[1]);
    double apart = fabs(c->difference.middle);

    if ((c->difference.low <= 0 && c->difference.high >= 0) || apart <= uncertain)
        return BENCH_AGREE;
    return apart <= uncertain + c->skew ? BENCH_AGREE_WITH_SKEW : BENCH_DISAGREE;
}

struct bench_comparison mpit__bench_compare(const struct bench_settings *settings,
                                            MPIB_coll_container *container, int M,
                                            bench_measure *measure)
{
    const int methods[] = {settings->method, settings->compare}, n = settings->rounds;
    double times[2][MPIT_SAMPLES_MOST], differences[MPIT_SAMPLES_MOST], empty[MPIT_SAMPLES_MOST];
    struct bench_comparison result = {.M = M};

    for (int round = 0; round < n; round++) {
        for (int turn = 0; turn < 2; turn++) {
            int which = (round + turn) % 2;

            times[which][round] = time_by(settings, container, methods[which], M, measure);
        }
        differences[round] = times[1][round] - times[0][round];
        empty[round] = empty_message(settings);
    }
    for (int which = 0; which < 2; which++)
        result.time[which] = mpit__samples_interval(times[which], n);
    result.difference = mpit__samples_interval(differences, n);
    result.skew = mpit__samples_median(empty, n);
    result.agreement = judge(&result);
    return result;
}
