#include "config.h"

#include "compare.h"

#include <math.h>

double command_half_width(const struct mpib_interval *interval)
{
    return (interval->high - interval->low) / 2;
}

static double time_by(const struct command_settings *settings, MPIB_coll_container *container,
                      int method, int M, command_measure *measure)
{
    /* What this method subtracts is as uncertain as what it measures: it is taken anew. */
    if (method == COMMAND_METHOD_bcast)
        MPIB_bcast_timer_init(MPI_COMM_WORLD, 0, settings->precision);
    return measure(settings, container, method, M).T;
}

/* Half of an empty round trip; nobody can be late for a rank that is alone. */
static double empty_message(const struct command_settings *settings)
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

static enum command_agreement judge(const struct command_comparison *c)
{
    double uncertain = command_half_width(&c->time[0]) + command_half_width(&c->time[1]);
    double apart = fabs(c->difference.middle);

    if ((c->difference.low <= 0 && c->difference.high >= 0) || apart <= uncertain)
        return COMMAND_AGREE;
    return apart <= uncertain + c->skew ? COMMAND_AGREE_WITH_SKEW : COMMAND_DISAGREE;
}

struct command_comparison command_compare(const struct command_settings *settings,
                                          MPIB_coll_container *container, int M,
                                          command_measure *measure)
{
    const int methods[] = {settings->method, settings->compare}, n = settings->rounds;
    double times[2][MPIB_ROUNDS_MOST], differences[MPIB_ROUNDS_MOST], empty[MPIB_ROUNDS_MOST];
    struct command_comparison result = {.M = M};

    for (int round = 0; round < n; round++) {
        for (int turn = 0; turn < 2; turn++) {
            int which = (round + turn) % 2;

            times[which][round] = time_by(settings, container, methods[which], M, measure);
        }
        differences[round] = times[1][round] - times[0][round];
        empty[round] = empty_message(settings);
    }
    for (int which = 0; which < 2; which++)
        result.time[which] = mpib_median_interval(times[which], n);
    result.difference = mpib_median_interval(differences, n);
    result.skew = mpib_median(empty, n);
    result.agreement = judge(&result);
    return result;
}
