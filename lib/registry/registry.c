#include "config.h"

#include "registry/registry.h"

#include <stdbool.h>
#include <string.h>

#include "ground/hash.h"
#include "ground/memory.h"

#define REGISTRY                                                                                   \
    {                                                                                              \
        .rows = MPIT_VECTOR(struct mpit_registry_row)                                              \
    }
struct mpit_registry mpit__cvars = REGISTRY, mpit__pvars = REGISTRY, mpit__enums = REGISTRY,
                     mpit__categories = REGISTRY, mpit__events = REGISTRY;

enum { FIRST_BUCKETS = 256, ROWS_A_BUCKET = 1 };

static uint32_t hash_of(const char *name)
{
    return (uint32_t)mpit__hash_words(name);
}

static struct mpit_registry_table *table_make(uint32_t buckets)
{
    const uint32_t room = ROWS_A_BUCKET * buckets;
    struct mpit_registry_table *table =
        mpit__memory_take(sizeof *table + (buckets + room) * sizeof table->memory[0]);

    if (!table)
        return NULL;
    table->buckets = buckets;
    table->room = room;
    table->first = table->memory;
    table->next = (uint64_t *)(table->memory + buckets);
    return table;
}

static void table_add(struct mpit_registry_table *table, uint32_t hash, uint32_t index)
{
    _Atomic uint64_t *first = &table->first[hash & (table->buckets - 1)];

    table->next[index] = atomic_load_explicit(first, memory_order_relaxed);
    atomic_store_explicit(first, (uint64_t)hash << 32 | (index + 1), memory_order_release);
}

/* The table, with room for one more row than there are; NULL without memory. */
static struct mpit_registry_table *table_with_room(struct mpit_registry *registry)
{
    struct mpit_registry_table *table = atomic_load(&registry->table);
    const uint32_t n = mpit__vector_count(&registry->rows);

    if (table && n < table->room)
        return table;
    table = table_make(table ? 2 * table->buckets : FIRST_BUCKETS);
    if (!table)
        return NULL;
    for (uint32_t i = 0; i < n; i++) {
        const struct mpit_registry_row *row = mpit__vector_at(&registry->rows, i);

        table_add(table, row->hash, i);
    }
    atomic_store_explicit(&registry->table, table, memory_order_release);
    return table;
}

int mpit__registry_add(struct mpit_registry *registry, const char *name, void *thing)
{
    const uint32_t hash = hash_of(name), index = mpit__vector_count(&registry->rows);
    struct mpit_registry_table *table = table_with_room(registry);
    struct mpit_registry_row *row;

    /* Filled before it counts: a reader sees whole rows only. */
    if (!table || mpit__vector_reserve(&registry->rows) != 0)
        return -1;
    row = mpit__vector_at(&registry->rows, index);
    *row = (struct mpit_registry_row){name, thing, hash};
    mpit__vector_add(&registry->rows);
    table_add(table, hash, index);
    return (int)index;
}

static bool is_called(const struct mpit_registry *registry, uint32_t index, const char *name)
{
    const struct mpit_registry_row *row = mpit__vector_at(&registry->rows, index);

    return strcmp(row->name, name) == 0;
}

int mpit__registry_find(const struct mpit_registry *registry, const char *name, int before)
{
    const struct mpit_registry_table *table =
        atomic_load_explicit(&registry->table, memory_order_acquire);
    const uint32_t hash = hash_of(name);
    uint64_t link;

    if (!table)
        return -1;
    link = atomic_load_explicit(&table->first[hash & (table->buckets - 1)], memory_order_acquire);
    while (link) {
        const uint32_t index = (uint32_t)link - 1;

        if (link >> 32 == hash && (int)index < before && is_called(registry, index, name))
            return (int)index;
        link = table->next[index];
    }
    return -1;
}
