/* What is counted of an object: a block for each thread that ever did, with its arrays. */
#ifndef MPIT_PROFILE_BLOCK_H
#define MPIT_PROFILE_BLOCK_H

#include <stdint.h>

#include "ground/internal.h"
#include "profile/object.h"
#include "profile/totals.h"

/* The block of a shard, NULL if nothing was recorded; _need makes it: NULL without memory, or if
 * the record is none any more of the live object with this key.
 *
 * A block that was freed is taken anew by the same shard alone, with its arrays: so a thread that
 * still adds to it, because another thread has just ended the object, spoils nothing.  (Threads
 * that share the last shard may: what such a late addition meets counts it.) */
static inline struct mpit_block *mpit__object_block(const struct mpit_object *object,
                                                    unsigned shard)
{
    _Atomic(struct mpit_block *) *rest;

    if (shard == 0)
        return atomic_load_explicit(&object->first, memory_order_acquire);
    rest = atomic_load_explicit(&object->rest, memory_order_acquire);
    return rest ? atomic_load_explicit(&rest[shard], memory_order_acquire) : NULL;
}
struct mpit_block *mpit__object_block_make(struct mpit_object *object, uint64_t key,
                                           unsigned shard);
static inline struct mpit_block *mpit__object_block_need(struct mpit_object *object, uint64_t key,
                                                         unsigned shard)
{
    struct mpit_block *block = mpit__object_block(object, shard);

    return MPIT_LIKELY(block != NULL) ? block : mpit__object_block_make(object, key, shard);
}

/* The array of a block, made when missing; NULL as of the block. */
struct mpit_sizes *mpit__object_sizes_need(const struct mpit_object *object, uint64_t key,
                                           unsigned shard, struct mpit_block *block);

/* The slots of a peer in an array of a block, or NULL if it was never met. */
MPIT_HOT mpit_total *mpit__object_slots(const _Atomic(struct mpit_peers *) *of, uint32_t slots,
                                        int peer)
{
    struct mpit_peers *peers = atomic_load_explicit(of, memory_order_acquire);
    mpit_total *piece;

    if (!peers || (uint32_t)peer >> peers->shift >= peers->pieces)
        return NULL;
    piece =
        atomic_load_explicit(&peers->piece[(uint32_t)peer >> peers->shift], memory_order_acquire);
    return piece ? piece + (size_t)slots * ((uint32_t)peer & ((1u << peers->shift) - 1)) : NULL;
}

/* The same, made when missing; NULL as of the block. */
mpit_total *mpit__object_slots_make(struct mpit_object *object, uint64_t key, unsigned shard,
                                    _Atomic(struct mpit_peers *) *of, uint32_t slots, int peer);
MPIT_HOT mpit_total *mpit__object_slots_need(struct mpit_object *object, uint64_t key,
                                             unsigned shard, _Atomic(struct mpit_peers *) *of,
                                             uint32_t slots, int peer)
{
    mpit_total *found = mpit__object_slots(of, slots, peer);

    return MPIT_LIKELY(found != NULL)
               ? found
               : mpit__object_slots_make(object, key, shard, of, slots, peer);
}

/* Of enum mpit_peer_slot, of enum mpit_partner_slot, of MPIT_OF_WAIT, of enum mpit_target_slot. */
MPIT_HOT mpit_total *mpit__object_peer(const struct mpit_block *block, int peer)
{
    return mpit__object_slots(&block->peers, MPIT_PEER_SLOTS, peer);
}
MPIT_HOT mpit_total *mpit__object_partner(const struct mpit_block *block, int peer)
{
    return mpit__object_slots(&block->partners, MPIT_PARTNER_SLOTS, peer);
}
MPIT_HOT mpit_total *mpit__object_waits(const struct mpit_block *block, int peer)
{
    return mpit__object_slots(&block->waits, MPIT_WAIT_SLOTS, peer);
}
MPIT_HOT mpit_total *mpit__object_targets(const struct mpit_block *block, int target)
{
    return mpit__object_slots(&block->targets, MPIT_TARGET_SLOTS, target);
}
MPIT_HOT mpit_total *mpit__object_peer_need(struct mpit_object *object, uint64_t key,
                                            unsigned shard, struct mpit_block *block, int peer)
{
    return mpit__object_slots_need(object, key, shard, &block->peers, MPIT_PEER_SLOTS, peer);
}
MPIT_HOT mpit_total *mpit__object_partner_need(struct mpit_object *object, uint64_t key,
                                               unsigned shard, struct mpit_block *block, int peer)
{
    return mpit__object_slots_need(object, key, shard, &block->partners, MPIT_PARTNER_SLOTS, peer);
}

MPIT_HOT mpit_total *mpit__object_waits_need(struct mpit_object *object, uint64_t key,
                                             unsigned shard, struct mpit_block *block, int peer)
{
    return mpit__object_slots_need(object, key, shard, &block->waits, MPIT_WAIT_SLOTS, peer);
}

MPIT_HOT mpit_total *mpit__object_targets_need(struct mpit_object *object, uint64_t key,
                                               unsigned shard, struct mpit_block *block, int target)
{
    return mpit__object_slots_need(object, key, shard, &block->targets, MPIT_TARGET_SLOTS, target);
}

/* Whether others read of them: of all but partners. */
static inline bool mpit__peers_are_shared(const struct mpit_peers *peers)
{
    return peers->slots != MPIT_PARTNER_SLOTS;
}

/* A window ends, and what it has counted stands elsewhere: others read nothing of it any more.
 * Under MPIT_LOCK_OBJECTS. */
void mpit__object_targets_hide(const struct mpit_object *win);

/* Gives all of them back, for another object.  Under MPIT_LOCK_OBJECTS. */
void mpit__object_blocks_give(struct mpit_object *object);

#endif
