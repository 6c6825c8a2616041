/* The last calls of each thread, for who reads the segment (mpit_recorder). */
#ifndef MPIT_PROFILE_RECORDER_H
#define MPIT_PROFILE_RECORDER_H

#include <stdint.h>

#include "live/layout.h"

struct mpit_current_call;

/* What others see of a thread, and where the next call goes. */
struct mpit_recorder {
    struct mpit_live_recorder *ring;
    uint32_t n, next;
};

/* The recorder of the thread that has a shard, and says where it is; NULL where none is wanted, and
 * without memory.  A thread that gets the shard of one that has ended goes on in its ring. */
struct mpit_recorder *mpit__recorder_take(const struct mpit_current_call *place, unsigned shard);

/* For another thread: its ring, and how many calls that has; NULL: there is none yet. */
const struct mpit_live_recorder *mpit__recorder_of(unsigned shard, uint32_t *n);

#endif
