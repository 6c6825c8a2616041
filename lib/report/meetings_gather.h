/* Who came last to the collectives of a job that several nodes have: what each rank has on record
 * of itself (profile/arrivals.h), put together at its end.
 *
 * Ranks are blocks, which are put together two by two along a tree: each hands on the rows that
 * lack somebody, and learns in the end what became of them (live/meetings.h). Where two blocks
 * stand on two nodes their clocks are brought together first, by messages back and forth and by the
 * collectives that both were at. A rank sends as many messages as the tree has floors. */
#ifndef MPIT_REPORT_MEETINGS_GATHER_H
#define MPIT_REPORT_MEETINGS_GATHER_H

#include <stdbool.h>
#include <stdint.h>

#include "report/gather.h"
#include "report/pairs.h"
#include "report/snapshot.h"

/* Adds to the pairs of this process for whom it has waited, and to what it has joined.  A step of
 * gathering. */
bool mpit__meetings_gather(struct mpit_gather *gather, struct mpit_pairs *pairs,
                           uint64_t joined[MPIT_JOINED]);

#endif
