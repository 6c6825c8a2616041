/* Arrivals of several processes at the same collectives, joined: who came last to each, and how
 * long the others had waited for him (struct mpit_live_arrival; profile/arrivals.h writes them).
 *
 * Where not all arrivals are read a collective is of the highest level that one of its arrivals
 * has: it is joined where it is kept at that level (live/meetings.h), and stands for as many.
 *
 * A process has waited, from when it came until it left, for the one that came last before it left:
 * who came later was not needed for its part.  Nothing here allocates but mpit__join_make, and what
 * arrivals say is not believed: they are numbers that are compared. */
#ifndef MPIT_LIVE_JOIN_H
#define MPIT_LIVE_JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live/layout.h"

/* An arrival as it was read. */
struct mpit_arrived {
    uint64_t comm, nth, entry, since, exit;
    uint32_t size, operation;
    uint8_t level; /* it stands for 2^level: others of its kind were passed over */
};

/* For whom a process has waited. */
struct mpit_waited_for {
    int process, culprit; /* as the caller numbers them */
    uint64_t count, ticks;
    uint64_t some_count, some_ticks; /* of collectives that stand for more than themselves: for all
                                      * of those */
};

/* Seconds that a tick of the process's clock takes; 0: nobody knows yet, or its head is damaged. */
double mpit__live_tick(const struct mpit_live_head *head);

/* Whether the ticks of two processes can be those of one clock: they are as long. */
bool mpit__join_can(const struct mpit_live_head *a, const struct mpit_live_head *b);

struct mpit_join;

/* Seconds up to which nobody has waited: what `least` is for who joins. */
#define MPIT_JOIN_LEAST 1e-6

/* `open`: arrivals that may wait for others of their collective at once; beyond them the oldest are
 * let go.  `least`: what is no wait yet, in ticks.  NULL without memory. */
struct mpit_join *mpit__join_make(size_t open, uint64_t least);
void mpit__join_free(struct mpit_join *join);

/* A process (from 0) has come to a collective; it has left one to which it had come. */
void mpit__join_came(struct mpit_join *join, int process, const struct mpit_arrived *arrived);
void mpit__join_left(struct mpit_join *join, int process, const struct mpit_arrived *arrived);

/* Arrivals at collectives to which all processes have come, of one process; -1: of all.  As many as
 * they stand for; and those themselves. */
uint64_t mpit__join_seen(const struct mpit_join *join, int process);
uint64_t mpit__join_one_by_one(const struct mpit_join *join);

/* Whom they have waited for, in no order; the list belongs to the join and ends with the next call
 * that is given an arrival. */
const struct mpit_waited_for *mpit__join_waits(const struct mpit_join *join, size_t *n);

#endif
