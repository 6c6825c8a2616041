#include "config.h"

#include "report/pairs.h"

#include <stdlib.h>

#include "ground/hash.h"
#include "ground/memory.h"
#include "live/segment.h"

static struct mpit_pair *place(const struct mpit_pairs *pairs, int peer)
{
    size_t i = mpit__hash_below((uint32_t)peer, (uint32_t)pairs->room);

    while (pairs->row[i].messages && pairs->row[i].peer != peer)
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
        if (pairs->row[i].messages)
            *place(&larger, pairs->row[i].peer) = pairs->row[i];
    free(pairs->row);
    *pairs = larger;
    return true;
}

bool mpit__pairs_add(struct mpit_pairs *pairs, int peer, uint64_t messages, uint64_t bytes)
{
    struct mpit_pair *row;

    if (!messages)
        return true;
    if (2 * pairs->used >= pairs->room && !grow(pairs)) {
        mpit__memory_miss(1);
        return false;
    }
    row = place(pairs, peer);
    if (!row->messages)
        pairs->used++;
    row->peer = peer;
    row->messages += messages;
    row->bytes += bytes;
    return true;
}

void mpit__pairs_merge(struct mpit_pairs *pairs, const struct mpit_pairs *more)
{
    for (size_t i = 0; i < more->room; i++)
        mpit__pairs_add(pairs, more->row[i].peer, more->row[i].messages, more->row[i].bytes);
}

struct mpit_pair *mpit__pairs_list(const struct mpit_pairs *pairs, int *n)
{
    struct mpit_pair *list = pairs->used ? malloc(pairs->used * sizeof *list) : NULL;

    *n = 0;
    for (size_t i = 0; list && i < pairs->room; i++)
        if (pairs->row[i].messages)
            list[(*n)++] = pairs->row[i];
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
