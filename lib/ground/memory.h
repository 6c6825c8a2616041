/* Memory for records, counted against mpit_memory_limit. */
#ifndef MPIT_GROUND_MEMORY_H
#define MPIT_GROUND_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ground/internal.h"

/* Zeroed memory aligned to a cache line, or NULL: none left, or the limit is reached
 * (one warning says which).  Not to be called from a signal handler. */
void *mpit__memory_take(size_t bytes);

/* Gives back what mpit__memory_take returned; NULL is ignored. */
void mpit__memory_give(void *memory, size_t bytes);

/* Memory that others may read (lib/live): `bytes` of it behind a head of MPIT_MEMORY_HEAD bytes,
 * from mpit__memory_shared, and our own where that gives none.  Zeroed, never given back, NULL as
 * of mpit__memory_take. */
enum { MPIT_MEMORY_HEAD = 32 };
void *mpit__memory_take_shared(size_t bytes);

/* n pieces of `stride` bytes, a multiple of a cache line, each with its head; NULL: it gives none.
 * NULL itself: nobody else reads. */
MPIT_INTERNAL extern void *(*mpit__memory_shared)(size_t stride, size_t n);

/* Whether the system would give so much more to the process now. */
bool mpit__memory_is_spare(size_t bytes);

/* Whether so much more may be taken; nothing is said where it may not. */
bool mpit__memory_has_room(size_t bytes);

/* Memory that others have taken for us, or given back, by so much: it counts as ours. */
void mpit__memory_is_elsewhere(int64_t by);

/* Counts n things that went unrecorded for want of memory which is not taken here. */
void mpit__memory_miss(uint64_t n);

/* Things that went unrecorded because memory was refused. */
uint64_t mpit__memory_lost(void);
size_t mpit__memory_used(void);

/* Objects of one size.  A freed object is kept for reuse and never returned to the system:
 * a reader that was too late finds an object of the same type, not an unmapped page.  What it
 * looks at meanwhile must be atomic: taking an object zeroes it by atomic stores, and the pool's
 * own link stands behind it.
 * The caller holds the lock of the pool's owner. */
struct mpit_pool {
    size_t size;
    void *free;
    bool shared; /* each object has a head, as of mpit__memory_take_shared */
};

enum { MPIT_MEMORY_BATCH = 4096 }; /* bytes that a pool takes at once */

void *mpit__pool_take(struct mpit_pool *pool); /* zeroed, or NULL */
void mpit__pool_give(struct mpit_pool *pool, void *object);

#endif
