#include "config.h"

#include "profile/cache.h"

#include "live/layout.h"
#include "profile/block.h"
#include "profile/uses.h"

struct mpit_comm_line *mpit__cache_fill_comm(struct mpit_cache *cache, unsigned shard,
                                             MPI_Comm comm)
{
    struct mpit_comm_line *line = &cache->comms[mpit__cache_index(MPIT_KEY(comm), MPIT_CACHE_BITS)];
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_object *object = mpit__object_of_comm(comm);
    struct mpit_block *block =
        object ? mpit__object_block_need(object, MPIT_KEY(comm), shard) : NULL;

    if (!block)
        return NULL;
    if (mpit__uses_are_kept())
        mpit__object_describe(object);
    *line = (struct mpit_comm_line){comm, epoch, mpit_live_number_of_comm(object->known_as), object,
                                    block};
    return line;
}

struct mpit_comm_line *mpit__cache_recorded_comm(struct mpit_cache *cache, unsigned shard,
                                                 MPI_Comm comm)
{
    struct mpit_comm_line *line = mpit__cache_comm(cache, comm);

    if (!line && comm != MPI_COMM_NULL && mpit__object_find(MPIT_KIND_comm, MPIT_KEY(comm)))
        line = mpit__cache_fill_comm(cache, shard, comm);
    return line;
}

struct mpit_block *mpit__cache_fill_block(struct mpit_cache *cache, unsigned shard,
                                          enum mpit_kind kind, uint64_t key)
{
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_object *object = mpit__object_find(kind, key);
    struct mpit_block *block = object ? mpit__object_block_need(object, key, shard) : NULL;

    if (block)
        cache->blocks[mpit__cache_index(key, MPIT_BLOCK_CACHE_BITS)] =
            (struct mpit_block_line){key, epoch, kind, block};
    return block;
}

const struct mpit_target_line *mpit__cache_fill_target(struct mpit_cache *cache, unsigned shard,
                                                       uint64_t win, int target)
{
    struct mpit_target_line *line = &cache->targets[(unsigned)target % MPIT_TARGET_CACHE];
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_block *block = mpit__cache_block(cache, shard, MPIT_KIND_win, win);
    mpit_total *slots = block ? mpit__object_targets(block, target) : NULL;

    if (block && !slots) {
        struct mpit_object *object = mpit__object_find(MPIT_KIND_win, win);

        if (object)
            slots = mpit__object_targets_need(object, win, shard, block, target);
    }
    if (!slots)
        return NULL;
    *line = (struct mpit_target_line){win, epoch, target, slots};
    return line;
}

struct mpit_live_use *mpit__cache_fill_use(struct mpit_cache *cache, uint64_t key)
{
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    const struct mpit_object *file = mpit__object_find(MPIT_KIND_file, key);

    cache->use = (struct mpit_use_line){key, epoch, file ? atomic_load(&file->use) : NULL};
    return cache->use.use;
}

uint64_t mpit__cache_fill_type(struct mpit_type_line *line, MPI_Datatype datatype)
{
    uint32_t epoch = atomic_load(&mpit__type_epoch);

    *line = (struct mpit_type_line){datatype, epoch, mpit__vendor_type_size(datatype)};
    return line->size;
}
