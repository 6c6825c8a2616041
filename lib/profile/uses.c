#include "config.h"

#include "profile/uses.h"

#include <stdio.h>
#include <string.h>

#include "ground/hash.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "live/segment.h"

/* Programs that write a file a step have many names; reports of more than these nobody reads. */
enum { CHUNK = 16, CHUNKS = 64, ROWS = CHUNK * CHUNKS };

static struct mpit_live_use *_Atomic chunks[CHUNKS];
static uint64_t hashes[ROWS]; /* of kind, size and name; under the lock */
static _Atomic unsigned nrows;
static _Atomic bool kept;

bool mpit__uses_are_kept(void)
{
    return atomic_load_explicit(&kept, memory_order_relaxed);
}

void mpit__uses_keep(bool keep)
{
    atomic_store(&kept, keep);
}

static struct mpit_live_use *row_at(unsigned i)
{
    struct mpit_live_use *chunk = atomic_load_explicit(&chunks[i / CHUNK], memory_order_acquire);

    return &chunk[i % CHUNK];
}

const struct mpit_live_use *mpit__use_row(unsigned i)
{
    return i < atomic_load_explicit(&nrows, memory_order_acquire) ? row_at(i) : NULL;
}

/* Of what is longer than a row has room for the end, which tells more of a file than its folder. */
static const char *cut(const char *name)
{
    enum { MOST = sizeof((struct mpit_live_use *)NULL)->name - 1 };
    size_t length = strlen(name);

    return length > MOST ? name + length - MOST : name;
}

static bool is_of(const struct mpit_live_use *row, uint32_t kind, const char *name, int size)
{
    return atomic_load(&row->kind) == kind && row->size == size && !strcmp(row->name, name);
}

/* Under the lock, as the next. */
static struct mpit_live_use *find(uint64_t hash, uint32_t kind, const char *name, int size)
{
    for (unsigned i = 0; i < atomic_load(&nrows); i++)
        if (hashes[i] == hash && is_of(row_at(i), kind, name, size))
            return row_at(i);
    return NULL;
}

static bool has_room(unsigned i)
{
    struct mpit_live_use *chunk = atomic_load(&chunks[i / CHUNK]);

    if (chunk)
        return true;
    chunk = mpit__memory_take_shared(sizeof *chunk * CHUNK);
    if (!chunk)
        return false;
    mpit__live_put(chunk, MPIT_LIVE_USES, 0, i, CHUNK, 1 + i / CHUNK);
    atomic_store_explicit(&chunks[i / CHUNK], chunk, memory_order_release);
    return true;
}

static struct mpit_live_use *add(uint64_t hash, uint32_t kind, const char *name, int size)
{
    unsigned i = atomic_load(&nrows);
    struct mpit_live_use *row = has_room(i) ? row_at(i) : NULL;

    if (!row)
        return NULL;
    hashes[i] = hash;
    row->size = size;
    snprintf(row->name, sizeof row->name, "%s", name);
    atomic_store_explicit(&row->kind, kind, memory_order_release);
    atomic_store_explicit(&nrows, i + 1, memory_order_release);
    return row;
}

static struct mpit_live_use *need(uint32_t kind, const char *name, int size, unsigned room)
{
    char key[32];
    uint64_t hash;
    struct mpit_live_use *row;

    snprintf(key, sizeof key, "%u %d ", kind, size);
    hash = mpit__hash_add(mpit__hash_add(0, key), name);
    row = find(hash, kind, name, size);
    return row || atomic_load(&nrows) >= room ? row : add(hash, kind, name, size);
}

/* The last rows are for what there is no other for. */
struct mpit_live_use *mpit__use_need(enum mpit_live_use_kind kind, const char *name, int size)
{
    enum { KINDS = 2 };
    struct mpit_live_use *row;

    mpit__lock(MPIT_LOCK_USES);
    row = need(kind, cut(name), size, ROWS - KINDS);
    if (!row)
        row = need(kind, "", 0, ROWS);
    mpit__unlock(MPIT_LOCK_USES);
    if (!row)
        mpit__memory_miss(1);
    return row;
}
