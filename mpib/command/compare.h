/* Several methods on the same operation, by turns. */
#ifndef COMMAND_COMPARE_H
#define COMMAND_COMPARE_H

#include "settings.h"

#include "../median.h"

enum command_agreement {
    COMMAND_AGREE,           /* within their confidence intervals */
    COMMAND_AGREE_WITH_SKEW, /* within these and the time of an empty message */
    COMMAND_DISAGREE,
    COMMAND_UNKNOWN, /* one of them could not be measured */
};

/* Times of which the difference is known as it is, and each is uncertain: both together so much. */
enum command_agreement command_judge(double uncertain, const struct mpib_interval *difference,
                                     double skew);

/* Over the rounds; seconds. */
struct command_comparison {
    int M;
    const char *with;                /* the other method */
    struct mpib_interval time[2];    /* by settings->method and by the other one */
    struct mpib_interval difference; /* the second less the first, within a round */
    double skew;                     /* an empty message from the root to the next rank */
    enum command_agreement agreement;
};

/* Half the width of an interval: what a method's figure is uncertain by. */
double command_half_width(const struct mpib_interval *interval);

/* The measurement by one method; collective, as MPIB_measure_… is. */
typedef MPIB_result command_measure(const struct command_settings *settings,
                                    MPIB_coll_container *container, int method, int M);

/* settings->rounds rounds, each with all methods in an order that changes; collective, and every
 * rank gets the same.  Two agree if the interval of the difference contains 0, or the difference is
 * at most what the two are uncertain by together.  A row for each of settings->compare; returns how
 * many. */
int command_compare(const struct command_settings *settings, MPIB_coll_container *container, int M,
                    command_measure *measure, struct command_comparison result[]);

#endif
