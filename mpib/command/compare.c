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

enum command_agreement command_judge(double uncertain, const struct mpib_interval *difference,
                                     double skew)
{
    const double apart = fabs(difference->middle);

    if (!isfinite(apart))
        return COMMAND_UNKNOWN;
    if ((difference->low <= 0 && difference->high >= 0) || apart <= uncertain)
        return COMMAND_AGREE;
    return apart <= uncertain + skew ? COMMAND_AGREE_WITH_SKEW : COMMAND_DISAGREE;
}

static struct mpib_interval difference_of(const double *times, const double *others, int n)
{
    double differences[MPIB_ROUNDS_MOST];

    for (int i = 0; i < n; i++)
        differences[i] = others[i] - times[i];
    return mpib_median_interval(differences, n);
}

int command_compare(const struct command_settings *settings, MPIB_coll_container *container, int M,
                    command_measure *measure, struct command_comparison result[])
{
    const int n = settings->rounds, methods = settings->ncompare + 1;
    double times[COMMAND_METHODS][MPIB_ROUNDS_MOST], empty[MPIB_ROUNDS_MOST];
    struct mpib_interval own;

    for (int round = 0; round < n; round++) {
        for (int turn = 0; turn < methods; turn++) {
            const int which = (round + turn) % methods;
            const int method = which ? settings->compare[which - 1] : settings->method;

            times[which][round] = time_by(settings, container, method, M, measure);
        }
        empty[round] = empty_message(settings);
    }
    own = mpib_median_interval(times[0], n);
    for (int i = 0; i < settings->ncompare; i++) {
        struct command_comparison *c = &result[i];

        *c = (struct command_comparison){
            .M = M,
            .with = command_compared_name(settings, i),
            .time = {own, mpib_median_interval(times[i + 1], n)},
            .difference = difference_of(times[0], times[i + 1], n),
            .skew = mpib_median(empty, n),
        };
        c->agreement =
            command_judge(command_half_width(&c->time[0]) + command_half_width(&c->time[1]),
                          &c->difference, c->skew);
    }
    return settings->ncompare;
}
