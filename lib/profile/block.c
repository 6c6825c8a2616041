#include "config.h"

#include "profile/block.h"

#include <stddef.h>

#include "ground/lock.h"
#include "ground/memory.h"
#include "live/segment.h"

#define BLOCK_SIZE(n) (sizeof(struct mpit_block) + sizeof(mpit_total) * (n))

/* Of any object but the process: one size, so that a late reader finds every slot in it. */
enum { SLOTS = MPIT_C_SLOTS };

/* Shapes of peers, by the logarithm of their number: in one piece, and in several. */
enum { SHAPES = 2 * 32 };

/* What is kept by peer; it is known by how many slots a peer has. */
enum { PEERS, PARTNERS, WAITS, TARGETS, ARRAYS };
_Static_assert((int)MPIT_PEER_SLOTS != (int)MPIT_WAIT_SLOTS &&
                   (int)MPIT_PEER_SLOTS != (int)MPIT_PARTNER_SLOTS &&
                   (int)MPIT_WAIT_SLOTS != (int)MPIT_PARTNER_SLOTS &&
                   (int)MPIT_TARGET_SLOTS != (int)MPIT_PEER_SLOTS &&
                   (int)MPIT_TARGET_SLOTS != (int)MPIT_WAIT_SLOTS &&
                   (int)MPIT_TARGET_SLOTS != (int)MPIT_PARTNER_SLOTS,
               "arrays have different numbers of slots");
static int array_of(const struct mpit_peers *peers)
{
    return peers->slots == MPIT_PEER_SLOTS     ? PEERS
           : peers->slots == MPIT_WAIT_SLOTS   ? WAITS
           : peers->slots == MPIT_TARGET_SLOTS ? TARGETS
                                               : PARTNERS;
}

/* Blocks, their arrays and lists of them are reused as records are. */
static struct spare {
    struct mpit_pool blocks, sizes;
    struct mpit_peers *peers[ARRAYS][SHAPES];
} spare[MPIT_SHARDS] = {
    [0 ... MPIT_SHARDS - 1] = {.blocks = {.size = BLOCK_SIZE(SLOTS), .shared = true},
                               .sizes = {.size = sizeof(struct mpit_sizes)}},
};
static struct mpit_pool lists = {.size = sizeof(_Atomic(struct mpit_block *)) * MPIT_SHARDS};

/* All of these under MPIT_LOCK_OBJECTS. */
static struct mpit_peers **spare_peers(unsigned shard, const struct mpit_peers *like)
{
    return &spare[shard].peers[array_of(
        like)][like->pieces > 1 ? 32 + (uint32_t)__builtin_ctz(like->pieces) : like->shift];
}

static void hide_pieces(const struct mpit_peers *peers)
{
    for (uint32_t i = 0; mpit__peers_are_shared(peers) && i < peers->pieces; i++)
        if (atomic_load(&peers->piece[i]))
            mpit__live_put(atomic_load(&peers->piece[i]), MPIT_LIVE_FREE, 0, 0, 0, 0);
}

void mpit__object_targets_hide(const struct mpit_object *win)
{
    for (unsigned shard = 0; shard < MPIT_SHARDS; shard++) {
        const struct mpit_block *block = mpit__object_block(win, shard);
        const struct mpit_peers *targets = block ? atomic_load(&block->targets) : NULL;

        if (targets)
            hide_pieces(targets);
    }
}

static void give_peers(unsigned shard, struct mpit_peers *peers)
{
    struct mpit_peers **first = spare_peers(shard, peers);

    hide_pieces(peers);
    peers->next = *first;
    *first = peers;
}

static void give_block(unsigned shard, struct mpit_block *block)
{
    struct mpit_sizes *sizes = atomic_load(&block->sizes);
    struct mpit_peers *peers = atomic_load(&block->peers);
    struct mpit_peers *partners = atomic_load(&block->partners);
    struct mpit_peers *waits = atomic_load(&block->waits);
    struct mpit_peers *targets = atomic_load(&block->targets);

    if (sizes)
        mpit__pool_give(&spare[shard].sizes, sizes);
    if (peers)
        give_peers(shard, peers);
    if (partners)
        give_peers(shard, partners);
    if (waits)
        give_peers(shard, waits);
    if (targets)
        give_peers(shard, targets);
    mpit__live_clear(block);
    mpit__pool_give(&spare[shard].blocks, block);
}

void mpit__object_blocks_give(struct mpit_object *object)
{
    void *list = atomic_load(&object->rest);

    for (unsigned shard = 0; shard < MPIT_SHARDS; shard++) {
        struct mpit_block *block = mpit__object_block(object, shard);

        if (block)
            give_block(shard, block);
    }
    if (list)
        mpit__pool_give(&lists, list);
}

static _Atomic(struct mpit_block *) *block_place(struct mpit_object *object, unsigned shard)
{
    _Atomic(struct mpit_block *) *rest = atomic_load(&object->rest);

    if (shard == 0)
        return &object->first;
    if (!rest) {
        rest = object == &mpit__process ? mpit__memory_take(lists.size) : mpit__pool_take(&lists);
        if (!rest)
            return NULL;
        atomic_store_explicit(&object->rest, rest, memory_order_release);
    }
    return &rest[shard];
}

static struct mpit_block *take_block(const struct mpit_object *object, unsigned shard)
{
    bool is_process = object == &mpit__process;
    struct mpit_block *block = is_process ? mpit__memory_take_shared(BLOCK_SIZE(MPIT_P_SLOTS))
                                          : mpit__pool_take(&spare[shard].blocks);

    if (block)
        mpit__live_put(block, is_process ? MPIT_LIVE_PROCESS : MPIT_LIVE_BLOCK, shard, 0,
                       is_process ? MPIT_P_SLOTS : SLOTS, object->serial);
    return block;
}

struct mpit_block *mpit__object_block_make(struct mpit_object *object, uint64_t key, unsigned shard)
{
    _Atomic(struct mpit_block *) *place;
    struct mpit_block *block;

    mpit__lock(MPIT_LOCK_OBJECTS);
    place = mpit__object_is_of(object, key) ? block_place(object, shard) : NULL;
    block = place ? atomic_load(place) : NULL;
    if (place && !block) {
        block = take_block(object, shard);
        atomic_store_explicit(place, block, memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return block;
}

struct mpit_sizes *mpit__object_sizes_need(const struct mpit_object *object, uint64_t key,
                                           unsigned shard, struct mpit_block *block)
{
    struct mpit_sizes *sizes = atomic_load_explicit(&block->sizes, memory_order_acquire);

    if (sizes)
        return sizes;
    mpit__lock(MPIT_LOCK_OBJECTS);
    sizes = atomic_load(&block->sizes);
    if (!sizes && mpit__object_is_of(object, key)) {
        sizes = mpit__pool_take(&spare[shard].sizes);
        atomic_store_explicit(&block->sizes, sizes, memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return sizes;
}

static size_t totals_of_piece(const struct mpit_peers *peers)
{
    return (size_t)peers->slots << peers->shift;
}

/* Where others read of them, their ranks in the world stand behind the slots. */
static mpit_total *take_piece(const struct mpit_peers *peers)
{
    return mpit__peers_are_shared(peers)
               ? mpit__memory_take_shared(sizeof(mpit_total) * totals_of_piece(peers) +
                                          (sizeof(int32_t) << peers->shift))
               : mpit__memory_take(sizeof(mpit_total) * totals_of_piece(peers));
}

static void clear_peers(struct mpit_peers *peers)
{
    for (uint32_t i = 0; i < peers->pieces; i++) {
        mpit_total *piece = atomic_load(&peers->piece[i]);

        for (size_t k = 0; piece && k < totals_of_piece(peers); k++)
            atomic_store_explicit(&piece[k], 0, memory_order_relaxed);
    }
}

/* Under the lock. */
static struct mpit_peers *take_peers(unsigned shard, const struct mpit_peers *like)
{
    struct mpit_peers **first = spare_peers(shard, like), *peers = *first;

    if (peers) {
        *first = peers->next;
        clear_peers(peers);
        return peers;
    }
    peers = mpit__memory_take(sizeof *peers + sizeof(peers->piece[0]) * like->pieces);
    if (peers) {
        peers->pieces = like->pieces;
        peers->shift = like->shift;
        peers->slots = like->slots;
    }
    return peers;
}

/* The logarithm of the least power of two that is no less. */
static uint32_t logarithm_from(uint32_t n)
{
    return n <= 1 ? 0 : 32 - (uint32_t)__builtin_clz(n - 1);
}

static struct mpit_peers *peers_need(struct mpit_object *object, uint64_t key, unsigned shard,
                                     _Atomic(struct mpit_peers *) *place, uint32_t slots)
{
    struct mpit_peers *peers = atomic_load_explicit(place, memory_order_acquire);
    struct mpit_peers like = {.slots = slots};
    uint32_t size;

    if (peers || !mpit__object_describe(object))
        return peers;
    if (object->kind == MPIT_KIND_comm)
        mpit__comm_listener.has_peers(object);
    size = (uint32_t)atomic_load(&object->size);
    like.shift = size <= object->peer_limit ? logarithm_from(size) : MPIT_PEER_SHIFT;
    like.pieces =
        UINT32_C(1) << (logarithm_from(size) > like.shift ? logarithm_from(size) - like.shift : 0);
    mpit__lock(MPIT_LOCK_OBJECTS);
    peers = atomic_load(place);
    if (!peers && mpit__object_is_of(object, key)) {
        peers = take_peers(shard, &like);
        atomic_store_explicit(place, peers, memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    if (peers)
        mpit__comm_listener.counts_peers(object, shard, peers);
    return peers;
}

mpit_total *mpit__object_slots_make(struct mpit_object *object, uint64_t key, unsigned shard,
                                    _Atomic(struct mpit_peers *) *of, uint32_t slots, int peer)
{
    struct mpit_peers *peers = peers_need(object, key, shard, of, slots);
    _Atomic(mpit_total *) *place;

    if (!peers || (uint32_t)peer >> peers->shift >= peers->pieces)
        return NULL;
    place = &peers->piece[(uint32_t)peer >> peers->shift];
    mpit__lock(MPIT_LOCK_OBJECTS);
    if (!atomic_load(place))
        atomic_store_explicit(place, take_piece(peers), memory_order_release);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    mpit__comm_listener.counts_peers(object, shard, peers);
    return mpit__object_slots(of, slots, peer);
}
