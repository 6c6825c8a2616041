/* When this process has come to collectives (MPIT_WATCH_WAITS): a ring a thread in the segment, for
 * who joins them (live/join.h).  Each rank writes what it knows of itself; who came last, and for
 * how long the others have waited, only all of them together know.
 *
 * How-manyth a collective is on its communicator is the same in all its processes as long as each
 * of them counts from the beginning: so that is done from MPI_Init on, or not at all. */
#ifndef MPIT_PROFILE_ARRIVALS_H
#define MPIT_PROFILE_ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "ground/internal.h"
#include "live/layout.h"
#include "mpi/families.h"
#include "profile/thread.h"

/* Where waits are watched and there is a segment, when MPI has begun, before any communicator is
 * described: then what others know it by is found out. */
void mpit__arrivals_begin(void);
bool mpit__arrivals_are_kept(void);

/* One that stands in a ring; slot NULL: none does, and with an index other than 0 it was only
 * counted. */
struct mpit_arrival {
    struct mpit_live_arrival *slot;
    uint64_t index;
};

/* The ring of a shard, NULL before it is needed; made then, NULL without memory. */
MPIT_INTERNAL extern struct mpit_live_ring *_Atomic mpit__arrivals_rings[MPIT_SHARDS];
struct mpit_live_ring *mpit__arrivals_ring_make(unsigned shard);

/* Slots of a ring from this one on are used again, and what stood there is to be kept (struct
 * mpit_live_past): UINT64_MAX where it is not. */
MPIT_INTERNAL extern _Atomic uint64_t mpit__arrivals_kept_from;
void mpit__arrival_keep(const struct mpit_thread *thread, const struct mpit_live_arrival *slot);

/* What all who come to it know it by: of which communicator, the how-manyth there. */
struct mpit_arrival_name {
    uint64_t comm, nth;
    uint32_t size;
};

/* Takes the next slot of a ring.  Under a shared shard several threads do so at once. */
MPIT_HOT struct mpit_arrival mpit__arrival_put(const struct mpit_thread *thread,
                                               struct mpit_arrival_name name,
                                               enum mpit_collective operation, uint64_t entry)
{
    struct mpit_live_ring *ring =
        atomic_load_explicit(&mpit__arrivals_rings[thread->shard], memory_order_relaxed);
    struct mpit_arrival arrival = {.slot = NULL};
    struct mpit_live_arrival *slot;
    uint64_t before;

    if (!MPIT_LIKELY(ring != NULL) && !(ring = mpit__arrivals_ring_make(thread->shard)))
        return arrival;
    before = MPIT_LIKELY(!thread->shared)
                 ? atomic_load_explicit(&ring->started, memory_order_relaxed)
                 : atomic_fetch_add(&ring->started, 1);
    slot = &ring->slot[before % MPIT_LIVE_ARRIVALS];
    if (!MPIT_LIKELY(before <
                     atomic_load_explicit(&mpit__arrivals_kept_from, memory_order_relaxed)))
        mpit__arrival_keep(thread, slot);
    atomic_store_explicit(&slot->index, 0, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&slot->comm, name.comm, memory_order_relaxed);
    atomic_store_explicit(&slot->nth, name.nth, memory_order_relaxed);
    atomic_store_explicit(&slot->entry, entry, memory_order_relaxed);
    atomic_store_explicit(&slot->since, 0, memory_order_relaxed);
    atomic_store_explicit(&slot->exit, 0, memory_order_relaxed);
    atomic_store_explicit(&slot->bytes, 0, memory_order_relaxed);
    atomic_store_explicit(&slot->size, name.size, memory_order_relaxed);
    atomic_store_explicit(&slot->operation, (uint32_t)operation, memory_order_relaxed);
    atomic_store_explicit(&slot->index, before + 1, memory_order_release);
    if (MPIT_LIKELY(!thread->shared))
        atomic_store_explicit(&ring->started, before + 1, memory_order_release);
    return (struct mpit_arrival){slot, before + 1};
}

/* The next collective on a communicator that is known; size 0: there is nobody to wait for, or
 * others cannot know it again. */
MPIT_HOT struct mpit_arrival_name mpit__arrival_next(struct mpit_object *comm)
{
    struct mpit_arrival_name name = {.size = comm->parties};

    if (!name.size)
        return name;
    name.comm = comm->known_as;
    name.nth = atomic_load_explicit(&comm->collectives, memory_order_relaxed) + 1;
    atomic_store_explicit(&comm->collectives, name.nth, memory_order_relaxed);
    return name;
}

/* This process comes to a collective on a communicator of which it knows that it is one; else
 * nothing, and mpit__waits_leave says so of it when the MPI library has accepted it. */
MPIT_HOT struct mpit_arrival mpit__arrival_on(const struct mpit_thread *thread,
                                              struct mpit_object *comm,
                                              enum mpit_collective operation, uint64_t entry)
{
    struct mpit_arrival_name name = mpit__arrival_next(comm);

    return name.size ? mpit__arrival_put(thread, name, operation, entry)
                     : (struct mpit_arrival){.slot = NULL};
}

/* The same where nothing is recorded (MPIT_WATCH_ORDER). */
static inline struct mpit_arrival mpit__arrival_pass(struct mpit_object *comm)
{
    return (struct mpit_arrival){.index = mpit__arrival_next(comm).nth};
}

/* … a thread that has gone round the ring meanwhile has written another one there. */
MPIT_HOT bool mpit__arrival_stands(struct mpit_arrival arrival)
{
    return arrival.slot &&
           atomic_load_explicit(&arrival.slot->index, memory_order_relaxed) == arrival.index;
}

/* One that goes on by itself is started, which took so long: what the others wait for is that the
 * last one is, and that takes it as long as it took us; so that much counts as waiting. */
MPIT_HOT void mpit__arrival_started(struct mpit_arrival arrival, uint64_t took)
{
    if (MPIT_LIKELY(mpit__arrival_stands(arrival)))
        atomic_store_explicit(&arrival.slot->since, took, memory_order_relaxed);
}
MPIT_HOT uint64_t mpit__arrival_start_took(struct mpit_arrival arrival)
{
    return MPIT_LIKELY(mpit__arrival_stands(arrival))
               ? atomic_load_explicit(&arrival.slot->since, memory_order_relaxed)
               : 0;
}

/* It has waited from a moment (0: from its entry) to another. */
MPIT_HOT void mpit__arrival_left(struct mpit_arrival arrival, uint64_t since, uint64_t exit)
{
    if (!MPIT_LIKELY(mpit__arrival_stands(arrival)))
        return;
    atomic_store_explicit(&arrival.slot->since, since, memory_order_relaxed);
    atomic_store_explicit(&arrival.slot->exit, exit, memory_order_release);
}

/* The collective was none. */
void mpit__arrival_take_back(struct mpit_arrival arrival, struct mpit_object *comm);

/* Of a persistent collective that this process makes: each start is one of a name of its own, since
 * starts need not be in the same order everywhere (MPI 4.0, 6.13). */
struct mpit_arrival_name mpit__arrival_prepare(struct mpit_object *comm);

/* What rings and pasts hold of this process, for free(); NULL: nothing, or no memory.  `all`:
 * collectives to which it has come. */
struct mpit_mine;
struct mpit_mine *mpit__arrivals_list(size_t *n, uint64_t *all);

#endif
