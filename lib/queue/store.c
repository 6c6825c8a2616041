#include "config.h"

#include "queue/store.h"

#include <string.h>

#include "ground/hash.h"
#include "ground/memory.h"
#include "queue/drain_limit.h"

enum { FIRST_BUCKETS = 64 };

static struct mpit_pool messages = {.size = sizeof(struct mpit_waiting)};
static struct mpit_pool lanes = {.size = sizeof(struct mpit_lane)};

/* What the next message needs: its record, and MPIT_LANES lanes or more. */
static struct mpit_waiting *spare_message;
static struct mpit_lane *spare_lane;
static int spare_lanes;

static struct mpit_lane **bucket_of(struct mpit_lane **buckets, uint32_t n, int source, int tag)
{
    uint64_t key = (uint64_t)(uint32_t)source << 32 | (uint32_t)tag;

    return &buckets[mpit__hash_below(key, n)];
}

static struct mpit_lane *find(const struct mpit_store *store, int source, int tag)
{
    struct mpit_lane *lane =
        store->nbuckets ? *bucket_of(store->buckets, store->nbuckets, source, tag) : NULL;

    while (lane && (lane->source != source || lane->tag != tag))
        lane = lane->next;
    return lane;
}

/* Twice as many buckets.  Without memory it stays as it is, and gets slower. */
static void grow(struct mpit_store *store)
{
    uint32_t n = store->nbuckets ? 2 * store->nbuckets : FIRST_BUCKETS;
    struct mpit_lane **buckets = mpit__memory_take(sizeof *buckets * n);

    if (!buckets)
        return;
    for (uint32_t i = 0; i < store->nbuckets; i++)
        for (struct mpit_lane *lane = store->buckets[i], *next; lane; lane = next) {
            struct mpit_lane **bucket = bucket_of(buckets, n, lane->source, lane->tag);

            next = lane->next;
            lane->next = *bucket;
            *bucket = lane;
        }
    mpit__memory_give(store->buckets, sizeof *buckets * store->nbuckets);
    store->buckets = buckets;
    store->nbuckets = n;
}

static void keep_lane(struct mpit_lane *lane)
{
    lane->next = spare_lane;
    spare_lane = lane;
    spare_lanes++;
}

/* What is taken at once at most. */
static size_t most_to_take(const struct mpit_store *store)
{
    size_t buckets = store->nlanes >= store->nbuckets ? (size_t)store->nbuckets + FIRST_BUCKETS : 0;

    return 2 * sizeof *store->buckets * buckets + 2 * (size_t)MPIT_MEMORY_BATCH;
}

bool mpit__store_reserve(struct mpit_store *store)
{
    if (!mpit__memory_has_room(most_to_take(store)))
        return false;
    if (store->nlanes >= store->nbuckets)
        grow(store);
    if (!store->nbuckets)
        return false;
    while (spare_lanes < MPIT_LANES) {
        struct mpit_lane *lane = mpit__pool_take(&lanes);

        if (!lane)
            return false;
        keep_lane(lane);
    }
    if (!spare_message)
        spare_message = mpit__pool_take(&messages);
    return spare_message != NULL;
}

static struct mpit_lane *need_lane(struct mpit_store *store, int source, int tag)
{
    struct mpit_lane *lane = find(store, source, tag), **bucket;

    if (lane)
        return lane;
    lane = spare_lane;
    spare_lane = lane->next;
    spare_lanes--;
    bucket = bucket_of(store->buckets, store->nbuckets, source, tag);
    *lane = (struct mpit_lane){.source = source, .tag = tag, .next = *bucket};
    *bucket = lane;
    store->nlanes++;
    return lane;
}

static void end_lane(struct mpit_store *store, struct mpit_lane *lane)
{
    struct mpit_lane **link = bucket_of(store->buckets, store->nbuckets, lane->source, lane->tag);

    while (*link != lane)
        link = &(*link)->next;
    *link = lane->next;
    store->nlanes--;
    keep_lane(lane);
}

/* Lane number i of a message: bit 0 of i stands for any source, bit 1 for any tag. */
static struct mpit_lane *lane_number(struct mpit_store *store, const struct mpit_waiting *waiting,
                                     int i)
{
    return need_lane(store, i & 1 ? MPI_ANY_SOURCE : waiting->source,
                     i & 2 ? MPI_ANY_TAG : waiting->tag);
}

static void append(struct mpit_lane *lane, struct mpit_waiting *waiting, int i)
{
    waiting->in[i] = (struct mpit_current_call){.lane = lane, .previous = lane->last};
    if (lane->last)
        lane->last->in[i].next = waiting;
    else
        lane->first = waiting;
    lane->last = waiting;
    lane->length++;
}

static void unlink_from(struct mpit_lane *lane, struct mpit_waiting *waiting, int i)
{
    const struct mpit_current_call *place = &waiting->in[i];

    if (place->previous)
        place->previous->in[i].next = place->next;
    else
        lane->first = place->next;
    if (place->next)
        place->next->in[i].previous = place->previous;
    else
        lane->last = place->previous;
    lane->length--;
}

void mpit__store_add(struct mpit_store *store, MPI_Message message, int source, int tag,
                     uint64_t bytes, uint64_t arrived)
{
    struct mpit_waiting *waiting = spare_message;

    spare_message = NULL;
    waiting->message = message;
    waiting->source = source;
    waiting->tag = tag;
    waiting->bytes = bytes;
    waiting->arrived = arrived;
    for (int i = 0; i < MPIT_LANES; i++)
        append(lane_number(store, waiting, i), waiting, i);
    store->length++;
    mpit__drain_limit_more(bytes);
}

struct mpit_waiting *mpit__store_find(const struct mpit_store *store, int source, int tag)
{
    struct mpit_lane *lane = find(store, source, tag);

    return lane ? lane->first : NULL;
}

void mpit__store_remove(struct mpit_store *store, struct mpit_waiting *waiting)
{
    for (int i = 0; i < MPIT_LANES; i++) {
        struct mpit_lane *lane = waiting->in[i].lane;

        unlink_from(lane, waiting, i);
        if (lane->length == 0)
            end_lane(store, lane);
    }
    store->length--;
    mpit__drain_limit_less(waiting->bytes);
    mpit__pool_give(&messages, waiting);
}

uint32_t mpit__store_length_from(const struct mpit_store *store, int source)
{
    const struct mpit_lane *lane = find(store, source, MPI_ANY_TAG);

    return lane ? lane->length : 0;
}

static bool is_pair(const struct mpit_lane *lane)
{
    return lane->source != MPI_ANY_SOURCE && lane->tag != MPI_ANY_TAG;
}

int mpit__store_most_frequent(const struct mpit_store *store, int n, const struct mpit_lane *most[])
{
    int found = 0;

    for (uint32_t i = 0; i < store->nbuckets; i++)
        for (const struct mpit_lane *lane = store->buckets[i]; lane; lane = lane->next) {
            int place = found;

            if (!is_pair(lane))
                continue;
            while (place > 0 && most[place - 1]->length < lane->length)
                place--;
            if (place == n)
                continue;
            found += found < n;
            memmove(&most[place + 1], &most[place], sizeof *most * (size_t)(found - 1 - place));
            most[place] = lane;
        }
    return found;
}

void mpit__store_clear(struct mpit_store *store)
{
    struct mpit_waiting *waiting;

    while ((waiting = mpit__store_find(store, MPI_ANY_SOURCE, MPI_ANY_TAG)))
        mpit__store_remove(store, waiting);
    mpit__memory_give(store->buckets, sizeof *store->buckets * store->nbuckets);
    *store = (struct mpit_store){0};
}
