/* Where each thread is: which calls it makes, for who reads the segment (mpit_live=where). */
#ifndef MPIT_PROFILE_CURRENT_CALL_H
#define MPIT_PROFILE_CURRENT_CALL_H

#include <mpi.h>
#include <stdbool.h>

#include "live/segment.h"
#include "profile/cache.h"

/* What others see of a thread, and what is its own. */
struct mpit_current_call {
    struct mpit_live_place shown;
    struct mpit_live_note notes[MPIT_LIVE_NOTES];
};

/* The place of the thread that has a shard, and that it has it no more.  NULL where places are not
 * wanted, without memory, and for the threads that share the last shard. */
struct mpit_current_call *mpit__current_call_take(unsigned shard);
void mpit__current_call_give(struct mpit_current_call *place);

/* MPI is up: what the values mean that calls are given, and the communicators that have come with
 * it, for places to refer to. */
void mpit__current_call_begin(void);

#endif
