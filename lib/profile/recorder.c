#include "config.h"

#include "profile/recorder.h"

#include <stddef.h>

#include "ground/in_force.h"
#include "ground/memory.h"
#include "live/segment.h"
#include "profile/totals.h"
#include "profile/watch.h"

struct mpit_recorder *mpit__recorder_take(const struct mpit_current_call *place, unsigned shard)
{
    static struct mpit_recorder recorders[MPIT_SHARDS];
    struct mpit_recorder *its = &recorders[shard];
    const uint32_t n = MPIT_IN_FORCE(recorder);

    if (!place || !n)
        return NULL;
    if (!its->ring) {
        its->ring = mpit__memory_take_shared(sizeof *its->ring + n * sizeof *its->ring->call);
        if (!its->ring)
            return NULL;
        its->n = n;
        mpit__live_put(its->ring, MPIT_LIVE_RECORDER, shard, 0, n, 1);
        mpit__watch_records();
    }
    return its;
}
