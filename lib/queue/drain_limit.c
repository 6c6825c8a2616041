#include "config.h"

#include "queue/drain_limit.h"

#include "ground/in_force.h"
#include "ground/memory.h"
#include "mpi/message_memory.h"
#include "queue/store.h"

static uint64_t held; /* bytes, of ours and of the MPI library */

/* The records of the store are counted where they are taken. */
static uint64_t cost_of(uint64_t bytes)
{
    return MPIT_STORE_BYTES + mpit__message_memory(bytes);
}

/* Other records are to have their part of mpit_memory_limit, too. */
static uint64_t limit(void)
{
    uint64_t ours = MPIT_IN_FORCE(umq_drain_bytes), half = MPIT_IN_FORCE(memory_limit) / 2;

    return ours < half ? ours : half;
}

bool mpit__drain_limit_has_room(void)
{
    return held + cost_of(0) <= limit() && mpit__memory_has_room(cost_of(0));
}

void mpit__drain_limit_more(uint64_t bytes)
{
    held += cost_of(bytes);
    mpit__memory_is_elsewhere((int64_t)mpit__message_memory(bytes));
}

void mpit__drain_limit_less(uint64_t bytes)
{
    held -= cost_of(bytes);
    mpit__memory_is_elsewhere(-(int64_t)mpit__message_memory(bytes));
}
