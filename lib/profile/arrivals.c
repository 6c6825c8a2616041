#include "config.h"

#include "profile/arrivals.h"

#include <stdlib.h>

#include "ground/memory.h"
#include "live/meetings.h"
#include "live/process.h"
#include "live/segment.h"
#include "profile/watch.h"

struct mpit_live_ring *_Atomic mpit__arrivals_rings[MPIT_SHARDS];
static _Atomic bool kept;

/* ---- what a ring has no room for */

_Atomic uint64_t mpit__arrivals_kept_from = UINT64_MAX;

static struct mpit_live_past *_Atomic pasts[MPIT_SHARDS];

static struct mpit_live_past *past_of(unsigned shard)
{
    struct mpit_live_past *past = atomic_load(&pasts[shard]), *made;

    if (past || !mpit__live_head)
        return past;
    made = mpit__memory_take_shared(sizeof *made);
    if (!made)
        return NULL;
    if (!atomic_compare_exchange_strong(&pasts[shard], &past, made))
        return past;
    mpit__live_put(made, MPIT_LIVE_PAST, shard, 0, MPIT_LIVE_PASTS, 1);
    return made;
}

/* From a past, or from a ring. */
#define COPY(to, from, had_bytes)                                                                  \
    do {                                                                                           \
        atomic_store_explicit(&(to)->comm, (from)->comm, memory_order_relaxed);                    \
        atomic_store_explicit(&(to)->nth, (from)->nth, memory_order_relaxed);                      \
        atomic_store_explicit(&(to)->entry, (from)->entry, memory_order_relaxed);                  \
        atomic_store_explicit(&(to)->since, (from)->since, memory_order_relaxed);                  \
        atomic_store_explicit(&(to)->exit, (from)->exit, memory_order_relaxed);                    \
        atomic_store_explicit(&(to)->size, (from)->size, memory_order_relaxed);                    \
        atomic_store_explicit(&(to)->operation, (uint16_t)(from)->operation,                       \
                              memory_order_relaxed);                                               \
        atomic_store_explicit(&(to)->handed_in, had_bytes, memory_order_relaxed);                  \
    } while (0)

/* Drops every second one, until there is room; names that are all alike leave none. */
static void make_room(struct mpit_live_past *past)
{
    enum { LEVELS = 63 };

    while (past->n == MPIT_LIVE_PASTS && past->level < LEVELS) {
        const uint32_t level = past->level + 1;
        uint32_t n = 0;

        atomic_store(&past->level, level);
        for (uint32_t i = 0; i < MPIT_LIVE_PASTS; i++) {
            const struct mpit_live_past_arrival *one = &past->arrival[i];

            if (mpit__meeting_is_kept(one->comm, one->nth, level)) {
                COPY(&past->arrival[n], one, one->handed_in);
                n++;
            }
        }
        atomic_store(&past->n, n);
    }
}

/* Threads that share a shard go round its ring together: who comes while another is here drops what
 * he has. */
void mpit__arrival_keep(const struct mpit_thread *thread, const struct mpit_live_arrival *slot)
{
    static atomic_flag busy[MPIT_SHARDS];
    struct mpit_live_past *past;

    if (!slot->index || !slot->size || !(past = past_of(thread->shard)) ||
        !mpit__meeting_is_kept(slot->comm, slot->nth, past->level) ||
        atomic_flag_test_and_set(&busy[thread->shard]))
        return;
    make_room(past);
    if (past->n < MPIT_LIVE_PASTS && mpit__meeting_is_kept(slot->comm, slot->nth, past->level)) {
        COPY(&past->arrival[past->n], slot, slot->bytes != 0);
        atomic_store(&past->n, past->n + 1);
    }
    atomic_flag_clear(&busy[thread->shard]);
}

/* ---- rings */

void mpit__arrivals_begin(void)
{
    if (!mpit__live_head || !mpit__watch_wants(&mpit__watch, MPIT_BIT_WAITS))
        return;
    atomic_store(&kept, true);
    if (!mpit__process_has_company(mpit__live_head->size))
        atomic_store(&mpit__arrivals_kept_from, MPIT_LIVE_ARRIVALS);
    mpit__watch_order();
}

bool mpit__arrivals_are_kept(void)
{
    return atomic_load_explicit(&kept, memory_order_relaxed);
}

/* Once made it is that of whichever thread has the shard.  Two threads of a shared shard may make
 * one each: the second stays empty. */
struct mpit_live_ring *mpit__arrivals_ring_make(unsigned shard)
{
    struct mpit_live_ring *made, *before = NULL;

    if (!mpit__live_head)
        return NULL;
    made = mpit__memory_take_shared(sizeof *made);
    if (!made)
        return NULL;
    if (!atomic_compare_exchange_strong(&mpit__arrivals_rings[shard], &before, made))
        return before;
    mpit__live_put(made, MPIT_LIVE_RING, shard, 0, MPIT_LIVE_ARRIVALS, 1);
    return made;
}

void mpit__arrival_take_back(struct mpit_arrival arrival, struct mpit_object *comm)
{
    bool stands = mpit__arrival_stands(arrival);

    if (!comm || (arrival.slot ? !stands : !arrival.index))
        return;
    if (stands)
        atomic_store(&arrival.slot->size, 0);
    atomic_fetch_sub(&comm->collectives, 1);
}

struct mpit_arrival_name mpit__arrival_prepare(struct mpit_object *comm)
{
    struct mpit_arrival_name name = {.size = comm->parties};

    if (name.size)
        name.comm =
            mpit_live_key_of_prepared(comm->known_as, atomic_fetch_add(&comm->prepared, 1) + 1);
    return name;
}

/* ---- what this process has come to */

static size_t list_ring(const struct mpit_live_ring *ring, struct mpit_mine *mine)
{
    size_t n = 0;

    for (int i = 0; i < MPIT_LIVE_ARRIVALS; i++)
        if (ring->slot[i].index && ring->slot[i].size)
            mine[n++] = MPIT_MINE(&ring->slot[i], 0, ring->slot[i].bytes != 0);
    return n;
}

static size_t list_past(const struct mpit_live_past *past, struct mpit_mine *mine)
{
    const uint32_t n = past->n;

    for (uint32_t i = 0; i < n; i++)
        mine[i] = MPIT_MINE(&past->arrival[i], past->level, past->arrival[i].handed_in);
    return n;
}

struct mpit_mine *mpit__arrivals_list(size_t *n, uint64_t *all)
{
    size_t room = 0;
    struct mpit_mine *mine;

    *n = *all = 0;
    for (int i = 0; i < MPIT_SHARDS; i++) {
        const struct mpit_live_ring *ring = atomic_load(&mpit__arrivals_rings[i]);

        room += ring ? MPIT_LIVE_ARRIVALS : 0;
        room += atomic_load(&pasts[i]) ? MPIT_LIVE_PASTS : 0;
        *all += ring ? atomic_load(&ring->started) : 0;
    }
    mine = room ? calloc(room, sizeof *mine) : NULL;
    if (!mine)
        return NULL;
    for (int i = 0; i < MPIT_SHARDS; i++) {
        const struct mpit_live_ring *ring = atomic_load(&mpit__arrivals_rings[i]);
        const struct mpit_live_past *past = atomic_load(&pasts[i]);

        *n += ring ? list_ring(ring, mine + *n) : 0;
        *n += past ? list_past(past, mine + *n) : 0;
    }
    return mine;
}
