/* The segment of this process (live/layout.h): who makes it, and what is put into it. */
#ifndef MPIT_LIVE_SEGMENT_H
#define MPIT_LIVE_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "ground/internal.h"
#include "live/layout.h"

/* The head, NULL where there is no segment. */
MPIT_INTERNAL extern struct mpit_live_head *mpit__live_head;

/* Whether threads say where they are. */
static inline bool mpit__live_is_where(void)
{
    return mpit__live_head && mpit__live_head->where;
}

/* Makes the segment, once, where mpit_live asks for one.  From here on memory that is shared
 * (ground/memory.h) stands in it.  False, after having said why, where it cannot be made. */
bool mpit__live_begin(void);

/* The path of its file, where there is one. */
const char *mpit__live_file(void);

/* Where what stands at an offset of its file is in memory, and how much that is used is in one
 * piece there; NULL behind the last.  Without a lock. */
const char *mpit__live_at(uint64_t offset, size_t *bytes);

/* What a piece of memory holds.  It must have a head: mpit__memory_take_shared, or a shared pool.
 * The object is the last that is written: while it is 0 nobody takes it for one's. */
static inline struct mpit_live_item *mpit__live_item(const void *memory)
{
    return (struct mpit_live_item *)((char *)(uintptr_t)memory - sizeof(struct mpit_live_item));
}
static inline void mpit__live_put(const void *memory, enum mpit_live_kind kind, uint32_t shard,
                                  uint32_t first, uint32_t n, uint64_t object)
{
    struct mpit_live_item *item = mpit__live_item(memory);

    atomic_store_explicit(&item->object, 0, memory_order_relaxed);
    item->shard = shard;
    item->first = first;
    item->n = n;
    __atomic_store_n(&item->kind, (uint32_t)kind, __ATOMIC_RELEASE);
    atomic_store_explicit(&item->object, object, memory_order_release);
}

/* It holds nothing any more. */
static inline void mpit__live_clear(const void *memory)
{
    __atomic_store_n(&mpit__live_item(memory)->kind, (uint32_t)MPIT_LIVE_FREE, __ATOMIC_RELEASE);
}

/* The row of a call with which MPI begins or ends, NULL where there is none left, or no segment. */
struct mpit_live_life *mpit__live_life(const char *call);

#endif
