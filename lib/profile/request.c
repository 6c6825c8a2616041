#include "config.h"

#include "profile/request.h"

#include "ground/keyed.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "mpi/vendor.h"
#include "profile/block.h"
#include "profile/level.h"
#include "profile/request_events.h"
#include "profile/sum.h"

/* Of one bucket of the table or of several: what did not fit in. */
struct mpit_request_link {
    struct mpit_keyed keyed;
    struct mpit_request request;
};

struct mpit_request_bucket mpit__request_table[1 << MPIT_REQUEST_BUCKET_BITS];
static struct mpit_pool links = {.size = sizeof(struct mpit_request_link)};
static struct mpit_keyed_table more;

static struct mpit_request_link *link_of(struct mpit_request *request)
{
    return (struct mpit_request_link *)((char *)request -
                                        offsetof(struct mpit_request_link, request));
}

static uint64_t key_of(const struct mpit_request *request)
{
    return atomic_load_explicit(&request->key, memory_order_acquire) & ~MPIT_REQUEST_FOUND;
}

static struct mpit_request *place_in_more(struct mpit_request_bucket *bucket, uint64_t key)
{
    struct mpit_request_link *link;

    mpit__lock(MPIT_LOCK_REQUESTS);
    link = mpit__pool_take(&links);
    if (link) {
        link->request.place = MPIT_PLACE_MORE;
        atomic_store(&link->request.key, key | MPIT_REQUEST_FOUND);
        mpit__keyed_add(&more, &link->keyed, key);
        atomic_fetch_add(&bucket->more, 1);
        atomic_fetch_add(&bucket->others, 1);
    }
    mpit__unlock(MPIT_LOCK_REQUESTS);
    return link ? &link->request : NULL;
}

/* The oldest that is in nobody's hand. */
static struct mpit_request *find_in_more(uint64_t key)
{
    struct mpit_request *found = NULL;

    mpit__lock(MPIT_LOCK_REQUESTS);
    for (struct mpit_keyed *keyed = mpit__keyed_find(&more, key); keyed && !found;
         keyed = mpit__keyed_next(keyed)) {
        struct mpit_request *request = &((struct mpit_request_link *)keyed)->request;

        if (atomic_load(&request->key) == key)
            found = request;
    }
    if (found)
        atomic_store(&found->key, key | MPIT_REQUEST_FOUND);
    mpit__unlock(MPIT_LOCK_REQUESTS);
    return found;
}

static void remove_from_more(struct mpit_request_bucket *bucket, struct mpit_request *request)
{
    struct mpit_request_link *link = link_of(request);

    mpit__lock(MPIT_LOCK_REQUESTS);
    mpit__keyed_remove(&more, &link->keyed);
    atomic_fetch_sub(&bucket->more, 1);
    atomic_store(&request->key, 0);
    mpit__pool_give(&links, link);
    mpit__unlock(MPIT_LOCK_REQUESTS);
}

/* The place number i of those that need no lock, the first included. */
static struct mpit_request *place_at(struct mpit_request_bucket *bucket, int i)
{
    return i == 0 ? &bucket->first : &bucket->way[i - 1];
}

/* A free place without a lock; NULL if there is none, or another request has the key and a place:
 * it was completed in another thread, which has not come back from the vendor to find it.  So of
 * the requests with one key at most one is here, and `more` has the others in their order. */
static struct mpit_request *reserve_without_lock(struct mpit_request_bucket *bucket, uint64_t key)
{
    struct mpit_request *room = NULL;

    for (int i = 0; i <= MPIT_REQUEST_WAYS; i++) {
        struct mpit_request *place = place_at(bucket, i);
        uint64_t there = atomic_load_explicit(&place->key, memory_order_acquire);

        if (there == key) {
            if (room)
                atomic_store_explicit(&room->key, 0, memory_order_release);
            return NULL;
        }
        if (!there && !room && mpit__request_reserve(place))
            room = place;
    }
    return room;
}

void mpit__request_finished_held(struct mpit_thread *thread, struct mpit_request *request)
{
    struct mpit_object *comm = request->comm;
    const uint32_t serial = request->serial;

    mpit__request_finished(thread, request);
    mpit__object_left(comm, serial);
}

void mpit__request_freed(struct mpit_thread *thread, struct mpit_request *request)
{
    mpit__request_event_freed(request);
    request->flags &= (uint16_t)~MPIT_REQUEST_PERSISTENT;
    if (request->flags & MPIT_REQUEST_TRACKED)
        mpit__request_finished_held(thread, request);
    else
        mpit__request_remove(request);
}

void mpit__request_forget_freed(uint64_t key)
{
    struct mpit_request *request = mpit__thread_multiple ? NULL : mpit__request_find(key);

    if (request && (request->flags & MPIT_REQUEST_PERSISTENT))
        mpit__request_freed(&mpit__thread, request);
    else if (request)
        mpit__request_keep(request, key);
}

struct mpit_request *mpit__request_place_elsewhere(uint64_t key, bool shared)
{
    struct mpit_request_bucket *bucket = mpit__request_bucket(key);
    struct mpit_request *room;

    if (!shared)
        mpit__request_forget_freed(key);
    room = shared ? NULL : reserve_without_lock(bucket, key);
    if (!room)
        return place_in_more(bucket, key);
    if (room != &bucket->first) {
        room->place = MPIT_PLACE_WAY;
        atomic_fetch_add(&bucket->others, 1);
    }
    return room;
}

/* Of several threads at one key each finds a request: one that comes after the place without a lock
 * was emptied finds its own, or an older one, in `more`, for whoever emptied it has left that.
 */
struct mpit_request *mpit__request_find_elsewhere(uint64_t key)
{
    struct mpit_request_bucket *bucket = mpit__request_bucket(key);

    for (int i = 0; i <= MPIT_REQUEST_WAYS; i++) {
        struct mpit_request *place = place_at(bucket, i);

        if (atomic_load_explicit(&place->key, memory_order_acquire) == key &&
            mpit__request_claim(place, key))
            return place;
    }
    return atomic_load_explicit(&bucket->more, memory_order_acquire) ? find_in_more(key) : NULL;
}

void mpit__request_remove_elsewhere(struct mpit_request *request)
{
    struct mpit_request_bucket *bucket = mpit__request_bucket(key_of(request));

    if (request->place == MPIT_PLACE_MORE)
        remove_from_more(bucket, request);
    else
        atomic_store_explicit(&request->key, 0, memory_order_release);
    atomic_fetch_sub(&bucket->others, 1);
}

bool mpit__request_message(uint64_t handle, uint64_t *bytes)
{
    const uint64_t key = mpit__message_key(handle);
    struct mpit_request *message = mpit__request_find(key);

    if (!message)
        return false;
    *bytes = message->bytes;
    mpit__request_keep(message, key);
    return true;
}

/* What has ended is summed first: a request that starts or ends meanwhile can only be taken for one
 * that is unfinished, and never covers one that is. */
bool mpit__request_outstanding(void)
{
    uint64_t ended = 0, started = 0;

    MPIT_EACH_BLOCK (block, &mpit__process)
        ended += atomic_load_explicit(&block->slot[MPIT_P_UNTRACKED], memory_order_acquire);
    MPIT_EACH_BLOCK (block, &mpit__process)
        started += mpit__total_get(&block->slot[MPIT_P_TRACKED]);
    return started != ended;
}

static bool is_pending_on(const struct mpit_object *comm, const struct mpit_request *request)
{
    return atomic_load_explicit(&request->key, memory_order_acquire) > MPIT_REQUEST_RESERVED &&
           (request->flags & MPIT_REQUEST_TRACKED) && request->comm == comm &&
           request->serial == comm->serial;
}

uint64_t mpit__request_count(const struct mpit_object *comm)
{
    uint64_t n = 0;

    if (!mpit__request_outstanding())
        return 0;
    for (size_t i = 0; i < sizeof mpit__request_table / sizeof *mpit__request_table; i++)
        for (int k = 0; k <= MPIT_REQUEST_WAYS; k++)
            n += is_pending_on(comm, place_at(&mpit__request_table[i], k));
    mpit__lock(MPIT_LOCK_REQUESTS);
    for (uint32_t i = 0; i < mpit__keyed_room(&more); i++)
        for (struct mpit_keyed *each = mpit__keyed_first(&more, i); each; each = each->next)
            n += is_pending_on(comm, &((struct mpit_request_link *)each)->request);
    mpit__unlock(MPIT_LOCK_REQUESTS);
    return n;
}

static bool comm_is_there(const struct mpit_request *request)
{
    return request->comm && request->comm->serial == request->serial;
}

/* A receive from one rank is posted, or is complete: counted for the rank. */
static void count_posted(struct mpit_thread *thread, struct mpit_object *comm, int peer,
                         enum mpit_partner_slot slot)
{
    struct mpit_block *block = mpit__object_block_need(comm, comm->key, thread->shard);
    mpit_total *slots =
        block ? mpit__object_partner_need(comm, comm->key, thread->shard, block, peer) : NULL;

    if (slots)
        mpit__total_add(&slots[slot], 1, thread->shared);
}

void mpit__request_move_levels(struct mpit_thread *thread, const struct mpit_request *request,
                               int64_t by)
{
    const unsigned not_a_message = MPIT_REQUEST_READ | MPIT_REQUEST_WRITE | MPIT_REQUEST_OTHER;

    mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_REQUESTS, by);
    if ((request->flags & not_a_message) || !comm_is_there(request))
        return;
    if (request->flags & MPIT_REQUEST_RECEIVES)
        mpit__object_level_move(request->comm, MPIT_LEVEL_PRQ, by);
    if ((request->flags & MPIT_REQUEST_SEND_TOO) || !(request->flags & MPIT_REQUEST_RECEIVES))
        mpit__object_level_move(request->comm, MPIT_LEVEL_PENDING_SENDS, by);
    if (request->flags & MPIT_REQUEST_BY_PEER)
        count_posted(thread, request->comm, request->peer,
                     by > 0 ? MPIT_PARTNER_POSTED : MPIT_PARTNER_UNPOSTED);
}
