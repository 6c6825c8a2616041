/* Requests that we must know again when they complete: nonblocking receives, which count then;
 * operations on files likewise; persistent ones; all of them while somebody watches how many are
 * pending. */
#ifndef MPIT_PROFILE_REQUEST_H
#define MPIT_PROFILE_REQUEST_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/hash.h"
#include "profile/in_flight.h"
#include "profile/object.h"
#include "profile/thread.h"

enum mpit_request_flags {
    MPIT_REQUEST_RECV = 1,       /* a receive; a send if no bit says what else */
    MPIT_REQUEST_PERSISTENT = 2, /* outlives its completion */
    MPIT_REQUEST_TRACKED = 4,    /* started, and its completion is awaited */
    MPIT_REQUEST_LEVEL = 8,      /* raised the levels when it started */
    MPIT_REQUEST_READ = 16,      /* of a file */
    MPIT_REQUEST_WRITE = 32,
    MPIT_REQUEST_OTHER = 64,      /* of a collective or one-sided operation */
    MPIT_REQUEST_BY_PEER = 128,   /* counted as posted for its source */
    MPIT_REQUEST_SEND_TOO = 256,  /* a receive, and a send that counted when it was started */
    MPIT_REQUEST_PARTS_OUT = 512, /* a partitioned send */
    MPIT_REQUEST_PARTS_IN = 1024, /* a partitioned receive */
    MPIT_REQUEST_RECEIVES = MPIT_REQUEST_RECV | MPIT_REQUEST_PARTS_IN,
};
struct mpit_prepared;

struct mpit_request {
    _Atomic uint64_t key;
    struct mpit_object *comm; /* or file; may have ended since: then its serial is another */
    union {
        uint64_t datatype;              /* key */
        struct mpit_prepared *prepared; /* of a persistent collective */
    };
    uint64_t bytes; /* of a send, of a message */
    uint32_t serial;
    int peer;      /* destination of a send, source of a receive */
    uint16_t call; /* enum mpit_call that made it */
    uint16_t flags;
    uint8_t place;   /* enum mpit_request_place; as long as the place is in use */
    uint8_t shard;   /* whose call from `site` has made or started it … */
    uint16_t site;   /* … a row of its table, from 1 (profile/sites.h); while sites are watched */
    uint32_t posted; /* mpit__in_flight_count when it was started */
    uint32_t parts;  /* of a partitioned one */
};

/* A table of buckets.  Nearly every request is the only one of its bucket, and stands in the first
 * place; others without a lock in the ways; what does not fit in (full buckets, and handles that
 * the vendor shares between requests) in a table under a lock, which grows. */
enum { MPIT_REQUEST_BUCKET_BITS = 11, MPIT_REQUEST_WAYS = 3 };
enum mpit_request_place { MPIT_PLACE_FIRST, MPIT_PLACE_WAY, MPIT_PLACE_MORE };
_Static_assert(sizeof(struct mpit_request) <= 56,
               "the first of a bucket and its counts are a line");
struct mpit_request_bucket {
    _Alignas(64) struct mpit_request first;
    _Atomic uint32_t others,
        more; /* how many do not stand first; how many of these in the ways neither */
    struct mpit_request way[MPIT_REQUEST_WAYS];
};
MPIT_INTERNAL extern struct mpit_request_bucket mpit__request_table[1 << MPIT_REQUEST_BUCKET_BITS];

MPIT_HOT struct mpit_request_bucket *mpit__request_bucket(uint64_t key)
{
    return &mpit__request_table[mpit__hash_key(key, MPIT_REQUEST_BUCKET_BITS)];
}

/* In place of the key: one that is being filled in; and with the key: one that was found, its
 * finder's until it is kept or removed.  Several threads may be at one key at once, where the
 * vendor shares a handle or gives it out again early. */
#define MPIT_REQUEST_RESERVED 1
#define MPIT_REQUEST_FOUND    (UINT64_C(1) << 63)

/* Takes a free place before another thread does, where there can be another. */
MPIT_HOT bool mpit__request_reserve(struct mpit_request *place)
{
    uint64_t free_place = 0;

    return !mpit__thread_multiple ||
           atomic_compare_exchange_strong(&place->key, &free_place, MPIT_REQUEST_RESERVED);
}

/* False if another thread was faster. */
MPIT_HOT bool mpit__request_claim(struct mpit_request *request, uint64_t key)
{
    if (mpit__thread_multiple)
        return atomic_compare_exchange_strong(&request->key, &key, key | MPIT_REQUEST_FOUND);
    atomic_store_explicit(&request->key, key | MPIT_REQUEST_FOUND, memory_order_relaxed);
    return true;
}

struct mpit_request *mpit__request_place_elsewhere(uint64_t key, bool shared);
struct mpit_request *mpit__request_find_elsewhere(uint64_t key);
void mpit__request_remove_elsewhere(struct mpit_request *request);

/* A place for a request under the key of its handle, to be filled in and kept.  shared: the vendor
 * gives this handle to several requests at once.  NULL without memory: it will not be known at its
 * end. */
MPIT_HOT struct mpit_request *mpit__request_place(uint64_t key, bool shared)
{
    struct mpit_request_bucket *bucket = mpit__request_bucket(key);
    struct mpit_request *first = &bucket->first;

    if (!MPIT_LIKELY(!atomic_load_explicit(&first->key, memory_order_acquire) &&
                     !atomic_load_explicit(&bucket->others, memory_order_acquire) && !shared &&
                     mpit__request_reserve(first)))
        return mpit__request_place_elsewhere(key, shared);
    return first;
}

/* The request, the oldest if several have the key; NULL if we do not keep it.  It is its finder's,
 * and no other thread finds it, until one of the next two.
 *
 * While we look another thread may be given our handle by the vendor, keep its request elsewhere
 * and find ours: then its own is left for us.  So we look whether anything stands elsewhere after
 * we have looked here. */
MPIT_HOT struct mpit_request *mpit__request_find(uint64_t key)
{
    struct mpit_request_bucket *bucket = mpit__request_bucket(key);
    struct mpit_request *first = &bucket->first;
    bool here = atomic_load_explicit(&first->key, memory_order_acquire) == key;
    bool alone = !atomic_load_explicit(&bucket->others, memory_order_acquire);

    if (MPIT_LIKELY(here && alone && mpit__request_claim(first, key)))
        return first;
    return MPIT_LIKELY(!here && alone) ? NULL : mpit__request_find_elsewhere(key);
}

MPIT_HOT void mpit__request_keep(struct mpit_request *request, uint64_t key)
{
    atomic_store_explicit(&request->key, key, memory_order_release);
}

MPIT_HOT void mpit__request_remove(struct mpit_request *request)
{
    if (MPIT_LIKELY(request->place == MPIT_PLACE_FIRST))
        atomic_store_explicit(&request->key, 0, memory_order_release);
    else
        mpit__request_remove_elsewhere(request);
}

/* Whether any request of ours is unfinished; signal safe. */
bool mpit__request_outstanding(void);

/* The same, for a thread that records; one look where no other thread does. */
MPIT_HOT bool mpit__request_any(const struct mpit_thread *thread)
{
    const mpit_total *slot = thread->totals->slot;

    if (MPIT_LIKELY(atomic_load_explicit(&mpit__thread_shards, memory_order_relaxed) == 1))
        return mpit__total_get(&slot[MPIT_P_TRACKED]) != mpit__total_get(&slot[MPIT_P_UNTRACKED]);
    return mpit__request_outstanding();
}

/* How many requests of a communicator are not complete. */
uint64_t mpit__request_count(const struct mpit_object *comm);

/* Messages stand in the table from their match to their receive, under keys that no request has.
 * _message says how long one is, and whether it is there. */
static inline uint64_t mpit__message_key(uint64_t handle)
{
    return handle ^ UINT64_C(1) << 62;
}
bool mpit__request_message(uint64_t handle, uint64_t *bytes);

/* Changes the levels that a request counts in, by 1 or -1. */
void mpit__request_move_levels(struct mpit_thread *thread, const struct mpit_request *request,
                               int64_t by);

/* Books that a request in hand starts; that one is finished, and forgets it unless it is
 * persistent. */
MPIT_HOT void mpit__request_started(struct mpit_thread *thread, struct mpit_request *request)
{
    request->posted = mpit__in_flight_now_posted();
    mpit__total_add(&thread->totals->slot[MPIT_P_TRACKED], 1, thread->shared);
    if (request->flags & MPIT_REQUEST_LEVEL)
        mpit__request_move_levels(thread, request, 1);
    /* Somebody may have ended the watch in another thread since this call looked at the word. */
    if (mpit__thread_multiple)
        atomic_thread_fence(memory_order_seq_cst);
    if (!MPIT_LIKELY(mpit__watch_mask(&mpit__watch) & MPIT_WATCH_TRACK))
        mpit__watch_update(&mpit__watch);
}

MPIT_HOT void mpit__request_finished(struct mpit_thread *thread, struct mpit_request *request)
{
    if (request->flags & MPIT_REQUEST_LEVEL)
        mpit__request_move_levels(thread, request, -1);
    if (request->flags & MPIT_REQUEST_PERSISTENT) {
        request->flags &=
            (uint16_t) ~(MPIT_REQUEST_TRACKED | MPIT_REQUEST_LEVEL | MPIT_REQUEST_BY_PEER);
        mpit__request_keep(request, request->key & ~MPIT_REQUEST_FOUND);
    } else {
        mpit__request_remove(request);
    }
    mpit__total_add(&thread->totals->slot[MPIT_P_UNTRACKED], 1, thread->shared);
    if ((mpit__watch_mask(&mpit__watch) & MPIT_WATCH_TRACK) == MPIT_WATCH_RESIDUE &&
        !mpit__request_outstanding())
        mpit__watch_update(&mpit__watch);
}

/* The same as mpit__request_finished, where it may be the last of a communicator that has ended. */
void mpit__request_finished_held(struct mpit_thread *thread, struct mpit_request *request);

/* One in hand is freed; it may be unfinished. */
void mpit__request_freed(struct mpit_thread *thread, struct mpit_request *request);

/* A handle is another request's now: a persistent one that had it was freed by the vendor itself,
 * which Open MPI does where it fails, and is forgotten.  What a collective had prepared is lost.
 * Not where there are other threads: what has the handle may be one that is complete, and whose
 * thread is about to look for it. */
void mpit__request_forget_freed(uint64_t key);

#endif
