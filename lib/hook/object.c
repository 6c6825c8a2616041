#include "config.h"

#include "hook/object.h"

#include <stddef.h>
#include <string.h>

#include "cvar/cvar.h"
#include "hook/thread.h"
#include "lock.h"
#include "memory.h"
#include "pvar/cell.h"
#include "queue/queue.h"
#include "report/collect.h"
#include "vendor/vendor.h"

enum { BUCKETS = 1 << 12 };

struct mpit_object mpit__process = {.kind = MPIT_KIND_PROCESS, .alive = true};
_Atomic uint32_t mpit__object_epoch;

static struct mpit_object *_Atomic buckets[BUCKETS];
static struct mpit_pool objects = {.size = sizeof(struct mpit_object)};
static uint32_t serials;

static size_t slots_of(enum mpit_kind kind)
{
    return kind == MPIT_KIND_PROCESS ? MPIT_P_SLOTS : MPIT_C_SLOTS;
}

static struct mpit_object *_Atomic *bucket_of(uint64_t key)
{
    return &buckets[(key * 0x9e3779b97f4a7c15u) >> 52];
}

static struct mpit_object *find_in_chain(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = atomic_load_explicit(bucket_of(key), memory_order_acquire);

    while (object && (object->key != key || object->kind != kind))
        object = atomic_load_explicit(&object->next, memory_order_acquire);
    return object;
}

/* Under MPIT_LOCK_OBJECTS, here and in the next four. */
static struct mpit_object *make(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *_Atomic *bucket = bucket_of(key);
    struct mpit_object *object = mpit__pool_take(&objects);

    if (!object)
        return NULL;
    object->kind = kind;
    object->key = key;
    object->serial = ++serials;
    object->peer_limit = mpit__config.peer_limit.count;
    object->umq_warn = mpit__config.umq_warn.unsigned_int;
    atomic_store(&object->alive, true);
    atomic_store(&object->next, atomic_load(bucket));
    atomic_store_explicit(bucket, object, memory_order_release);
    return object;
}

static void unlink_from_chain(struct mpit_object *object)
{
    struct mpit_object *_Atomic *link = bucket_of(object->key);

    while (atomic_load(link) != object)
        link = &atomic_load(link)->next;
    atomic_store_explicit(link, atomic_load(&object->next), memory_order_release);
}

static void free_block(enum mpit_kind kind, struct mpit_block *block)
{
    struct mpit_peers *peers;

    if (!block)
        return;
    mpit__memory_give(atomic_load(&block->sizes), sizeof(struct mpit_sizes));
    peers = atomic_load(&block->peers);
    for (uint32_t i = 0; peers && i < peers->pieces; i++)
        mpit__memory_give(atomic_load(&peers->piece[i]),
                          sizeof(mpit_total) * MPIT_PEER_SLOTS * peers->length);
    if (peers)
        mpit__memory_give(peers, sizeof *peers + sizeof(peers->piece[0]) * peers->pieces);
    mpit__memory_give(block, sizeof *block + sizeof(mpit_total) * slots_of(kind));
}

static void destroy(struct mpit_object *object)
{
    for (unsigned shard = 0; shard < MPIT_SHARDS; shard++)
        free_block(object->kind, mpit__object_block(object, shard));
    mpit__memory_give(atomic_load(&object->rest), sizeof(_Atomic(struct mpit_block *)) * MPIT_SHARDS);
    mpit__pool_give(&objects, object);
}

struct mpit_object *mpit__object_find(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = find_in_chain(kind, key);

    /* A chain that changed under us can only make us miss: look again where it cannot change. */
    if (!object) {
        mpit__lock(MPIT_LOCK_OBJECTS);
        object = find_in_chain(kind, key);
        mpit__unlock(MPIT_LOCK_OBJECTS);
    }
    return object;
}

struct mpit_object *mpit__object_of_comm(MPI_Comm comm)
{
    struct mpit_object *object = find_in_chain(MPIT_KIND_COMM, MPIT_KEY(comm));

    if (object)
        return object;
    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(MPIT_KIND_COMM, MPIT_KEY(comm));
    if (!object)
        object = make(MPIT_KIND_COMM, MPIT_KEY(comm));
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return object;
}

void mpit__object_comm_made(MPI_Comm comm)
{
    if (comm == MPI_COMM_NULL)
        return;
    mpit__object_of_comm(comm);
    mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, 1);
}

void mpit__object_comm_ended(MPI_Comm comm)
{
    struct mpit_object *object = mpit__object_find(MPIT_KIND_COMM, MPIT_KEY(comm));

    if (!object)
        return;
    if (mpit__report_wanted())
        mpit__report_keep_peers(object);
    mpit__queue_comm_ended(object);
    /* Before the vendor ends it, so that another thread that gets the same handle anew cannot
     * meet the old record. */
    mpit__lock(MPIT_LOCK_OBJECTS);
    unlink_from_chain(object);
    atomic_store(&object->alive, false);
    atomic_fetch_add(&mpit__object_epoch, 1);
    if (object->refs == 0)
        destroy(object);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, -1);
}

bool mpit__object_describe(struct mpit_object *object)
{
    MPI_Comm comm = (MPI_Comm)(uintptr_t)object->key;
    int inter = 0, size = 0;

    if (atomic_load_explicit(&object->size, memory_order_acquire))
        return true;
    if (!atomic_load(&object->alive) || !mpit__vendor_is_up() ||
        mpit__next.PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS ||
        mpit__next.PMPI_Comm_rank(comm, &object->rank) != MPI_SUCCESS)
        return false;
    if (inter ? mpit__next.PMPI_Comm_remote_size(comm, &size) != MPI_SUCCESS ||
                    mpit__next.PMPI_Comm_remote_group(comm, &object->group) != MPI_SUCCESS
              : mpit__next.PMPI_Comm_size(comm, &size) != MPI_SUCCESS ||
                    mpit__next.PMPI_Comm_group(comm, &object->group) != MPI_SUCCESS)
        return false;
    object->inter = inter;
    atomic_store_explicit(&object->size, size, memory_order_release);
    return true;
}

void mpit__object_hold(struct mpit_object *object)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    object->refs++;
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__object_release(struct mpit_object *object)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    if (--object->refs == 0 && !atomic_load(&object->alive))
        destroy(object);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

static _Atomic(struct mpit_block *) *block_place(struct mpit_object *object, unsigned shard)
{
    _Atomic(struct mpit_block *) *rest = atomic_load(&object->rest);

    if (shard == 0)
        return &object->first;
    if (!rest) {
        rest = mpit__memory_take(sizeof *rest * MPIT_SHARDS);
        if (!rest)
            return NULL;
        atomic_store_explicit(&object->rest, rest, memory_order_release);
    }
    return &rest[shard];
}

struct mpit_block *mpit__object_block_need(struct mpit_object *object, unsigned shard)
{
    struct mpit_block *block = mpit__object_block(object, shard);
    _Atomic(struct mpit_block *) *place;

    if (block)
        return block;
    mpit__lock(MPIT_LOCK_OBJECTS);
    place = block_place(object, shard);
    block = place ? atomic_load(place) : NULL;
    if (place && !block) {
        block = mpit__memory_take(sizeof *block + sizeof(mpit_total) * slots_of(object->kind));
        atomic_store_explicit(place, block, memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return block;
}

struct mpit_sizes *mpit__object_sizes_need(struct mpit_block *block)
{
    struct mpit_sizes *sizes = atomic_load_explicit(&block->sizes, memory_order_acquire);

    if (sizes)
        return sizes;
    mpit__lock(MPIT_LOCK_OBJECTS);
    sizes = atomic_load(&block->sizes);
    if (!sizes) {
        sizes = mpit__memory_take(sizeof *sizes);
        atomic_store_explicit(&block->sizes, sizes, memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return sizes;
}

static struct mpit_peers *peers_need(struct mpit_object *object, struct mpit_block *block)
{
    struct mpit_peers *peers = atomic_load_explicit(&block->peers, memory_order_acquire);
    uint32_t size, length, pieces;

    if (peers || !mpit__object_describe(object))
        return peers;
    size = (uint32_t)atomic_load(&object->size);
    length = size <= object->peer_limit ? size : MPIT_PEER_PIECE;
    pieces = (size + length - 1) / length;
    mpit__lock(MPIT_LOCK_OBJECTS);
    peers = atomic_load(&block->peers);
    if (!peers) {
        peers = mpit__memory_take(sizeof *peers + sizeof(peers->piece[0]) * pieces);
        if (peers) {
            peers->pieces = pieces;
            peers->length = length;
            atomic_store_explicit(&block->peers, peers, memory_order_release);
        }
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return peers;
}

mpit_total *mpit__object_peer(const struct mpit_block *block, int peer)
{
    struct mpit_peers *peers = atomic_load_explicit(&block->peers, memory_order_acquire);
    mpit_total *piece;

    if (!peers || (uint32_t)peer >= peers->pieces * peers->length)
        return NULL;
    piece = atomic_load_explicit(&peers->piece[(uint32_t)peer / peers->length],
                                 memory_order_acquire);
    return piece ? piece + (size_t)MPIT_PEER_SLOTS * ((uint32_t)peer % peers->length) : NULL;
}

mpit_total *mpit__object_peer_need(struct mpit_object *object, struct mpit_block *block, int peer)
{
    mpit_total *slots = mpit__object_peer(block, peer);
    _Atomic(mpit_total *) *place;
    struct mpit_peers *peers;

    if (slots || !(peers = peers_need(object, block)) ||
        (uint32_t)peer >= peers->pieces * peers->length)
        return slots;
    place = &peers->piece[(uint32_t)peer / peers->length];
    mpit__lock(MPIT_LOCK_OBJECTS);
    if (!atomic_load(place))
        atomic_store_explicit(
            place, mpit__memory_take(sizeof(mpit_total) * MPIT_PEER_SLOTS * peers->length),
            memory_order_release);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return mpit__object_peer(block, peer);
}

uint64_t mpit__object_level_move(struct mpit_object *object, enum mpit_level_slot level, int64_t by)
{
    uint64_t now = atomic_fetch_add(&object->level[level], (uint64_t)by) + (uint64_t)by;

    if (__builtin_expect(atomic_load(&object->nmarks) != 0, 0)) {
        mpit__lock(MPIT_LOCK_OBJECTS);
        for (struct mpit_mark *mark = object->marks; mark; mark = mark->next)
            if (mark->level == level)
                mpit__cell_mark(mark->cell, now, mark->low);
        mpit__unlock(MPIT_LOCK_OBJECTS);
    }
    return now;
}

void mpit__object_mark_add(struct mpit_object *object, struct mpit_mark *mark)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    mark->next = object->marks;
    mark->back = &object->marks;
    if (mark->next)
        mark->next->back = &mark->next;
    object->marks = mark;
    atomic_fetch_add(&object->nmarks, 1);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__object_mark_remove(struct mpit_object *object, struct mpit_mark *mark)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    *mark->back = mark->next;
    if (mark->next)
        mark->next->back = mark->back;
    atomic_fetch_sub(&object->nmarks, 1);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__object_each_comm(void (*visit)(struct mpit_object *comm, void *context), void *context)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct mpit_object *o = atomic_load(&buckets[i]); o; o = atomic_load(&o->next))
            if (o->kind == MPIT_KIND_COMM)
                visit(o, context);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__object_world_ranks(struct mpit_object *object, int n, const int peers[], int world[])
{
    MPI_Group group;

    for (int i = 0; i < n; i++)
        world[i] = -1;
    if (!mpit__object_describe(object) ||
        mpit__next.PMPI_Comm_group(MPI_COMM_WORLD, &group) != MPI_SUCCESS)
        return;
    if (mpit__next.PMPI_Group_translate_ranks(object->group, n, peers, group, world) == MPI_SUCCESS)
        for (int i = 0; i < n; i++)
            if (world[i] == MPI_UNDEFINED)
                world[i] = -1;
    mpit__next.PMPI_Group_free(&group);
}
