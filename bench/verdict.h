/* What is said of a target. */
#ifndef MPIT_BENCH_VERDICT_H
#define MPIT_BENCH_VERDICT_H

#include "samples.h"

/* The numbers are exit statuses as well. */
enum mpit_verdict { MPIT_HELD, MPIT_MISSED, MPIT_UNDECIDED };

/* Of the interval by which something lies over its limit: one that is above 0 as a whole misses it;
 * one that reaches farther over it than `resolution` does not show that it is held. */
enum mpit_verdict mpit__verdict(struct mpit_interval excess, double resolution);

/* For people, where what is missed stands out, and for scripts. */
const char *mpit__verdict_text(enum mpit_verdict verdict);
const char *mpit__verdict_json(enum mpit_verdict verdict);

#endif
