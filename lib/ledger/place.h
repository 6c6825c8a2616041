/* Where each thread is: which calls it makes, for who reads the segment (mpit_live=where). */
#ifndef MPIT_LEDGER_PLACE_H
#define MPIT_LEDGER_PLACE_H

#include <mpi.h>
#include <stdbool.h>

#include "ledger/cache.h"
#include "live/segment.h"

/* What others see of a thread, and what is its own. */
struct mpit_place {
    struct mpit_live_place shown;
    struct mpit_live_note notes[MPIT_LIVE_NOTES];
};

/* The place of the thread that has a shard, and that it has it no more.  NULL where places are not
 * wanted, without memory, and for the threads that share the last shard. */
struct mpit_place *mpit__place_take(unsigned shard);
void mpit__place_give(struct mpit_place *place);

/* MPI is up: what the values mean that calls are given, and the communicators that have come with
 * it, for places to refer to. */
void mpit__place_begin(void);

#endif
