#include "config.h"

#include "profile/world.h"

#include <stdlib.h>
#include <string.h>

#include "ground/lock.h"
#include "ground/memory.h"
#include "mpi/vendor.h"
#include "profile/block.h"
#include "profile/comm.h"

/* The slots of a peer and those of a partner, one after the other. */
enum { SLOTS = MPIT_PEER_SLOTS + MPIT_PARTNER_SLOTS, TRIES = 4096 };

/* By rank in the world; once made they stay.  Under MPIT_LOCK_OBJECTS, but for a look at a sum. */
static uint64_t (*ended)[SLOTS];
static mpit_total (*_Atomic sums)[SLOTS];
static int size;

/* How many readers want each quantity of all communicators. */
static uint32_t readers[MPIT_BITS];

bool mpit__world_is(const struct mpit_object *comm)
{
    return atomic_load(&comm->kind) == MPIT_KIND_comm &&
           atomic_load(&comm->key) == MPIT_KEY(MPI_COMM_WORLD);
}

static bool is_read(void)
{
    return atomic_load_explicit(&sums, memory_order_acquire) != NULL;
}

/* ---- ranks */

static int *translate(struct mpit_object *comm)
{
    int n = atomic_load(&comm->size);
    int *ranks = malloc(sizeof *ranks * 2 * (size_t)n);

    if (!ranks)
        return NULL;
    for (int i = 0; i < n; i++)
        ranks[n + i] = i;
    mpit__object_world_ranks(comm, n, ranks + n, ranks);
    return ranks;
}

/* Under MPIT_LOCK_OBJECTS. */
static void learn(struct mpit_object *comm, void *unused)
{
    (void)unused;
    if (!comm->world && atomic_load(&comm->size))
        comm->world = translate(comm);
}

void mpit__world_learn(struct mpit_object *comm)
{
    if (!is_read() || !mpit__object_describe(comm))
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    if (atomic_load(&comm->alive))
        learn(comm, NULL);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

/* ---- adding up */

static void add_slots(uint64_t *to, const mpit_total *slots, int n)
{
    for (int i = 0; slots && i < n; i++)
        to[i] += mpit__total_get(&slots[i]);
}

/* Adds what a communicator has counted to rows by rank in the world. */
static void add_comm(struct mpit_object *comm, void *context)
{
    uint64_t(*rows)[SLOTS] = context;
    int n = comm->world ? atomic_load(&comm->size) : 0;

    for (unsigned shard = 0; n && shard < MPIT_SHARDS; shard++) {
        const struct mpit_block *block = mpit__object_block(comm, shard);

        for (int i = 0; block && i < n; i++) {
            int rank = comm->world[i];

            if (rank < 0 || rank >= size)
                continue;
            add_slots(rows[rank], mpit__object_peer(block, i), MPIT_PEER_SLOTS);
            add_slots(rows[rank] + MPIT_PEER_SLOTS, mpit__object_partner(block, i),
                      MPIT_PARTNER_SLOTS);
        }
    }
}

/* The thread that a signal handler has interrupted may have the lock. */
static bool try_lock(void)
{
    for (int i = 0; i < TRIES; i++)
        if (mpit__lock_try(MPIT_LOCK_OBJECTS))
            return true;
    return false;
}

/* The last rows of the memory are what is being added up. */
static void add_up(void)
{
    uint64_t(*rows)[SLOTS] = ended + size;

    memcpy(rows, ended, sizeof *rows * (size_t)size);
    mpit__object_each_comm_locked(add_comm, rows);
    for (int rank = 0; rank < size; rank++)
        for (int i = 0; i < SLOTS; i++)
            atomic_store_explicit(&sums[rank][i], rows[rank][i], memory_order_relaxed);
}

void mpit__world_update(void)
{
    if (!is_read() || !try_lock())
        return;
    add_up();
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

uint64_t mpit__world_peer(enum mpit_peer_slot slot, int rank)
{
    return mpit__total_get(&atomic_load_explicit(&sums, memory_order_acquire)[rank][slot]);
}

uint64_t mpit__world_partner(enum mpit_partner_slot slot, int rank)
{
    return mpit__total_get(
        &atomic_load_explicit(&sums, memory_order_acquire)[rank][MPIT_PEER_SLOTS + (int)slot]);
}

/* ---- readers */

static bool make_rows(int n)
{
    mpit_total(*made)[SLOTS];

    if (is_read())
        return true;
    ended = mpit__memory_take(sizeof *ended * 2 * (size_t)n);
    made = mpit__memory_take(sizeof *made * (size_t)n);
    if (!ended || !made) {
        mpit__memory_give(ended, sizeof *ended * 2 * (size_t)n);
        mpit__memory_give(made, sizeof *made * (size_t)n);
        ended = NULL;
        return false;
    }
    size = n;
    atomic_store_explicit(&sums, made, memory_order_release);
    return true;
}

static void watch(struct mpit_object *comm, void *mask)
{
    mpit__watch_add(&comm->watch, *(const uint32_t *)mask & MPIT_WATCH_BY_OBJECT);
}

static void unwatch(struct mpit_object *comm, void *mask)
{
    mpit__watch_drop(&comm->watch, *(const uint32_t *)mask & MPIT_WATCH_BY_OBJECT);
}

static void count_reader(uint32_t mask, uint32_t by)
{
    for (int bit = 0; bit < MPIT_BITS; bit++)
        if (mask >> bit & 1)
            readers[bit] += by;
}

bool mpit__world_open(struct mpit_object *world, uint32_t mask)
{
    bool opened;

    mpit__lock(MPIT_LOCK_OBJECTS);
    opened = make_rows(atomic_load(&world->size));
    if (opened) {
        count_reader(mask & MPIT_WATCH_BY_OBJECT, 1);
        mpit__object_each_comm_locked(learn, NULL);
        mpit__object_each_comm_locked(watch, &mask);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return opened;
}

void mpit__world_close(uint32_t mask)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    count_reader(mask & MPIT_WATCH_BY_OBJECT, -1u);
    mpit__object_each_comm_locked(unwatch, &mask);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

/* ---- communicators */

void mpit__world_comm_made(struct mpit_object *comm)
{
    for (int bit = 0; bit < MPIT_BITS; bit++)
        for (uint32_t i = 0; i < readers[bit]; i++)
            mpit__watch_add(&comm->watch, UINT32_C(1) << bit);
}

void mpit__world_comm_ends(struct mpit_object *comm)
{
    if (is_read())
        add_comm(comm, ended);
    free(comm->world);
    comm->world = NULL;
}
