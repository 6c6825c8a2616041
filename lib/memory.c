#include "config.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "cvar/cvar.h"
#include "message.h"

enum { LINE = 64, POOL_BATCH = 32 };

static _Atomic size_t used;
static _Atomic uint64_t lost;
static _Atomic int warned;

static void *refuse(const char *why)
{
    atomic_fetch_add_explicit(&lost, 1, memory_order_relaxed);
    if (!atomic_exchange(&warned, 1))
        mpit__message(MPIT_WARN, "%s: new objects go unrecorded (mpit_memory_limit is %lu bytes)", why,
                      mpit__config.memory_limit.unsigned_long);
    return NULL;
}

void *mpit__memory_take(size_t bytes)
{
    size_t rounded = (bytes + LINE - 1) & ~(size_t)(LINE - 1);
    void *memory;

    if (atomic_load(&used) + rounded > mpit__config.memory_limit.unsigned_long)
        return refuse("memory limit reached");
    memory = aligned_alloc(LINE, rounded ? rounded : LINE);
    if (!memory)
        return refuse("out of memory");
    atomic_fetch_add(&used, rounded);
    return memset(memory, 0, rounded);
}

void mpit__memory_give(void *memory, size_t bytes)
{
    if (!memory)
        return;
    atomic_fetch_sub(&used, (bytes + LINE - 1) & ~(size_t)(LINE - 1));
    free(memory);
}

uint64_t mpit__memory_lost(void)
{
    return atomic_load(&lost);
}

size_t mpit__memory_used(void)
{
    return atomic_load(&used);
}

void *mpit__pool_take(struct mpit_pool *pool)
{
    size_t size = (pool->size + LINE - 1) & ~(size_t)(LINE - 1);
    void *object = pool->free;

    if (!object) {
        char *batch = mpit__memory_take(size * POOL_BATCH);
        if (!batch)
            return NULL;
        for (int i = POOL_BATCH - 1; i >= 0; i--)
            mpit__pool_give(pool, batch + (size_t)i * size);
        object = pool->free;
    }
    memcpy(&pool->free, object, sizeof pool->free);
    return memset(object, 0, pool->size);
}

void mpit__pool_give(struct mpit_pool *pool, void *object)
{
    memcpy(object, &pool->free, sizeof pool->free);
    pool->free = object;
}
