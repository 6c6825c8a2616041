#include "config.h"

#include "report/pairs.h"

#include <stdlib.h>

#include "ground/hash.h"
#include "ground/memory.h"

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

void mpit__pairs_free(struct mpit_pairs *pairs)
{
    free(pairs->row);
    *pairs = (struct mpit_pairs){0};
}
