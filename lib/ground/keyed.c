#include "config.h"

#include "ground/keyed.h"

#include "ground/hash.h"
#include "ground/memory.h"

uint32_t mpit__keyed_room(const struct mpit_keyed_table *table)
{
    return table->buckets ? table->room : MPIT_KEYED_FEW;
}

static struct mpit_keyed_bucket *buckets_of(struct mpit_keyed_table *table)
{
    return table->buckets ? table->buckets : table->few;
}

struct mpit_keyed *mpit__keyed_first(struct mpit_keyed_table *table, uint32_t bucket)
{
    return buckets_of(table)[bucket].first;
}

static struct mpit_keyed_bucket *bucket_of(struct mpit_keyed_table *table, uint64_t key)
{
    return &buckets_of(table)[mpit__hash_below(key, mpit__keyed_room(table))];
}

static void append(struct mpit_keyed_bucket *bucket, struct mpit_keyed *thing)
{
    if (!bucket->first)
        bucket->end = &bucket->first;
    thing->next = NULL;
    thing->back = bucket->end;
    *bucket->end = thing;
    bucket->end = &thing->next;
}

static void move(struct mpit_keyed_table *table, struct mpit_keyed_bucket *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (struct mpit_keyed *thing = from[i].first, *next; thing; thing = next) {
            next = thing->next;
            append(bucket_of(table, thing->key), thing);
        }
}

static void grow(struct mpit_keyed_table *table)
{
    const uint32_t before = mpit__keyed_room(table);
    const size_t bytes = 2 * (size_t)before * sizeof *table->buckets;
    struct mpit_keyed_bucket *old = table->buckets, *more = NULL;

    if (before <= UINT32_MAX / 4 && mpit__memory_has_room(bytes))
        more = mpit__memory_take(bytes);
    if (!more)
        return;
    table->buckets = more;
    table->room = 2 * before;
    move(table, old ? old : table->few, before);
    mpit__memory_give(old, before * sizeof *old);
}

void mpit__keyed_add(struct mpit_keyed_table *table, struct mpit_keyed *thing, uint64_t key)
{
    if (table->n >= mpit__keyed_room(table))
        grow(table);
    thing->key = key;
    append(bucket_of(table, key), thing);
    table->n++;
}

void mpit__keyed_remove(struct mpit_keyed_table *table, struct mpit_keyed *thing)
{
    *thing->back = thing->next;
    if (thing->next)
        thing->next->back = thing->back;
    else
        bucket_of(table, thing->key)->end = thing->back;
    table->n--;
}

static struct mpit_keyed *from_here(struct mpit_keyed *thing, uint64_t key)
{
    while (thing && thing->key != key)
        thing = thing->next;
    return thing;
}

struct mpit_keyed *mpit__keyed_find(struct mpit_keyed_table *table, uint64_t key)
{
    return from_here(bucket_of(table, key)->first, key);
}

struct mpit_keyed *mpit__keyed_next(const struct mpit_keyed *thing)
{
    return from_here(thing->next, thing->key);
}
