#include "config.h"

#include "profile/recorder.h"

#include <stddef.h>

#include "ground/in_force.h"
#include "ground/memory.h"
#include "live/segment.h"
#include "profile/totals.h"
#include "profile/watch.h"

/* Calls that are kept in memory where all are wanted. */
enum { OF_ALL = 65536 };

static struct mpit_recorder recorders[MPIT_SHARDS];

static uint32_t calls_to_keep(void)
{
    const uint32_t n = MPIT_IN_FORCE(recorder);

    if (n == MPIT_RECORDER_ALL || (mpit__in_force.recorder_file[0] && n < OF_ALL))
        return OF_ALL;
    return n;
}

struct mpit_recorder *mpit__recorder_take(const struct mpit_current_call *place, unsigned shard)
{
    struct mpit_recorder *its = &recorders[shard];
    const uint32_t n = calls_to_keep();
    struct mpit_live_recorder *ring;

    if (!place || !n)
        return NULL;
    if (!its->ring) {
        ring = mpit__memory_take_shared(sizeof *ring + n * sizeof *ring->call);
        if (!ring)
            return NULL;
        its->n = n;
        its->slot = ring->call;
        its->end = ring->call + n;
        mpit__live_put(ring, MPIT_LIVE_RECORDER, shard, 0, n, 1);
        __atomic_store_n(&its->ring, ring, __ATOMIC_RELEASE);
        mpit__watch_records();
    }
    return its;
}

const struct mpit_live_recorder *mpit__recorder_of(unsigned shard, uint32_t *n)
{
    const struct mpit_live_recorder *ring =
        __atomic_load_n(&recorders[shard].ring, __ATOMIC_ACQUIRE);

    *n = ring ? recorders[shard].n : 0;
    return ring;
}
