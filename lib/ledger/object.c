#include "config.h"

#include "ledger/object.h"

#include <stddef.h>
#include <string.h>

#include "ground/hash.h"
#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "ledger/cell.h"
#include "mpi/vendor.h"

enum { BUCKET_BITS = 16, BUCKETS = 1 << BUCKET_BITS };

struct mpit_object mpit__process = {.kind = MPIT_KIND_process, .alive = true};
_Atomic uint32_t mpit__object_epoch = 1;

static struct mpit_object *_Atomic buckets[BUCKETS];
static struct mpit_object *comms; /* all of them that are in a chain */
static struct mpit_pool objects = {.size = sizeof(struct mpit_object)};
static uint32_t serials;

#define BLOCK_SIZE(n) (sizeof(struct mpit_block) + sizeof(mpit_total) * (n))

/* Of any object but the process: one size, so that a late reader finds every slot in it. */
enum { SLOTS = MPIT_C_SLOTS };

/* Shapes of peers, by the logarithm of their number: in one piece, and in several. */
enum { SHAPES = 2 * 32 };

/* Blocks, their arrays and lists of them are reused as records are. */
static struct spare {
    struct mpit_pool blocks, sizes;
    struct mpit_peers *peers[2][SHAPES]; /* of peers, of partners */
} spare[MPIT_SHARDS] = {
    [0 ... MPIT_SHARDS - 1] = {.blocks = {.size = BLOCK_SIZE(SLOTS)},
                               .sizes = {.size = sizeof(struct mpit_sizes)}},
};
static struct mpit_pool lists = {.size = sizeof(_Atomic(struct mpit_block *)) * MPIT_SHARDS};

static struct mpit_object *_Atomic *bucket_of(uint64_t key)
{
    return &buckets[mpit__hash_key(key, BUCKET_BITS)];
}

/* Without the lock a record may be put to another use while we look at it.  Its memory stays, and
 * its chain ends: we miss what we look for, and the callers look again under the lock. */
static struct mpit_object *find_in_chain(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = atomic_load_explicit(bucket_of(key), memory_order_acquire);

    while (object && (atomic_load_explicit(&object->key, memory_order_relaxed) != key ||
                      atomic_load_explicit(&object->kind, memory_order_relaxed) != kind))
        object = atomic_load_explicit(&object->next, memory_order_acquire);
    return object;
}

/* Under MPIT_LOCK_OBJECTS, here and in the next six. */
static void list_comm(struct mpit_object *comm)
{
    comm->other_comm = comms;
    comm->other_comm_back = &comms;
    if (comms)
        comms->other_comm_back = &comm->other_comm;
    comms = comm;
}

static void strike_comm(struct mpit_object *comm)
{
    *comm->other_comm_back = comm->other_comm;
    if (comm->other_comm)
        comm->other_comm->other_comm_back = comm->other_comm_back;
}

static struct mpit_object *make(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *_Atomic *bucket = bucket_of(key);
    struct mpit_object *object = mpit__pool_take(&objects);

    if (!object)
        return NULL;
    object->kind = kind;
    object->key = key;
    object->serial = ++serials;
    object->references = 1;
    object->peer_limit = MPIT_IN_FORCE(peer_limit);
    object->umq_warn = MPIT_IN_FORCE(umq_warn);
    atomic_store(&object->alive, true);
    atomic_store(&object->next, atomic_load(bucket));
    atomic_store_explicit(bucket, object, memory_order_release);
    if (kind == MPIT_KIND_request)
        mpit__watch_hold(1);
    if (kind == MPIT_KIND_comm)
        list_comm(object);
    return object;
}

static void unlink_from_chain(struct mpit_object *object)
{
    struct mpit_object *_Atomic *link = bucket_of(object->key);

    while (atomic_load(link) != object)
        link = &atomic_load(link)->next;
    atomic_store_explicit(link, atomic_load(&object->next), memory_order_release);
}

static struct mpit_peers **spare_peers(unsigned shard, const struct mpit_peers *like)
{
    return &spare[shard].peers[like->slots != MPIT_PEER_SLOTS]
                              [like->pieces > 1 ? 32 + (uint32_t)__builtin_ctz(like->pieces)
                                                : like->shift];
}

static void give_peers(unsigned shard, struct mpit_peers *peers)
{
    struct mpit_peers **first = spare_peers(shard, peers);

    peers->next = *first;
    *first = peers;
}

static void give_block(unsigned shard, struct mpit_block *block)
{
    struct mpit_sizes *sizes = atomic_load(&block->sizes);
    struct mpit_peers *peers = atomic_load(&block->peers);
    struct mpit_peers *partners = atomic_load(&block->partners);

    if (sizes)
        mpit__pool_give(&spare[shard].sizes, sizes);
    if (peers)
        give_peers(shard, peers);
    if (partners)
        give_peers(shard, partners);
    mpit__pool_give(&spare[shard].blocks, block);
}

static void destroy(struct mpit_object *object)
{
    void *list = atomic_load(&object->rest);

    for (unsigned shard = 0; shard < MPIT_SHARDS; shard++) {
        struct mpit_block *block = mpit__object_block(object, shard);

        if (block)
            give_block(shard, block);
    }
    if (list)
        mpit__pool_give(&lists, list);
    mpit__pool_give(&objects, object);
}

/* The object is gone, or nobody needs its record. */
static void end(struct mpit_object *object)
{
    unlink_from_chain(object);
    atomic_store(&object->alive, false);
    atomic_fetch_add(&mpit__object_epoch, 1);
    if (object->kind == MPIT_KIND_request)
        mpit__watch_hold(-1);
    if (object->kind == MPIT_KIND_comm)
        strike_comm(object);
    if (object->refs == 0)
        destroy(object);
}

struct mpit_object *mpit__object_find(enum mpit_kind kind, uint64_t key)
{
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_object *object = find_in_chain(kind, key);

    /* A chain that changed under us can only make us miss: look again where it cannot change. */
    if (!object && atomic_load(&mpit__object_epoch) != epoch) {
        mpit__lock(MPIT_LOCK_OBJECTS);
        object = find_in_chain(kind, key);
        mpit__unlock(MPIT_LOCK_OBJECTS);
    }
    return object;
}

struct mpit_object *mpit__object_need(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = find_in_chain(kind, key);

    if (object)
        return object;
    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (!object)
        object = make(kind, key);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return object;
}

static void tell_of_end(struct mpit_object *object)
{
    atomic_store(&object->ending, true);
    for (mpit_object_listener *const *hear = mpit__object_listeners; *hear; hear++)
        (*hear)(object);
}

/* Another thread may get the handle anew as soon as the vendor has ended the object: so this
 * comes before, and no thread can meet the old record. */
void mpit__object_ended(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = mpit__object_find(kind, key);

    if (!object)
        return;
    if (kind == MPIT_KIND_win)
        tell_of_end(object);
    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (object && --object->references == 0)
        end(object);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    if (kind == MPIT_KIND_request)
        mpit__watch_update(&mpit__watch);
}

void mpit__object_referenced(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object;

    if (!mpit__object_find(kind, key))
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (object)
        object->references++;
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__object_comm_made(MPI_Comm comm)
{
    struct mpit_object *object = comm == MPI_COMM_NULL ? NULL : mpit__object_of_comm(comm);

    if (!object)
        return;
    object->counted = true;
    mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, 1);
}

void mpit__object_win_made(MPI_Comm comm, MPI_Win win)
{
    struct mpit_object *object =
        win == MPI_WIN_NULL ? NULL : mpit__object_need(MPIT_KIND_win, MPIT_KEY(win));

    if (!object)
        return;
    object->seen = true;
    object->comm = mpit__object_of_comm(comm);
    object->comm_serial = object->comm ? object->comm->serial : 0;
}

/* The group is freed when no other thread is translating its ranks. */
static void free_group(struct mpit_object *object)
{
    MPI_Group group;

    mpit__lock(MPIT_LOCK_GROUPS);
    group = object->group;
    object->group = MPI_GROUP_NULL;
    mpit__unlock(MPIT_LOCK_GROUPS);
    mpit__next.PMPI_Group_free(&group);
}

void mpit__object_comm_ended(MPI_Comm comm)
{
    struct mpit_object *object = mpit__object_find(MPIT_KIND_comm, MPIT_KEY(comm));
    bool counted;

    if (!object)
        return;
    tell_of_end(object);
    if (atomic_load(&object->size))
        free_group(object);
    counted = object->counted;
    for (int level = MPIT_LEVEL_PENDING_SENDS; level <= MPIT_LEVEL_UMQ_BYTES; level++)
        mpit__object_level_move(&mpit__process, (enum mpit_level_slot)level,
                                -(int64_t)atomic_load(&object->level[level]));
    mpit__object_ended(MPIT_KIND_comm, MPIT_KEY(comm));
    if (counted)
        mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, -1);
}

/* Under the lock: whether the record still is that of the live object with this key. */
static bool is_of(const struct mpit_object *object, uint64_t key)
{
    return atomic_load(&object->alive) && object->key == key;
}

struct description {
    int inter, rank, size;
    MPI_Group group;
};

static bool ask(MPI_Comm comm, struct description *said)
{
    return mpit__next.PMPI_Comm_test_inter(comm, &said->inter) == MPI_SUCCESS &&
           mpit__next.PMPI_Comm_rank(comm, &said->rank) == MPI_SUCCESS &&
           (said->inter ? mpit__next.PMPI_Comm_remote_size(comm, &said->size) == MPI_SUCCESS &&
                              mpit__next.PMPI_Comm_remote_group(comm, &said->group) == MPI_SUCCESS
                        : mpit__next.PMPI_Comm_size(comm, &said->size) == MPI_SUCCESS &&
                              mpit__next.PMPI_Comm_group(comm, &said->group) == MPI_SUCCESS);
}

bool mpit__object_describe(struct mpit_object *object)
{
    uint64_t key = object->key;
    struct description said;
    bool is_known;

    if (object->kind != MPIT_KIND_comm || atomic_load_explicit(&object->size, memory_order_acquire))
        return true;
    if (!atomic_load(&object->alive) || !mpit__vendor_is_up() ||
        !ask((MPI_Comm)(uintptr_t)key, &said))
        return false;
    mpit__lock(MPIT_LOCK_OBJECTS);
    is_known = !is_of(object, key) || atomic_load(&object->size);
    if (!is_known) {
        object->inter = said.inter;
        object->rank = said.rank;
        object->group = said.group;
        atomic_store_explicit(&object->size, said.size, memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    /* Another thread has asked at the same time. */
    if (is_known)
        mpit__next.PMPI_Group_free(&said.group);
    return atomic_load(&object->size) != 0;
}

/* MPI 3.1, 7.6: a Cartesian topology has two neighbours a dimension, some perhaps MPI_PROC_NULL. */
static int out_degree(MPI_Comm comm, int rank)
{
    int topology = MPI_UNDEFINED, in = 0, out = 0, weighted;

    if (mpit__next.PMPI_Topo_test(comm, &topology) != MPI_SUCCESS)
        return 0;
    if (topology == MPI_CART && mpit__next.PMPI_Cartdim_get(comm, &out) == MPI_SUCCESS)
        return 2 * out;
    if (topology == MPI_GRAPH)
        mpit__next.PMPI_Graph_neighbors_count(comm, rank, &out);
    if (topology == MPI_DIST_GRAPH)
        mpit__next.PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    return out;
}

int mpit__object_parts(struct mpit_object *comm)
{
    int parts = atomic_load(&comm->parts);

    if (!parts && mpit__object_describe(comm)) {
        parts = 1 + out_degree((MPI_Comm)(uintptr_t)comm->key, comm->rank);
        atomic_store(&comm->parts, parts);
    }
    return parts ? parts - 1 : 0;
}

struct mpit_object *mpit__object_hold(enum mpit_kind kind, uint64_t key, bool make_it)
{
    struct mpit_object *object;

    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (!object && make_it)
        object = make(kind, key);
    if (object)
        object->refs++;
    mpit__unlock(MPIT_LOCK_OBJECTS);
    if (object && kind == MPIT_KIND_request)
        mpit__watch_update(&mpit__watch);
    return object;
}

/* Under the lock: nobody is bound to it any more. */
static void abandon(struct mpit_object *object)
{
    if (!atomic_load(&object->alive))
        destroy(object);
    else if (object->kind != MPIT_KIND_comm && !object->seen)
        end(object);
}

void mpit__object_release(struct mpit_object *object)
{
    bool is_request = object->kind == MPIT_KIND_request;

    if (object == &mpit__process)
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    if (--object->refs == 0)
        abandon(object);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    if (is_request)
        mpit__watch_update(&mpit__watch);
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

struct mpit_block *mpit__object_block_make(struct mpit_object *object, uint64_t key, unsigned shard)
{
    _Atomic(struct mpit_block *) *place;
    struct mpit_block *block;

    mpit__lock(MPIT_LOCK_OBJECTS);
    place = is_of(object, key) ? block_place(object, shard) : NULL;
    block = place ? atomic_load(place) : NULL;
    if (place && !block) {
        block = object == &mpit__process ? mpit__memory_take(BLOCK_SIZE(MPIT_P_SLOTS))
                                         : mpit__pool_take(&spare[shard].blocks);
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
    if (!sizes && is_of(object, key)) {
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
    size = (uint32_t)atomic_load(&object->size);
    like.shift = size <= object->peer_limit ? logarithm_from(size) : MPIT_PEER_SHIFT;
    like.pieces = UINT32_C(1) << (logarithm_from(size) > like.shift
                                      ? logarithm_from(size) - like.shift
                                      : 0);
    mpit__lock(MPIT_LOCK_OBJECTS);
    peers = atomic_load(place);
    if (!peers && is_of(object, key)) {
        peers = take_peers(shard, &like);
        atomic_store_explicit(place, peers, memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
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
        atomic_store_explicit(place,
                              mpit__memory_take(sizeof(mpit_total) * totals_of_piece(peers)),
                              memory_order_release);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return mpit__object_slots(of, slots, peer);
}

static void take_marks_along(struct mpit_object *object, enum mpit_level_slot level, uint64_t now)
{
    if (__builtin_expect(atomic_load(&object->nmarks) == 0, 1))
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    for (struct mpit_mark *mark = object->marks; mark; mark = mark->next)
        if (mark->level == level)
            mpit__cell_mark(mark->cell, now, mark->low);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

uint64_t mpit__object_level_move(struct mpit_object *object, enum mpit_level_slot level, int64_t by)
{
    uint64_t now = atomic_fetch_add(&object->level[level], (uint64_t)by) + (uint64_t)by;

    if (object->kind == MPIT_KIND_comm && atomic_load(&object->alive))
        mpit__object_level_move(&mpit__process, level, by);
    take_marks_along(object, level, now);
    return now;
}

void mpit__object_level_set(struct mpit_object *object, enum mpit_level_slot level, uint64_t now)
{
    uint64_t before = atomic_exchange(&object->level[level], now);

    if (now != before && object->kind == MPIT_KIND_comm && atomic_load(&object->alive))
        mpit__object_level_move(&mpit__process, level, (int64_t)(now - before));
    take_marks_along(object, level, now);
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
    for (struct mpit_object *comm = comms; comm; comm = comm->other_comm)
        visit(comm, context);
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
    mpit__lock(MPIT_LOCK_GROUPS);
    if (object->group != MPI_GROUP_NULL)
        mpit__next.PMPI_Group_translate_ranks(object->group, n, peers, group, world);
    mpit__unlock(MPIT_LOCK_GROUPS);
    for (int i = 0; i < n; i++)
        if (world[i] == MPI_UNDEFINED)
            world[i] = -1;
    mpit__next.PMPI_Group_free(&group);
}
