#include "config.h"

#include "registry.h"

#include <pthread.h>
#include <string.h>

#include "category/category.h"
#include "cvar/cvar.h"
#include "enum/enum.h"
#include "lock.h"
#include "pvar/pvar.h"

#define REGISTRY {.rows = MPIT_VECTOR(struct mpit_registry_row)}
struct mpit_registry mpit__cvars = REGISTRY, mpit__pvars = REGISTRY, mpit__enums = REGISTRY,
                     mpit__categories = REGISTRY;

/* FNV-1a */
static uint32_t hash_of(const char *name)
{
    uint32_t hash = 2166136261u;

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

int mpit__registry_add(struct mpit_registry *registry, const char *name, void *thing)
{
    uint32_t hash = hash_of(name), index = mpit__vector_count(&registry->rows);
    _Atomic uint32_t *bucket = &registry->bucket[hash % MPIT_REGISTRY_BUCKETS];
    struct mpit_registry_row *row;

    /* Filled before it counts: a reader sees whole rows only. */
    if (mpit__vector_reserve(&registry->rows) != 0)
        return -1;
    row = mpit__vector_at(&registry->rows, index);
    *row = (struct mpit_registry_row){name, thing, hash, atomic_load(bucket)};
    mpit__vector_add(&registry->rows);
    atomic_store_explicit(bucket, index + 1, memory_order_release);
    return (int)index;
}

int mpit__registry_find(const struct mpit_registry *registry, const char *name, int before)
{
    uint32_t hash = hash_of(name);
    uint32_t i = atomic_load_explicit(&registry->bucket[hash % MPIT_REGISTRY_BUCKETS],
                                      memory_order_acquire);

    while (i) {
        const struct mpit_registry_row *row = mpit__vector_at(&registry->rows, i - 1);

        if (row->hash == hash && (int)(i - 1) < before && strcmp(row->name, name) == 0)
            return (int)(i - 1);
        i = row->next;
    }
    return -1;
}

static void setup(void)
{
    mpit__cvar_setup();
    mpit__lock(MPIT_LOCK_INTERFACE);
    mpit__category_add_own();
    mpit__enum_add_own();
    mpit__cvar_add_own();
    mpit__pvar_add_own();
    mpit__unlock(MPIT_LOCK_INTERFACE);
}

void mpit__registry_setup(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, setup);
}
