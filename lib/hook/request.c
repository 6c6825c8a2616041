#include "config.h"

#include "hook/request.h"

#include "hook/monitor.h"
#include "lock.h"
#include "memory.h"
#include "vendor/vendor.h"

/* A table of small buckets without a lock, and chains under a lock for what does not fit in:
 * buckets that are full, and the handles that the vendor shares between requests. */
enum { BUCKETS = 1 << 11, WAYS = 4, RESERVED = 1 };

/* Marks a request that was found: it is its finder's until it is kept or forgotten.  Several threads
 * may be at one key at once, where the vendor shares a handle or gives it out again early. */
#define FOUND (UINT64_C(1) << 63)

struct overflow {
    struct mpit_request request;
    struct overflow *next;
};

struct bucket {
    struct mpit_request way[WAYS];
    _Atomic uint32_t beyond; /* requests in the chain */
    struct overflow *chain, **end;
};

static struct bucket table[BUCKETS];
static struct mpit_pool overflows = {.size = sizeof(struct overflow)};

static struct bucket *bucket_of(uint64_t key)
{
    return &table[(key * 0x9e3779b97f4a7c15u) >> 53];
}

static uint64_t key_of(const struct mpit_request *request)
{
    return atomic_load_explicit(&request->key, memory_order_acquire) & ~FOUND;
}

static bool in_table(const struct bucket *bucket, const struct mpit_request *request)
{
    return request >= bucket->way && request < bucket->way + WAYS;
}

static void fill(struct mpit_request *to, uint64_t key, const struct mpit_request *what,
                 uint32_t age)
{
    to->comm = what->comm;
    to->serial = what->serial;
    to->peer = what->peer;
    to->bytes = what->bytes;
    to->age = age;
    to->call = what->call;
    to->flags = what->flags;
    to->datatype = what->datatype;
    atomic_store_explicit(&to->key, key, memory_order_release);
}

static bool add_beyond(struct bucket *bucket, uint64_t key, const struct mpit_request *what)
{
    struct overflow *overflow;

    mpit__lock(MPIT_LOCK_REQUESTS);
    overflow = mpit__pool_take(&overflows);
    if (overflow) {
        fill(&overflow->request, key, what, UINT32_MAX);
        if (!bucket->chain)
            bucket->end = &bucket->chain;
        *bucket->end = overflow;
        bucket->end = &overflow->next;
        atomic_fetch_add(&bucket->beyond, 1);
    }
    mpit__unlock(MPIT_LOCK_REQUESTS);
    return overflow != NULL;
}

static struct mpit_request *find_beyond(struct bucket *bucket, uint64_t key)
{
    struct overflow *overflow;

    mpit__lock(MPIT_LOCK_REQUESTS);
    overflow = bucket->chain;
    while (overflow && atomic_load(&overflow->request.key) != key)
        overflow = overflow->next;
    if (overflow)
        atomic_store(&overflow->request.key, key | FOUND);
    mpit__unlock(MPIT_LOCK_REQUESTS);
    return overflow ? &overflow->request : NULL;
}

static void remove_beyond(struct bucket *bucket, struct mpit_request *request)
{
    struct overflow **link = &bucket->chain, *found;

    mpit__lock(MPIT_LOCK_REQUESTS);
    while (&(*link)->request != request)
        link = &(*link)->next;
    found = *link;
    *link = found->next;
    if (bucket->end == &found->next)
        bucket->end = link;
    atomic_fetch_sub(&bucket->beyond, 1);
    atomic_store(&request->key, 0);
    mpit__pool_give(&overflows, found);
    mpit__unlock(MPIT_LOCK_REQUESTS);
}

/* Takes a free place before another thread does, where there can be another. */
static bool reserve(struct mpit_request *way)
{
    uint64_t free_place = 0;

    return !mpit__thread_multiple ||
           atomic_compare_exchange_strong(&way->key, &free_place, RESERVED);
}

bool mpit__request_add(uint64_t key, const struct mpit_request *what, bool shared)
{
    struct bucket *bucket = bucket_of(key);
    struct mpit_request *room = NULL;
    uint32_t age = 0;

    if (shared)
        return add_beyond(bucket, key, what);
    for (int i = 0; i < WAYS; i++) {
        struct mpit_request *way = &bucket->way[i];
        uint64_t there = atomic_load_explicit(&way->key, memory_order_acquire);

        /* Completed in another thread, which has not come back from the vendor to take it. */
        if (there == key && way->age >= age)
            age = way->age + 1;
        else if (!there && !room && reserve(way))
            room = way;
    }
    if (!room)
        return add_beyond(bucket, key, what);
    fill(room, key, what, age);
    return true;
}

static struct mpit_request *oldest_in_table(struct bucket *bucket, uint64_t key)
{
    struct mpit_request *oldest = NULL;

    for (int i = 0; i < WAYS; i++) {
        struct mpit_request *way = &bucket->way[i];

        if (atomic_load_explicit(&way->key, memory_order_acquire) == key &&
            (!oldest || way->age < oldest->age))
            oldest = way;
    }
    return oldest;
}

/* False if another thread was faster. */
static bool claim(struct mpit_request *request, uint64_t key)
{
    if (mpit__thread_multiple)
        return atomic_compare_exchange_strong(&request->key, &key, key | FOUND);
    atomic_store_explicit(&request->key, key | FOUND, memory_order_relaxed);
    return true;
}

struct mpit_request *mpit__request_find(uint64_t key)
{
    struct bucket *bucket = bucket_of(key);
    struct mpit_request *oldest;

    do
        oldest = oldest_in_table(bucket, key);
    while (oldest && !claim(oldest, key));
    if (!oldest && atomic_load_explicit(&bucket->beyond, memory_order_acquire))
        oldest = find_beyond(bucket, key);
    return oldest;
}

void mpit__request_keep(struct mpit_request *request)
{
    atomic_store_explicit(&request->key, key_of(request), memory_order_release);
}

void mpit__request_remove(struct mpit_request *request)
{
    struct bucket *bucket = bucket_of(key_of(request));

    if (in_table(bucket, request))
        atomic_store_explicit(&request->key, 0, memory_order_release);
    else
        remove_beyond(bucket, request);
}

bool mpit__request_message(uint64_t handle, uint64_t *bytes)
{
    struct mpit_request *message = mpit__request_find(mpit__message_key(handle));

    if (!message)
        return false;
    *bytes = message->bytes;
    mpit__request_keep(message);
    return true;
}

bool mpit__request_outstanding(void)
{
    uint32_t n = atomic_load(&mpit__thread_shards);
    uint64_t balance = 0;

    for (uint32_t shard = 0; shard < n; shard++) {
        struct mpit_block *block = mpit__object_block(&mpit__process, shard);
        if (block)
            balance += mpit__total_get(&block->slot[MPIT_P_TRACKED]) -
                       mpit__total_get(&block->slot[MPIT_P_UNTRACKED]);
    }
    return balance != 0;
}

static bool comm_is_there(const struct mpit_request *request)
{
    return request->comm && request->comm->serial == request->serial;
}

static void move_levels(const struct mpit_request *request, int64_t by)
{
    const uint16_t not_a_message = MPIT_REQUEST_READ | MPIT_REQUEST_WRITE | MPIT_REQUEST_OTHER;

    mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_REQUESTS, by);
    if (!(request->flags & not_a_message) && comm_is_there(request))
        mpit__object_level_move(
            request->comm,
            request->flags & MPIT_REQUEST_RECV ? MPIT_LEVEL_PRQ : MPIT_LEVEL_PENDING_SENDS, by);
}

void mpit__request_started(struct mpit_thread *thread, const struct mpit_request *request)
{
    mpit__total_add(&thread->totals->slot[MPIT_P_TRACKED], 1, thread->shared);
    if (request->flags & MPIT_REQUEST_LEVEL)
        move_levels(request, 1);
    if (request->flags & MPIT_REQUEST_BY_PEER)
        mpit__monitor_posted(thread, request->comm, request->peer, MPIT_PARTNER_POSTED);
    /* Somebody may have ended the watch in another thread since this call looked at the word. */
    if (mpit__thread_multiple)
        atomic_thread_fence(memory_order_seq_cst);
    if (!(mpit__watch_mask(&mpit__watch) & MPIT_WATCH_TRACK))
        mpit__watch_update(&mpit__watch);
}

void mpit__request_finished(struct mpit_thread *thread, struct mpit_request *request)
{
    if (request->flags & MPIT_REQUEST_LEVEL)
        move_levels(request, -1);
    if ((request->flags & MPIT_REQUEST_BY_PEER) && comm_is_there(request))
        mpit__monitor_posted(thread, request->comm, request->peer, MPIT_PARTNER_UNPOSTED);
    if (request->flags & MPIT_REQUEST_PERSISTENT) {
        request->flags &=
            (uint16_t)~(MPIT_REQUEST_TRACKED | MPIT_REQUEST_LEVEL | MPIT_REQUEST_BY_PEER);
        mpit__request_keep(request);
    } else {
        mpit__request_remove(request);
    }
    mpit__total_add(&thread->totals->slot[MPIT_P_UNTRACKED], 1, thread->shared);
    if ((mpit__watch_mask(&mpit__watch) & MPIT_WATCH_TRACK) == MPIT_WATCH_RESIDUE &&
        !mpit__request_outstanding())
        mpit__watch_update(&mpit__watch);
}
