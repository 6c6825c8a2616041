/* What can be asked for by index or by name: control variables, performance variables,
 * enumerations, categories.  Append-only: an index never changes its meaning.
 *
 * Adding is done under MPIT_LOCK_INTERFACE; looking up takes no lock. */
#ifndef MPIT_REGISTRY_REGISTRY_H
#define MPIT_REGISTRY_REGISTRY_H

#include <stdatomic.h>
#include <stdint.h>

#include "ground/internal.h"
#include "ground/vector.h"

struct mpit_registry_row {
    const char *name;
    void *thing;
    uint32_t hash;
};

/* Where names are found: chains of rows, each with its hash, so that no row is looked at that is
 * another's.  A table that has become too small is replaced by one of twice the size, and kept for
 * those who are still looking into it. */
struct mpit_registry_table {
    uint32_t buckets, room;  /* a power of two; rows */
    _Atomic uint64_t *first; /* [buckets] hash, and index + 1 of the newest row; 0: none */
    uint64_t *next;          /* [room] the same of the next older row */
    _Atomic uint64_t memory[];
};

struct mpit_registry {
    struct mpit_vector rows;
    struct mpit_registry_table *_Atomic table; /* NULL: there are no rows */
};

MPIT_INTERNAL extern struct mpit_registry mpit__cvars, mpit__pvars, mpit__enums, mpit__categories,
    mpit__events;

/* Adds a thing; name and thing stay the caller's and must live for ever.  Index, -1 without memory.
 */
int mpit__registry_add(struct mpit_registry *registry, const char *name, void *thing);

static inline int mpit__registry_count(const struct mpit_registry *registry)
{
    return (int)mpit__vector_count(&registry->rows);
}

/* The thing with an index, NULL if there is none. */
static inline void *mpit__registry_at(const struct mpit_registry *registry, int index)
{
    if (index < 0 || index >= mpit__registry_count(registry))
        return NULL;
    return ((struct mpit_registry_row *)mpit__vector_at(&registry->rows, (uint32_t)index))->thing;
}

/* The index of the newest thing of that name below index `before` (INT_MAX: any), -1 if none. */
int mpit__registry_find(const struct mpit_registry *registry, const char *name, int before);

#endif
