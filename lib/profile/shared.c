#include "config.h"

#include "profile/shared.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "live/segment.h"
#include "mpi/families.h"
#include "mpi/session.h"
#include "profile/arrivals.h"
#include "profile/block.h"
#include "profile/comm.h"
#include "profile/uses.h"

_Static_assert((int)MPIT_PEER_SLOTS == (int)MPIT_LIVE_PEER_SLOTS &&
                   (int)MPIT_PEER_SENDS == (int)MPIT_LIVE_PEER_SENDS &&
                   (int)MPIT_PEER_SEND_BYTES == (int)MPIT_LIVE_PEER_SEND_BYTES &&
                   (int)MPIT_PEER_RECVS == (int)MPIT_LIVE_PEER_RECVS &&
                   (int)MPIT_PEER_RECV_BYTES == (int)MPIT_LIVE_PEER_RECV_BYTES,
               "peers are counted as the segment says");
_Static_assert(sizeof((struct mpit_object *)NULL)->name ==
                   sizeof((struct mpit_live_comm *)NULL)->name,
               "a name that is known can be read");
_Static_assert((int)MPIT_WAIT_SLOTS == (int)MPIT_LIVE_WAIT_SLOTS &&
                   MPIT_OF_WAIT(MPIT_WAIT_late_sender, MPIT_WAITED_TICKS) ==
                       2 * (int)MPIT_LIVE_LATE_SENDER + 1 &&
                   MPIT_OF_WAIT(MPIT_WAIT_late_receiver, MPIT_WAITED_TICKS) ==
                       2 * (int)MPIT_LIVE_LATE_RECEIVER + 1 &&
                   MPIT_OF_WAIT(MPIT_WAIT_blocked_send, MPIT_WAITED_TICKS) ==
                       2 * (int)MPIT_LIVE_BLOCKED_SEND + 1 &&
                   MPIT_OF_WAIT(MPIT_WAIT_late_arrival, MPIT_WAITED_TICKS) ==
                       2 * (int)MPIT_LIVE_LATE_ARRIVAL + 1,
               "and so are waits");
_Static_assert((int)MPIT_TARGET_SLOTS == (int)MPIT_LIVE_TARGET_SLOTS &&
                   (int)MPIT_TARGET_CALLS == (int)MPIT_LIVE_TARGET_CALLS &&
                   (int)MPIT_TARGET_BYTES == (int)MPIT_LIVE_TARGET_BYTES,
               "and one-sided operations");

/* ---- names */

struct names {
    struct mpit_live_name *row; /* NULL: they are only counted */
    uint32_t n;
};

#define NO MPIT_LIVE_NO_SLOT

static void add(struct names *names, enum mpit_live_class class, const char *name, uint32_t count,
                uint32_t messages, uint32_t bytes, uint32_t ticks)
{
    struct mpit_live_name *row = names->row ? &names->row[names->n] : NULL;

    names->n++;
    if (!row)
        return;
    snprintf(row->name, sizeof row->name, "%s", name);
    row->class = class;
    row->slot[MPIT_LIVE_COUNT] = count;
    row->slot[MPIT_LIVE_MESSAGES] = messages;
    row->slot[MPIT_LIVE_BYTES] = bytes;
    row->slot[MPIT_LIVE_TICKS] = ticks;
}

static void add_calls(struct names *names)
{
    for (int call = 0; call < MPIT_CALLS; call++)
        add(names, MPIT_LIVE_CALL, mpit__call_names[call], MPIT_P_OF_CALL(call, MPIT_CALL_COUNT),
            MPIT_P_OF_CALL(call, MPIT_CALL_MESSAGES), MPIT_P_OF_CALL(call, MPIT_CALL_BYTES),
            MPIT_P_OF_CALL(call, MPIT_CALL_TICKS));
}

static void add_collectives(struct names *names)
{
    static const char *const name[] = {
#define COLLECTIVE(Name, name, kind, formals, actuals, gives, exchanges) #name,
#include "mpi/collectives.def"
#undef COLLECTIVE
    };

    for (uint32_t i = 0; i < MPIT_COLLECTIVES; i++)
        add(names, MPIT_LIVE_COLLECTIVE, name[i], MPIT_P_COLL_CALLS + i, NO, MPIT_P_COLL_BYTES + i,
            NO);
    for (uint32_t i = 0; i < MPIT_COLLECTIVES; i++)
        add(names, MPIT_LIVE_COLL_SIZES, mpit__collective_names[i],
            MPIT_P_OF_COLL_SIZE(i, MPIT_COLL_SIZE_COUNT), NO,
            MPIT_P_OF_COLL_SIZE(i, MPIT_COLL_SIZE_BYTES),
            MPIT_P_OF_COLL_SIZE(i, MPIT_COLL_SIZE_TICKS));
}

static void add_families(struct names *names)
{
    static const char *const name[] = {
#define FAMILY(name, ...) #name,
#include "mpi/families.def"
    };

    for (uint32_t i = 0; i < MPIT_FAMILIES; i++)
        add(names, MPIT_LIVE_FAMILY, name[i], NO, NO, NO, MPIT_P_TICKS + i);
}

static void add_all(struct names *names)
{
    add_calls(names);
    add(names, MPIT_LIVE_AMOUNT, "sends", MPIT_P_SENDS, NO, MPIT_P_SEND_BYTES, NO);
    add(names, MPIT_LIVE_AMOUNT, "recvs", MPIT_P_RECVS, NO, MPIT_P_RECV_BYTES, NO);
    add(names, MPIT_LIVE_AMOUNT, "rma", MPIT_P_RMA_CALLS, NO, MPIT_P_RMA_BYTES, NO);
    add(names, MPIT_LIVE_AMOUNT, "reads", MPIT_P_READS, NO, MPIT_P_READ_BYTES, NO);
    add(names, MPIT_LIVE_AMOUNT, "writes", MPIT_P_WRITES, NO, MPIT_P_WRITE_BYTES, NO);
    add(names, MPIT_LIVE_SIZES, "sends", MPIT_P_SEND_SIZES, NO, NO, NO);
    add(names, MPIT_LIVE_SIZES, "recvs", MPIT_P_RECV_SIZES, NO, NO, NO);
    add_collectives(names);
    add_families(names);
    add(names, MPIT_LIVE_OF_COMM, "sends", MPIT_C_SENDS, NO, MPIT_C_SEND_BYTES, NO);
    add(names, MPIT_LIVE_OF_COMM, "recvs", MPIT_C_RECVS, NO, MPIT_C_RECV_BYTES, NO);
    add(names, MPIT_LIVE_OF_COMM, "collectives", MPIT_C_COLL_CALLS, NO, MPIT_C_COLL_BYTES, NO);
    add(names, MPIT_LIVE_OF_COMM, "time", NO, NO, NO, MPIT_C_TICKS);
#define WAIT(name)                                                                                 \
    add(names, MPIT_LIVE_OF_WAIT, #name, MPIT_OF_WAIT(MPIT_WAIT_##name, MPIT_WAITED_COUNT), NO,    \
        NO, MPIT_OF_WAIT(MPIT_WAIT_##name, MPIT_WAITED_TICKS));
    MPIT_WAITS_EACH(WAIT)
#undef WAIT
    add(names, MPIT_LIVE_OF_PEER, "sends", MPIT_PEER_SENDS, NO, MPIT_PEER_SEND_BYTES, NO);
    add(names, MPIT_LIVE_OF_PEER, "recvs", MPIT_PEER_RECVS, NO, MPIT_PEER_RECV_BYTES, NO);
    add(names, MPIT_LIVE_OF_TARGET, "rma", MPIT_TARGET_CALLS, NO, MPIT_TARGET_BYTES, NO);
}

void mpit__shared_names(void)
{
    struct names names = {0};

    if (!mpit__live_head)
        return;
    mpit__live_head->block_slots = offsetof(struct mpit_block, slot);
    add_all(&names);
    names.row = mpit__memory_take_shared(sizeof *names.row * names.n);
    if (!names.row)
        return;
    names.n = 0;
    add_all(&names);
    mpit__live_put(names.row, MPIT_LIVE_NAMES, 0, 0, names.n, 0);
}

/* ---- communicators */

static struct mpit_pool comms = {.size = sizeof(struct mpit_live_comm), .shared = true};

void mpit__shared_comm_made(struct mpit_object *comm)
{
    struct mpit_live_comm *live = mpit__live_head ? mpit__pool_take(&comms) : NULL;

    if (atomic_load(&comm->key) == MPIT_KEY(MPI_COMM_WORLD))
        strcpy(comm->name, "MPI_COMM_WORLD");
    if (atomic_load(&comm->key) == MPIT_KEY(MPI_COMM_SELF))
        strcpy(comm->name, "MPI_COMM_SELF");
    comm->live = live;
    if (!live)
        return;
    atomic_store(&live->key, atomic_load(&comm->key));
    memcpy(live->name, comm->name, sizeof live->name);
    mpit__live_put(live, MPIT_LIVE_COMM, 0, 0, 1, comm->serial);
}

void mpit__shared_comm_described(struct mpit_object *comm)
{
    if (!comm->live)
        return;
    atomic_store(&comm->live->rank, comm->rank);
    atomic_store(&comm->live->inter, comm->inter);
    atomic_store(&comm->live->size, atomic_load(&comm->size));
}

void mpit__shared_comm_ended(struct mpit_object *comm)
{
    if (comm->live)
        atomic_store(&comm->live->ended, 1);
}

/* Who reads all calls of the run looks for them when they have ended.  Under MPIT_LOCK_OBJECTS. */
static bool is_kept(const struct mpit_object *comm)
{
    enum { MOST = 16384 };
    static unsigned kept;

    if (!mpit__in_force.recorder_file[0] || !atomic_load(&comm->live->hash) || kept == MOST)
        return false;
    kept++;
    return true;
}

void mpit__shared_comm_given(struct mpit_object *comm)
{
    if (!comm->live)
        return;
    if (!is_kept(comm)) {
        mpit__live_clear(comm->live);
        mpit__pool_give(&comms, comm->live);
    }
    comm->live = NULL;
}

/* ---- levels */

static bool has_more(void)
{
    return atomic_load(&mpit__process.level[MPIT_LEVEL_UMQ_MORE]) != 0;
}

/* Looked at again: another thread may have moved the level and said so meanwhile. */
void mpit__shared_unexpected(void)
{
    uint64_t now;

    if (!mpit__live_head)
        return;
    do {
        now = atomic_load(&mpit__process.level[MPIT_LEVEL_UMQ]);
        atomic_store(&mpit__live_head->unexpected, now);
    } while (atomic_load(&mpit__process.level[MPIT_LEVEL_UMQ]) != now);
    if (atomic_load(&mpit__live_head->queued))
        mpit__shared_queued(true);
}

void mpit__shared_queued(bool followed)
{
    if (mpit__live_head)
        atomic_store(&mpit__live_head->queued, !followed ? 0 : has_more() ? 2 : 1);
}

/* How many have been made of each group; under MPIT_LOCK_OBJECTS. */
static struct made {
    uint64_t hash;
    uint32_t n;
    struct made *next;
} * made;
static struct mpit_pool mades = {.size = sizeof(struct made)};

static uint32_t count_made(uint64_t hash)
{
    struct made *one = made;

    while (one && one->hash != hash)
        one = one->next;
    if (!one) {
        one = mpit__pool_take(&mades);
        if (!one)
            return 0;
        one->hash = hash;
        one->next = made;
        made = one;
    }
    return one->n++;
}

/* Of the ranks in the world of a group, in order; 0: that could not be asked. */
static uint64_t hash_of(MPI_Group group, int *size)
{
    enum { PIECE = 256 };
    int n = 0, ranks[PIECE], world[PIECE];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    MPI_Group all;

    if (mpit__next.PMPI_Group_size(group, &n) != MPI_SUCCESS || !mpit__world_group(&all))
        return 0;
    for (int first = 0; first < n; first += PIECE) {
        int now = n - first < PIECE ? n - first : PIECE;

        for (int i = 0; i < now; i++)
            ranks[i] = first + i;
        mpit__next.PMPI_Group_translate_ranks(group, now, ranks, all, world);
        for (int i = 0; i < now; i++)
            hash = (hash ^ (uint32_t)world[i]) * UINT64_C(0x100000001b3);
    }
    mpit__next.PMPI_Group_free(&all);
    *size += n;
    return hash ? hash : 1;
}

static void know_again(struct mpit_object *comm, int size)
{
    comm->known_as = mpit_live_key_of_comm(comm->live->hash, comm->live->number);
    if (comm->inter)
        comm->known_as = mpit_live_key_of_inter(comm->known_as);
    if (size > 1 && mpit__arrivals_are_kept())
        atomic_store_explicit(&comm->parties, (uint32_t)size, memory_order_release);
}

bool mpit__shared_identifies(void)
{
    return mpit__live_is_where() || mpit__arrivals_are_kept();
}

/* Of its own processes; of those that it is connected with as well, of both in whichever order. */
void mpit__shared_comm_identify(struct mpit_object *comm)
{
    uint64_t key = atomic_load(&comm->key), own, others = 0;
    MPI_Group group;
    int size = 0;

    if (!mpit__shared_identifies() || !comm->live ||
        mpit__next.PMPI_Comm_group((MPI_Comm)(uintptr_t)key, &group) != MPI_SUCCESS)
        return;
    own = hash_of(group, &size);
    mpit__next.PMPI_Group_free(&group);
    if (comm->inter) {
        mpit__lock(MPIT_LOCK_GROUPS);
        if (comm->group != MPI_GROUP_NULL)
            others = hash_of(comm->group, &size);
        mpit__unlock(MPIT_LOCK_GROUPS);
    }
    mpit__lock(MPIT_LOCK_OBJECTS);
    if (own && mpit__object_is_of(comm, key) && comm->live && !atomic_load(&comm->live->hash)) {
        atomic_store(&comm->live->side, comm->inter ? own : 0);
        atomic_store(&comm->live->number, count_made(own + others));
        atomic_store(&comm->live->hash, own + others);
        know_again(comm, size);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

/* All of them are asked, in the order in which they are made, so that the numbers of those with the
 * same processes are the same everywhere. */
void mpit__shared_comm_new(MPI_Comm comm)
{
    struct mpit_object *object =
        mpit__shared_identifies() && comm != MPI_COMM_NULL ? mpit__object_of_comm(comm) : NULL;

    if (object)
        mpit__object_describe(object);
}

void mpit__shared_comm_named(MPI_Comm comm, const char *name)
{
    bool somebody_reads = mpit__live_head || mpit__uses_are_kept();
    struct mpit_object *object = somebody_reads ? mpit__object_of_comm(comm) : NULL;

    if (!object)
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    if (mpit__object_is_of(object, MPIT_KEY(comm))) {
        snprintf(object->name, sizeof object->name, "%s", name);
        if (object->live)
            memcpy(object->live->name, object->name, sizeof object->live->name);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

/* ---- slots */

static size_t slots_of(const struct mpit_peers *peers)
{
    return sizeof(mpit_total) * ((size_t)peers->slots << peers->shift);
}

static void translate(struct mpit_object *object, int32_t *world, int first, int n)
{
    int peers[MPIT_PEER_PIECE];

    for (int done = 0; done < n; done += MPIT_PEER_PIECE) {
        int now = n - done < MPIT_PEER_PIECE ? n - done : MPIT_PEER_PIECE;

        for (int i = 0; i < now; i++)
            peers[i] = first + done + i;
        mpit__object_world_ranks(object, now, peers, world + done);
    }
}

static enum mpit_live_kind kind_of(const struct mpit_peers *peers)
{
    return peers->slots == MPIT_PEER_SLOTS   ? MPIT_LIVE_PEERS
           : peers->slots == MPIT_WAIT_SLOTS ? MPIT_LIVE_WAITS
                                             : MPIT_LIVE_TARGETS;
}

/* A rank beyond the last is -1: what is beside it counts nothing. */
static void say_piece(struct mpit_object *object, unsigned shard, const struct mpit_peers *peers,
                      uint32_t i)
{
    mpit_total *piece = atomic_load(&peers->piece[i]);
    int in_piece = 1 << peers->shift, first = (int)(i << peers->shift);
    int n = atomic_load(&object->size) - first;
    int32_t *world = (int32_t *)((char *)piece + slots_of(peers));

    for (int k = 0; k < in_piece; k++)
        world[k] = -1;
    if (n > 0)
        translate(object, world, first, n < in_piece ? n : in_piece);
    mpit__live_put(piece, kind_of(peers), shard, (uint32_t)first, (uint32_t)in_piece,
                   object->serial);
}

void mpit__shared_peers(struct mpit_object *object, unsigned shard, const struct mpit_peers *peers)
{
    if (!mpit__live_head || !mpit__peers_are_shared(peers))
        return;
    for (uint32_t i = 0; i < peers->pieces; i++) {
        const mpit_total *piece = atomic_load(&peers->piece[i]);

        if (piece && atomic_load(&mpit__live_item(piece)->object) != object->serial)
            say_piece(object, shard, peers, i);
    }
}
