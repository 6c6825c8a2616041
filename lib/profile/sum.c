#include "config.h"

#include "profile/sum.h"

#include "profile/block.h"

uint64_t mpit__sum_slots(const struct mpit_object *object, int first, int n)
{
    uint64_t sum = 0;

    MPIT_EACH_BLOCK (block, object)
        sum += mpit__sum_block(block, first, n);
    return sum;
}

uint64_t mpit__sum_sizes(const struct mpit_object *comm, enum mpit_size_array array, int i)
{
    uint64_t sum = 0;

    MPIT_EACH_BLOCK (block, comm) {
        struct mpit_sizes *sizes = atomic_load_explicit(&block->sizes, memory_order_acquire);

        if (sizes)
            sum += mpit__total_get(&sizes->count[array][i]);
    }
    return sum;
}

/* Slots of a peer in one of the arrays. */
typedef mpit_total *slots_of(const struct mpit_block *block, int peer);

MPIT_HOT uint64_t sum_by_peer(const struct mpit_object *comm, slots_of *of, int slot, int peer)
{
    uint64_t sum = 0;

    MPIT_EACH_BLOCK (block, comm) {
        const mpit_total *slots = of(block, peer);

        if (slots)
            sum += mpit__total_get(&slots[slot]);
    }
    return sum;
}

uint64_t mpit__sum_peer(const struct mpit_object *comm, enum mpit_peer_slot slot, int peer)
{
    return sum_by_peer(comm, mpit__object_peer, slot, peer);
}

uint64_t mpit__sum_partner(const struct mpit_object *comm, enum mpit_partner_slot slot, int peer)
{
    return sum_by_peer(comm, mpit__object_partner, slot, peer);
}

uint64_t mpit__sum_waits(const struct mpit_object *comm, int slot, int peer)
{
    return sum_by_peer(comm, mpit__object_waits, slot, peer);
}
