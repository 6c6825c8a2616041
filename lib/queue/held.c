#include "config.h"

#include "queue/held.h"

#include "ground/in_force.h"
#include "ground/memory.h"
#include "mpi/held.h"
#include "queue/store.h"

static uint64_t held; /* bytes, of ours and of the MPI library */

/* The records of the store are counted where they are taken. */
static uint64_t cost_of(uint64_t bytes)
{
    return MPIT_STORE_BYTES + mpit__vendor_held_bytes(bytes);
}

/* Other records are to have their part of mpit_memory_limit, too. */
static uint64_t limit(void)
{
    uint64_t ours = MPIT_IN_FORCE(umq_drain_bytes), half = MPIT_IN_FORCE(memory_limit) / 2;

    return ours < half ? ours : half;
}

bool mpit__held_has_room(void)
{
    return held + cost_of(0) <= limit() && mpit__memory_has_room(cost_of(0));
}

void mpit__held_more(uint64_t bytes)
{
    held += cost_of(bytes);
    mpit__memory_is_elsewhere((int64_t)mpit__vendor_held_bytes(bytes));
}

void mpit__held_less(uint64_t bytes)
{
    held -= cost_of(bytes);
    mpit__memory_is_elsewhere(-(int64_t)mpit__vendor_held_bytes(bytes));
}
