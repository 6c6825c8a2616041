/* The last calls of each thread, for who reads the segment (mpit_recorder). */
#ifndef MPIT_PROFILE_RECORDER_H
#define MPIT_PROFILE_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "live/layout.h"

struct mpit_current_call;

/* What others see of a thread, and where the next call goes. */
struct mpit_recorder {
    struct mpit_live_recorder *ring;
    struct mpit_live_called *slot, *end; /* of its slots: the next, and behind the last */
    uint32_t n;
    bool filled; /* the next one has the message of the call that is just being made */
    /* What its last call was about; its lines in the cache of the thread hold others, too. */
    uint32_t comm_epoch, comm_number, type_epoch;
    uint64_t comm, type, type_size;
};

/* The recorder of the thread that has a shard, and says where it is; NULL where none is wanted, and
 * without memory.  A thread that gets the shard of one that has ended goes on in its ring. */
struct mpit_recorder *mpit__recorder_take(const struct mpit_current_call *place, unsigned shard);

/* For another thread: its ring, and how many calls that has; NULL: there is none yet. */
const struct mpit_live_recorder *mpit__recorder_of(unsigned shard, uint32_t *n);

#endif
