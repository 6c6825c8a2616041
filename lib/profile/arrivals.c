#include "config.h"

#include "profile/arrivals.h"

#include "ground/memory.h"
#include "live/segment.h"
#include "profile/watch.h"

struct mpit_live_ring *_Atomic mpit__arrivals_rings[MPIT_SHARDS];
static _Atomic bool kept;

void mpit__arrivals_begin(void)
{
    if (!mpit__live_head || !mpit__watch_wants(&mpit__watch, MPIT_BIT_WAITS))
        return;
    atomic_store(&kept, true);
    mpit__watch_order();
}

bool mpit__arrivals_are_kept(void)
{
    return atomic_load_explicit(&kept, memory_order_relaxed);
}

/* Once made it is that of whichever thread has the shard.  Two threads of a shared shard may make
 * one each: the second stays empty. */
struct mpit_live_ring *mpit__arrivals_ring_make(unsigned shard)
{
    struct mpit_live_ring *made, *before = NULL;

    if (!mpit__live_head)
        return NULL;
    made = mpit__memory_take_shared(sizeof *made);
    if (!made)
        return NULL;
    if (!atomic_compare_exchange_strong(&mpit__arrivals_rings[shard], &before, made))
        return before;
    mpit__live_put(made, MPIT_LIVE_RING, shard, 0, MPIT_LIVE_ARRIVALS, 1);
    return made;
}

void mpit__arrival_take_back(struct mpit_arrival arrival, struct mpit_object *comm)
{
    bool stands = mpit__arrival_stands(arrival);

    if (!comm || (arrival.slot ? !stands : !arrival.index))
        return;
    if (stands)
        atomic_store(&arrival.slot->size, 0);
    atomic_fetch_sub(&comm->collectives, 1);
}

struct mpit_arrival_name mpit__arrival_prepare(struct mpit_object *comm)
{
    struct mpit_arrival_name name = {.size = comm->parties};

    if (name.size)
        name.comm =
            mpit_live_key_of_prepared(comm->known_as, atomic_fetch_add(&comm->prepared, 1) + 1);
    return name;
}
