#include "config.h"

#include "report/pairs.h"

#include <stdlib.h>

#include "ground/clock.h"
#include "ground/hash.h"
#include "ground/memory.h"
#include "live/segment.h"

static struct mpit_pair *place(const struct mpit_pairs *pairs, int peer)
{
    size_t i = mpit__hash_below((uint32_t)peer, (uint32_t)pairs->room);

    while (pairs->row[i].used && pairs->row[i].peer != peer)
        i = (i + 1) & (pairs->room - 1);
    return &pairs->row[i];
}

static bool grow(struct mpit_pairs *pairs)
{
    struct mpit_pairs larger = {.room = pairs->room ? 2 * pairs->room : 64, .used = pairs->used};

    larger.row = calloc(larger.room, sizeof *larger.row);
    if (!larger.row)
        return false;
    for (size_t i = 0; i < pairs->room; i++)
        if (pairs->row[i].used)
            *place(&larger, pairs->row[i].peer) = pairs->row[i];
    free(pairs->row);
    *pairs = larger;
    return true;
}

static bool is_empty(const struct mpit_pair *row)
{
    uint64_t any = row->messages | row->operations;

    for (int i = 0; i < MPIT_WAIT_SLOTS; i++)
        any |= row->waited[i];
    return !any;
}

bool mpit__pairs_add(struct mpit_pairs *pairs, const struct mpit_pair *more)
{
    struct mpit_pair *row;

    if (is_empty(more))
        return true;
    if (2 * pairs->used >= pairs->room && !grow(pairs)) {
        mpit__memory_miss(1);
        return false;
    }
    row = place(pairs, more->peer);
    pairs->used += !row->used;
    row->used = true;
    row->peer = more->peer;
    row->messages += more->messages;
    row->bytes += more->bytes;
    row->operations += more->operations;
    row->operation_bytes += more->operation_bytes;
    for (int i = 0; i < MPIT_WAIT_SLOTS; i++)
        row->waited[i] += more->waited[i];
    return true;
}

void mpit__pairs_merge(struct mpit_pairs *pairs, const struct mpit_pairs *more)
{
    for (size_t i = 0; i < more->room; i++)
        mpit__pairs_add(pairs, &more->row[i]);
}

void mpit__pairs_drop_waits(struct mpit_pairs *pairs, enum mpit_wait wait)
{
    for (size_t i = 0; i < pairs->room; i++)
        for (int slot = 0; slot < (int)MPIT_WAITED_SLOTS; slot++)
            pairs->row[i].waited[MPIT_OF_WAIT(wait, slot)] = 0;
}

/* Ticks are of this process alone. */
static void use_nanoseconds(struct mpit_pair *row)
{
    for (int wait = 0; wait < MPIT_WAITS; wait++) {
        uint64_t *ticks = &row->waited[MPIT_OF_WAIT(wait, MPIT_WAITED_TICKS)];

        *ticks = (uint64_t)(mpit__clock_seconds(*ticks) * 1e9);
    }
}

struct mpit_pair *mpit__pairs_list(const struct mpit_pairs *pairs, int *n)
{
    struct mpit_pair *list = pairs->used ? malloc(pairs->used * sizeof *list) : NULL;

    *n = 0;
    for (size_t i = 0; list && i < pairs->room; i++)
        if (pairs->row[i].used)
            list[(*n)++] = pairs->row[i];
    for (int i = 0; i < *n; i++)
        use_nanoseconds(&list[i]);
    if (!list)
        mpit__memory_miss(pairs->used);
    return list;
}

/* They are written anew where they have outgrown the place. */
void mpit__pairs_publish(const struct mpit_pairs *pairs)
{
    static struct mpit_live_pair *published;
    static size_t room;
    static uint64_t generation;
    struct mpit_live_pair *before = published;

    if (!mpit__live_head || !pairs->room)
        return;
    if (room < pairs->room) {
        published = mpit__memory_take_shared(sizeof *published * pairs->room);
        room = published ? pairs->room : 0;
    }
    for (size_t i = 0; published && i < room; i++) {
        published[i].peer = pairs->row[i].peer;
        atomic_store(&published[i].messages, pairs->row[i].messages);
        atomic_store(&published[i].bytes, pairs->row[i].bytes);
        atomic_store(&published[i].operations, pairs->row[i].operations);
        atomic_store(&published[i].operation_bytes, pairs->row[i].operation_bytes);
        for (int k = 0; k < MPIT_WAIT_SLOTS; k++)
            atomic_store(&published[i].waited[k], pairs->row[i].waited[k]);
    }
    if (!published || published == before)
        return;
    mpit__live_put(published, MPIT_LIVE_PAIRS, 0, 0, (uint32_t)room, ++generation);
    if (before)
        mpit__live_clear(before);
}

void mpit__pairs_free(struct mpit_pairs *pairs)
{
    free(pairs->row);
    *pairs = (struct mpit_pairs){0};
}
