/* Sums over the threads that have ever counted.  Lock-free, signal safe. */
#ifndef MPIT_PROFILE_SUM_H
#define MPIT_PROFILE_SUM_H

#include "profile/block.h"
#include "profile/object.h"
#include "profile/thread.h"
#include "profile/totals.h"

/* Calls the body with each block of an object that is there. */
#define MPIT_EACH_BLOCK(block, object)                                                             \
    for (uint32_t shard_ = 0,                                                                      \
                  shards_ = atomic_load_explicit(&mpit__thread_shards, memory_order_acquire);      \
         shard_ < shards_; shard_++)                                                               \
        for (const struct mpit_block *block = mpit__object_block(object, shard_); block;           \
             block = NULL)

/* Slots first … first + n - 1 of one block. */
static inline uint64_t mpit__sum_block(const struct mpit_block *block, int first, int n)
{
    uint64_t sum = 0;

    for (int slot = first; slot < first + n; slot++)
        sum += mpit__total_get(&block->slot[slot]);
    return sum;
}

/* The same of an object, over its blocks. */
uint64_t mpit__sum_slots(const struct mpit_object *object, int first, int n);

/* One slot. */
static inline uint64_t mpit__sum_slot(const struct mpit_object *object, int slot)
{
    const struct mpit_block *block;

    if (__builtin_expect(atomic_load_explicit(&mpit__thread_shards, memory_order_acquire) > 1, 0))
        return mpit__sum_slots(object, slot, 1);
    block = mpit__object_block(object, 0);
    return block ? mpit__total_get(&block->slot[slot]) : 0;
}

/* Element i of a histogram of a communicator; a slot of a peer, of a partner, of
 * waits (MPIT_OF_WAIT). */
uint64_t mpit__sum_sizes(const struct mpit_object *comm, enum mpit_size_array array, int i);
uint64_t mpit__sum_peer(const struct mpit_object *comm, enum mpit_peer_slot slot, int peer);
uint64_t mpit__sum_partner(const struct mpit_object *comm, enum mpit_partner_slot slot, int peer);
uint64_t mpit__sum_waits(const struct mpit_object *comm, int slot, int peer);

#endif
