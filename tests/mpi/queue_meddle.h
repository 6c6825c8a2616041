/* Traffic whose queues are watched meanwhile: between any two calls a handle may be started,
 * stopped or read, and all recording goes off and on.  QUEUE_SEED in the environment makes another
 * run. */
#ifndef MPIT_TESTS_QUEUE_MEDDLE_H
#define MPIT_TESTS_QUEUE_MEDDLE_H

#include "queue.h"
#include "queue_traffic.h"

enum { WATCHES = 3 };

struct meddler {
    struct traffic traffic;
    struct watched watches[WATCHES];
    long seen; /* lengths other than 0 that were read */
};

/* One for each thread of a rank: their communicators are made, their handles bound.  Collective. */
void meddlers_begin(struct meddler meddlers[], int n, int rounds);

/* Checks that all have done enough; what they received has been checked.  Collective; afterwards
 * their communicators are freed. */
void meddlers_end(struct meddler meddlers[], int n, long at_least);

#endif
