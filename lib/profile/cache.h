/* What a thread has looked up lately, by handle: objects with its blocks of them, sizes of
 * datatypes. Lines are void once any object has ended (mpit__object_epoch), of datatypes any
 * datatype (mpit__type_epoch). */
#ifndef MPIT_PROFILE_CACHE_H
#define MPIT_PROFILE_CACHE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/hash.h"
#include "ground/internal.h"
#include "mpi/vendor.h"
#include "profile/object.h"

enum { MPIT_CACHE_BITS = 3, MPIT_CACHE = 1 << MPIT_CACHE_BITS };
enum { MPIT_BLOCK_CACHE_BITS = 1, MPIT_BLOCK_CACHE = 1 << MPIT_BLOCK_CACHE_BITS };
enum { MPIT_TARGET_CACHE = 8 };

/* Lines of a power of two in bytes: an index is a shift. */
struct mpit_comm_line {
    _Alignas(32) MPI_Comm comm;
    uint32_t epoch;
    uint32_t number; /* of its object (mpit_live_number_of_comm); 0: not known when it was filled */
    struct mpit_object *object;
    struct mpit_block *block;
};

struct mpit_type_line {
    _Alignas(32) MPI_Datatype datatype;
    uint32_t epoch;
    uint64_t size;
};

/* Of a window or file, few of which are in use at once. */
struct mpit_block_line {
    _Alignas(32) uint64_t key;
    uint32_t epoch;
    enum mpit_kind kind;
    struct mpit_block *block;
};

/* Of a target of a window, the slots (enum mpit_target_slot): one look, not one for the block and
 * one into its array. */
struct mpit_target_line {
    _Alignas(32) uint64_t key;
    uint32_t epoch;
    int target;
    mpit_total *slots;
};

/* Of a file, the row of its name. */
struct mpit_use_line {
    uint64_t key;
    uint32_t epoch;
    struct mpit_live_use *use;
};

struct mpit_cache {
    struct mpit_comm_line comms[MPIT_CACHE];
    struct mpit_type_line types[MPIT_CACHE];
    struct mpit_block_line blocks[MPIT_BLOCK_CACHE];
    struct mpit_target_line targets[MPIT_TARGET_CACHE];
    struct mpit_use_line use;
};

/* Where a handle's line is, of 2^bits.  Handles differ in few bits (predefined ones of Open MPI
 * from the 9th on, those of MPICH in the lowest): the upper bits of the product depend on all of
 * them. */
MPIT_HOT unsigned mpit__cache_index(uint64_t key, unsigned bits)
{
    return mpit__hash_low((uint32_t)key, bits);
}

MPIT_HOT bool mpit__cache_is_fresh(uint32_t epoch)
{
    return epoch == atomic_load_explicit(&mpit__object_epoch, memory_order_relaxed);
}

MPIT_HOT bool mpit__cache_has_type(const struct mpit_type_line *line, MPI_Datatype datatype)
{
    return line->datatype == datatype &&
           line->epoch == atomic_load_explicit(&mpit__type_epoch, memory_order_relaxed);
}

/* The line of a communicator if the cache has it, else NULL. */
MPIT_HOT struct mpit_comm_line *mpit__cache_comm(struct mpit_cache *cache, MPI_Comm comm)
{
    struct mpit_comm_line *line = &cache->comms[mpit__cache_index(MPIT_KEY(comm), MPIT_CACHE_BITS)];

    MPIT_OPAQUE(line); /* else its place is worked out twice */
    return MPIT_LIKELY(line->comm == comm && mpit__cache_is_fresh(line->epoch)) ? line : NULL;
}

/* The same for one that it does not have and the vendor has accepted; NULL without memory.  shard:
 * the thread's. */
struct mpit_comm_line *mpit__cache_fill_comm(struct mpit_cache *cache, unsigned shard,
                                             MPI_Comm comm);

/* The line of one that has a record, which the vendor has accepted before: what the program passes
 * now may be no communicator.  Else NULL, or without memory. */
struct mpit_comm_line *mpit__cache_recorded_comm(struct mpit_cache *cache, unsigned shard,
                                                 MPI_Comm comm);

/* The thread's block of a window or file, NULL if we keep no object of it. */
struct mpit_block *mpit__cache_fill_block(struct mpit_cache *cache, unsigned shard,
                                          enum mpit_kind kind, uint64_t key);
MPIT_HOT struct mpit_block *mpit__cache_block(struct mpit_cache *cache, unsigned shard,
                                              enum mpit_kind kind, uint64_t key)
{
    const struct mpit_block_line *line =
        &cache->blocks[mpit__cache_index(key, MPIT_BLOCK_CACHE_BITS)];

    MPIT_OPAQUE(line);
    if (MPIT_LIKELY(line->key == key && line->kind == kind && mpit__cache_is_fresh(line->epoch)))
        return line->block;
    return mpit__cache_fill_block(cache, shard, kind, key);
}

/* The line of a target of a window if the cache has it, else NULL. */
MPIT_HOT const struct mpit_target_line *mpit__cache_target(const struct mpit_cache *cache,
                                                           uint64_t win, int target)
{
    const struct mpit_target_line *line = &cache->targets[(unsigned)target % MPIT_TARGET_CACHE];

    MPIT_OPAQUE(line);
    return MPIT_LIKELY(line->key == win && line->target == target &&
                       mpit__cache_is_fresh(line->epoch))
               ? line
               : NULL;
}

/* The same for one that it does not have; NULL without memory, or if we keep no object of the
 * window. */
const struct mpit_target_line *mpit__cache_fill_target(struct mpit_cache *cache, unsigned shard,
                                                       uint64_t win, int target);

/* The row of a file's name, NULL if we keep none. */
struct mpit_live_use *mpit__cache_fill_use(struct mpit_cache *cache, uint64_t key);
MPIT_HOT struct mpit_live_use *mpit__cache_use(struct mpit_cache *cache, uint64_t key)
{
    if (MPIT_LIKELY(cache->use.key == key && mpit__cache_is_fresh(cache->use.epoch)))
        return cache->use.use;
    return mpit__cache_fill_use(cache, key);
}

/* Bytes of one element. */
uint64_t mpit__cache_fill_type(struct mpit_type_line *line, MPI_Datatype datatype);
MPIT_HOT uint64_t mpit__cache_type_size(struct mpit_cache *cache, MPI_Datatype datatype)
{
    struct mpit_type_line *line =
        &cache->types[mpit__cache_index(MPIT_KEY(datatype), MPIT_CACHE_BITS)];

    MPIT_OPAQUE(line);
    if (MPIT_LIKELY(mpit__cache_has_type(line, datatype)))
        return line->size;
    return mpit__cache_fill_type(line, datatype);
}

#endif
