#include "config.h"

#include "ground/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "ground/in_force.h"
#include "ground/message.h"

enum { LINE = 64 };

static _Atomic size_t used;
static _Atomic uint64_t lost;
static _Atomic int warned;

static void count_lost(uint64_t n, const char *why)
{
    atomic_fetch_add_explicit(&lost, n, memory_order_relaxed);
    if (!atomic_exchange(&warned, 1))
        mpit__message_node(MPIT_WARN, NULL,
                           "%s: what is new goes unrecorded (mpit_memory_limit is %lu bytes)", why,
                           MPIT_IN_FORCE(memory_limit));
}

static void *refuse(const char *why)
{
    count_lost(1, why);
    return NULL;
}

void mpit__memory_miss(uint64_t n)
{
    if (n)
        count_lost(n, "out of memory");
}

void *(*mpit__memory_shared)(size_t stride, size_t n);

static size_t round_up(size_t bytes)
{
    return (bytes + LINE - 1) & ~(size_t)(LINE - 1);
}

static bool is_past_limit(size_t bytes)
{
    return atomic_load(&used) + bytes > MPIT_IN_FORCE(memory_limit);
}

void *mpit__memory_take(size_t bytes)
{
    size_t rounded = round_up(bytes);
    void *memory;

    if (is_past_limit(rounded))
        return refuse("memory limit reached");
    memory = aligned_alloc(LINE, rounded ? rounded : LINE);
    if (!memory)
        return refuse("out of memory");
    atomic_fetch_add(&used, rounded);
    return memset(memory, 0, rounded);
}

bool mpit__memory_has_room(size_t bytes)
{
    return !is_past_limit(round_up(bytes));
}

void mpit__memory_is_elsewhere(int64_t by)
{
    atomic_fetch_add(&used, (size_t)by);
}

/* Pieces with their heads. */
static char *take_pieces(size_t stride, size_t n)
{
    char *pieces = NULL;

    if (mpit__memory_shared && !is_past_limit(stride * n))
        pieces = mpit__memory_shared(stride, n);
    if (!pieces)
        return mpit__memory_take(stride * n);
    atomic_fetch_add(&used, stride * n);
    return pieces;
}

void *mpit__memory_take_shared(size_t bytes)
{
    char *piece = take_pieces(round_up(MPIT_MEMORY_HEAD + bytes), 1);

    return piece ? piece + MPIT_MEMORY_HEAD : NULL;
}

void mpit__memory_give(void *memory, size_t bytes)
{
    if (!memory)
        return;
    atomic_fetch_sub(&used, round_up(bytes));
    free(memory);
}

bool mpit__memory_is_spare(size_t bytes)
{
    void *probe = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return probe != MAP_FAILED && munmap(probe, bytes) == 0;
}

uint64_t mpit__memory_lost(void)
{
    return atomic_load(&lost);
}

size_t mpit__memory_used(void)
{
    return atomic_load(&used);
}

/* The objects' sizes in words, and with the head before and the link behind them in lines. */
static size_t words_of(const struct mpit_pool *pool)
{
    return (pool->size + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

static size_t head_of(const struct mpit_pool *pool)
{
    return pool->shared ? MPIT_MEMORY_HEAD : 0;
}

static size_t stride_of(const struct mpit_pool *pool)
{
    return round_up(head_of(pool) + words_of(pool) * sizeof(uint64_t) + sizeof(void *));
}

static void **link_of(const struct mpit_pool *pool, void *object)
{
    return (void **)((uint64_t *)object + words_of(pool));
}

static bool grow(struct mpit_pool *pool)
{
    size_t stride = stride_of(pool),
           n = stride < MPIT_MEMORY_BATCH ? MPIT_MEMORY_BATCH / stride : 1;
    char *batch = pool->shared ? take_pieces(stride, n) : mpit__memory_take(stride * n);

    for (size_t i = n; batch && i-- > 0;)
        mpit__pool_give(pool, batch + i * stride + head_of(pool));
    return batch != NULL;
}

void *mpit__pool_take(struct mpit_pool *pool)
{
    _Atomic uint64_t *words;

    if (!pool->free && !grow(pool))
        return NULL;
    words = pool->free;
    pool->free = *link_of(pool, pool->free);
    for (size_t i = 0, n = words_of(pool); i < n; i++)
        atomic_store_explicit(&words[i], 0, memory_order_relaxed);
    return words;
}

void mpit__pool_give(struct mpit_pool *pool, void *object)
{
    *link_of(pool, object) = pool->free;
    pool->free = object;
}
