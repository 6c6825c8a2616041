/* Two methods on the same operation, by turns. */
#ifndef MPIT_BENCH_COMPARE_H
#define MPIT_BENCH_COMPARE_H

#include "settings.h"

#include "../samples.h"

enum bench_agreement {
    BENCH_AGREE,           /* within their confidence intervals */
    BENCH_AGREE_WITH_SKEW, /* within these and the time of an empty message */
    BENCH_DISAGREE,
};

/* Over the rounds; seconds. */
struct bench_comparison {
    int M;
    struct mpit_interval time[2];    /* by settings->method and by settings->compare */
    struct mpit_interval difference; /* the second less the first, within a round */
    double skew;                     /* an empty message from the root to the next rank */
    enum bench_agreement agreement;
};

/* Half the width of an interval: what a method's figure is uncertain by. */
double mpit__bench_half_width(const struct mpit_interval *interval);

/* The measurement by one method; collective, as MPIB_measure_… is. */
typedef MPIB_result bench_measure(const struct bench_settings *settings,
                                  MPIB_coll_container *container, int method, int M);

/* settings->rounds rounds, each with both methods in an order that changes; collective, and every
 * rank gets the same.  They agree if the interval of the difference contains 0, or the difference
 * is at most what the two are uncertain by together. */
struct bench_comparison mpit__bench_compare(const struct bench_settings *settings,
                                            MPIB_coll_container *container, int M,
                                            bench_measure *measure);

#endif
