/* Values of handles: start, stop, read, write, reset, readreset.  No lock, no call into MPI but
 * for the unexpected queue, signal safe.
 *
 * Another thread may free a handle at any point here, and its slot be given anew.  Whatever changes
 * a handle or takes more than one look at it pins it; a read of one number, which must be as fast
 * as that, takes it from where something of the same kind always stands, and gives it out only if
 * the handle is valid still. */
#include "config.h"

#include <string.h>

#include "ground/clock.h"
#include "ledger/thread.h"
#include "pvar/one_slot.h"
#include "pvar/pvar.h"
#include "queue/queue.h"

uint64_t mpit__pvar_sum_slots(const struct mpit_object *object, int first, int n)
{
    uint32_t shards = atomic_load_explicit(&mpit__thread_shards, memory_order_acquire);
    uint64_t sum = 0;

    for (uint32_t shard = 0; shard < shards; shard++) {
        const struct mpit_block *block = mpit__object_block(object, shard);

        for (int i = first; block && i < first + n; i++)
            sum += mpit__total_get(&block->slot[i]);
    }
    return sum;
}

static uint64_t sum_sizes(const struct mpit_object *object, int array, int i)
{
    uint32_t shards = atomic_load(&mpit__thread_shards);
    uint64_t sum = 0;

    for (uint32_t shard = 0; shard < shards; shard++) {
        const struct mpit_block *block = mpit__object_block(object, shard);
        struct mpit_sizes *sizes =
            block ? atomic_load_explicit(&block->sizes, memory_order_acquire) : NULL;

        if (sizes)
            sum += mpit__total_get(&sizes->count[array][i]);
    }
    return sum;
}

typedef mpit_total *find_slots(const struct mpit_block *block, int peer);

static uint64_t sum_peers(const struct mpit_object *object, find_slots *find, int slot, int peer)
{
    uint32_t shards = atomic_load(&mpit__thread_shards);
    uint64_t sum = 0;

    for (uint32_t shard = 0; shard < shards; shard++) {
        const struct mpit_block *block = mpit__object_block(object, shard);
        mpit_total *slots = block ? find(block, peer) : NULL;

        if (slots)
            sum += mpit__total_get(&slots[slot]);
    }
    return sum;
}

/* What the hooks have added up for element i, modulo 2^63. */
static uint64_t total(const struct mpit_found *found, int i)
{
    const struct mpit_pvar *pvar = found->pvar;

    switch (pvar->source) {
    case MPIT_SOURCE_SIZES:
        return sum_sizes(found->object, pvar->first, i) & MPIT_NUMBER_MASK;
    case MPIT_SOURCE_PEERS:
        return sum_peers(found->object, mpit__object_peer, pvar->first, i) & MPIT_NUMBER_MASK;
    case MPIT_SOURCE_PARTNERS:
        return sum_peers(found->object, mpit__object_partner, pvar->first, i) & MPIT_NUMBER_MASK;
    case MPIT_SOURCE_TWO:
        return (mpit__pvar_sum_slots(found->object, pvar->first, 1) +
                mpit__pvar_sum_slots(found->object, pvar->n, 1)) & MPIT_NUMBER_MASK;
    default:
        return mpit__pvar_sum_slots(found->object, pvar->first, pvar->n) & MPIT_NUMBER_MASK;
    }
}

static uint64_t total_of_whole(const struct mpit_found *found)
{
    return (found->pvar->whole < 0 ? mpit__clock_now()
                                   : mpit__pvar_sum_slots(found->object, found->pvar->whole, 1)) &
           MPIT_NUMBER_MASK;
}

static uint64_t level(const struct mpit_found *found)
{
    return atomic_load(&found->object->level[found->pvar->first]);
}

/* What element i stands at if it is started: a total that runs on, or a level. */
static uint64_t running(const struct mpit_found *found, int i)
{
    return found->pvar->source == MPIT_SOURCE_LEVEL || found->pvar->source == MPIT_SOURCE_MARK
               ? level(found)
               : total(found, i);
}

/* Whether the cell keeps an offset to what runs on, and not the value itself. */
static bool accumulates(const struct mpit_pvar *pvar)
{
    return pvar->source != MPIT_SOURCE_LEVEL && pvar->source != MPIT_SOURCE_MARK;
}

/* The number that the cell shows with `now` as what runs. */
static uint64_t shown(const struct mpit_pvar *pvar, uint64_t word, uint64_t now)
{
    uint64_t number = mpit__cell_number(word);

    if (!mpit__cell_is_started(word) || pvar->source == MPIT_SOURCE_MARK)
        return number;
    return accumulates(pvar) ? (now + number) & MPIT_NUMBER_MASK : now;
}

/* The cell that shows `value` and is started or not. */
static uint64_t showing(const struct mpit_pvar *pvar, uint64_t value, uint64_t now, bool started)
{
    return mpit__cell_word(started && accumulates(pvar) ? (value - now) & MPIT_NUMBER_MASK : value,
                           started);
}

/* Starts or stops a cell; false if it was so already. */
static bool turn(const struct mpit_found *found, mpit_cell *cell, int i, bool on)
{
    const struct mpit_pvar *pvar = found->pvar;
    uint64_t word = atomic_load(cell), now, value;

    do {
        if (mpit__cell_is_started(word) == on)
            return false;
        now = cell == &found->handle->whole ? total_of_whole(found) : running(found, i);
        value = shown(pvar, word, now);
        /* A watermark begins at the utilization at the time when it is started (14.3.7). */
        if (on && pvar->source == MPIT_SOURCE_MARK)
            value = now;
    } while (!atomic_compare_exchange_weak(cell, &word, showing(pvar, value, now, on)));
    return true;
}

/* The same for a variable of one slot. */
static bool turn_one_slot(const struct mpit_found *found, bool on)
{
    uint64_t word = atomic_load(&found->handle->cell), now, number;

    do {
        if (mpit__cell_is_started(word) == on)
            return false;
        now = mpit__pvar_one_slot(found->object, found->pvar->first);
        number = mpit__cell_number(word) + (on ? -now : now);
    } while (!atomic_compare_exchange_weak(&found->handle->cell, &word,
                                           mpit__cell_word(number, on)));
    return true;
}

static bool turn_all(const struct mpit_found *found, bool on)
{
    bool turned;

    if (found->pvar->is_one_slot)
        return turn_one_slot(found, on);
    turned = turn(found, &found->handle->cell, 0, on);

    for (int i = 1; i < found->count; i++)
        turn(found, mpit__pvar_cell(found->handle, i), i, on);
    if (found->pvar->source == MPIT_SOURCE_SHARE)
        turn(found, &found->handle->whole, 0, on);
    return turned;
}

void mpit__pvar_watch(struct mpit_object *object, const struct mpit_pvar *pvar)
{
    if (pvar->watch & MPIT_WATCH_BY_OBJECT)
        mpit__watch_add(&object->watch, pvar->watch & MPIT_WATCH_BY_OBJECT);
    mpit__watch_add(&mpit__watch, pvar->watch);
}

void mpit__pvar_unwatch(struct mpit_object *object, const struct mpit_pvar *pvar)
{
    mpit__watch_drop(&mpit__watch, pvar->watch);
    if (pvar->watch & MPIT_WATCH_BY_OBJECT)
        mpit__watch_drop(&object->watch, pvar->watch & MPIT_WATCH_BY_OBJECT);
}

static uint64_t posted(const struct mpit_object *comm, int peer)
{
    return sum_peers(comm, mpit__object_partner, MPIT_PARTNER_POSTED, peer) -
           sum_peers(comm, mpit__object_partner, MPIT_PARTNER_UNPOSTED, peer);
}

static void start(const struct mpit_found *found)
{
    /* First the hooks, then the value: nothing between is missed. */
    mpit__pvar_watch(found->object, found->pvar);
    if (found->pvar->queue)
        mpit__queue_poll(found->object);
    if (!turn_all(found, true))
        mpit__pvar_unwatch(found->object, found->pvar);
    else if (found->pvar->source == MPIT_SOURCE_FLUSH)
        mpit__flush_begin(found->handle->flush, found->object);
}

void mpit__pvar_end(const struct mpit_found *found)
{
    if (!turn_all(found, false))
        return;
    if (found->pvar->source == MPIT_SOURCE_FLUSH)
        mpit__flush_write(found->handle->flush, found->object);
    mpit__pvar_unwatch(found->object, found->pvar);
}

int mpit__pvar_start(const struct mpit_found *found)
{
    int rc = MPI_SUCCESS;

    if (found->pvar->continuous)
        return MPI_T_ERR_PVAR_NO_STARTSTOP;
    if (!mpit__pvar_pin(found))
        return MPI_T_ERR_INVALID_HANDLE;
    if (found->pvar->source == MPIT_SOURCE_VENDOR)
        rc = mpit__view_start(&found->handle->view);
    else
        start(found);
    mpit__pvar_unpin(found);
    return rc;
}

int mpit__pvar_stop(const struct mpit_found *found)
{
    int rc = MPI_SUCCESS;

    if (found->pvar->continuous)
        return MPI_T_ERR_PVAR_NO_STARTSTOP;
    if (!mpit__pvar_pin(found))
        return MPI_T_ERR_INVALID_HANDLE;
    if (found->pvar->source == MPIT_SOURCE_VENDOR)
        rc = mpit__view_stop(&found->handle->view);
    else
        mpit__pvar_end(found);
    mpit__pvar_unpin(found);
    return rc;
}

/* An element as the user sees it.  A share is kept as the bits of its double. */
static void put(const struct mpit_pvar *pvar, uint64_t number, char *element)
{
    if (pvar->class_ == MPI_T_PVAR_CLASS_TIMER) {
        double seconds = mpit__clock_seconds(number);
        memcpy(element, &seconds, sizeof seconds);
    } else if (pvar->source == MPIT_SOURCE_SHARE) {
        memcpy(element, &number, sizeof number);
    } else {
        mpit__types[pvar->type].put(number, element);
    }
}

static char *element_at(const struct mpit_found *found, void *buf, int i)
{
    return (char *)buf + (size_t)i * mpit__types[found->pvar->type].size;
}

static bool get(const struct mpit_pvar *pvar, const char *element, uint64_t *number)
{
    double seconds;

    if (pvar->class_ != MPI_T_PVAR_CLASS_TIMER)
        return mpit__types[pvar->type].get(element, number);
    memcpy(&seconds, element, sizeof seconds);
    return mpit__clock_ticks(seconds, number);
}

static uint64_t number_of(const struct mpit_found *found, int i)
{
    uint64_t word, again = atomic_load(mpit__pvar_cell(found->handle, i)), now;

    /* The cell must be the same before and after, or number and total do not belong together. */
    do {
        word = again;
        now = mpit__cell_is_started(word) && found->pvar->source != MPIT_SOURCE_MARK
                  ? running(found, i)
                  : 0;
        again = atomic_load(mpit__pvar_cell(found->handle, i));
    } while (again != word);
    return shown(found->pvar, word, now);
}

static uint64_t share(const struct mpit_found *found)
{
    uint64_t word = atomic_load(&found->handle->whole), bits;
    double part = (double)number_of(found, 0);
    double whole = (double)shown(found->pvar, word, total_of_whole(found));
    /* The two are not read at one instant. */
    double fraction = whole <= 0 ? 0 : part >= whole ? 1 : part / whole;

    memcpy(&bits, &fraction, sizeof bits);
    return bits;
}

static uint64_t value_of(const struct mpit_found *found, int i)
{
    switch (found->pvar->source) {
    case MPIT_SOURCE_SHARE:
        return share(found);
    case MPIT_SOURCE_STATE:
        return (uint64_t)mpit__thread_state();
    case MPIT_SOURCE_SIZE:
        return (uint64_t)atomic_load(&found->object->size);
    case MPIT_SOURCE_MESSAGE_BYTES:
        return atomic_load(&found->object->bytes);
    case MPIT_SOURCE_POSTED:
        return posted(found->object, i);
    case MPIT_SOURCE_UNEXPECTED:
        return sum_peers(found->object, mpit__object_partner, MPIT_PARTNER_UNEXPECTED, i);
    default:
        return number_of(found, i);
    }
}

static void poll(const struct mpit_found *found)
{
    if (found->pvar->source == MPIT_SOURCE_UNEXPECTED)
        mpit__queue_poll_sources(found->object);
    else if (found->pvar->queue && mpit__cell_is_started(atomic_load(&found->handle->cell)))
        mpit__queue_poll(found->object);
}

static void read_all(const struct mpit_found *found, void *buf)
{
    poll(found);
    for (int i = 0; i < found->count; i++)
        put(found->pvar, value_of(found, i), element_at(found, buf, i));
}

static int read_pinned(const struct mpit_found *found, void *buf)
{
    int rc = MPI_SUCCESS;

    if (!mpit__pvar_pin(found))
        return MPI_T_ERR_INVALID_HANDLE;
    if (found->pvar->source == MPIT_SOURCE_VENDOR)
        rc = mpit__view_read(&found->handle->view, buf);
    else if (found->pvar->source == MPIT_SOURCE_FLUSH)
        mpit__flush_name(found->handle->flush, buf);
    else
        read_all(found, buf);
    mpit__pvar_unpin(found);
    return rc;
}

int mpit__pvar_read(const struct mpit_found *found, void *buf)
{
    const struct mpit_pvar *pvar = found->pvar;
    uint64_t value;

    if (pvar->source == MPIT_SOURCE_VENDOR || pvar->queue || found->count > 1)
        return read_pinned(found, buf);
    value = value_of(found, 0);
    atomic_thread_fence(memory_order_acquire);
    if (!mpit__slot_is(&found->handle->slot, found->number))
        return MPI_T_ERR_INVALID_HANDLE;
    put(pvar, value, buf);
    return MPI_SUCCESS;
}

/* Sets an element to `value`, or to its starting value; what it showed before. */
static uint64_t exchange(const struct mpit_found *found, int i, const uint64_t *value)
{
    const struct mpit_pvar *pvar = found->pvar;
    mpit_cell *cell = mpit__pvar_cell(found->handle, i);
    uint64_t word = atomic_load(cell), now, number;

    do {
        now = running(found, i);
        number = value ? *value : pvar->source == MPIT_SOURCE_MARK ? now : 0;
    } while (!atomic_compare_exchange_weak(
        cell, &word, showing(pvar, number, now, mpit__cell_is_started(word))));
    return shown(pvar, word, now);
}

/* All elements, or none if one cannot be. */
static int write_all(const struct mpit_found *found, const char *elements)
{
    size_t size = mpit__types[found->pvar->type].size;
    uint64_t number;

    if (found->pvar->source == MPIT_SOURCE_FLUSH)
        return mpit__flush_rename(found->handle->flush, elements) ? MPI_SUCCESS
                                                                  : MPI_T_ERR_INVALID;
    for (int i = 0; i < found->count; i++)
        if (!get(found->pvar, elements + (size_t)i * size, &number))
            return MPI_T_ERR_INVALID;
    for (int i = 0; i < found->count; i++) {
        get(found->pvar, elements + (size_t)i * size, &number);
        exchange(found, i, &number);
    }
    return MPI_SUCCESS;
}

int mpit__pvar_write(const struct mpit_found *found, const void *buf)
{
    int rc;

    if (found->pvar->readonly)
        return MPI_T_ERR_PVAR_NO_WRITE;
    if (!mpit__pvar_pin(found))
        return MPI_T_ERR_INVALID_HANDLE;
    rc = found->pvar->source == MPIT_SOURCE_VENDOR ? mpit__view_write(&found->handle->view, buf)
                                                   : write_all(found, buf);
    mpit__pvar_unpin(found);
    return rc;
}

int mpit__pvar_reset(const struct mpit_found *found)
{
    int rc = MPI_SUCCESS;

    if (found->pvar->readonly || found->pvar->source == MPIT_SOURCE_FLUSH)
        return MPI_T_ERR_PVAR_NO_WRITE;
    if (!mpit__pvar_pin(found))
        return MPI_T_ERR_INVALID_HANDLE;
    if (found->pvar->source == MPIT_SOURCE_VENDOR)
        rc = mpit__view_reset(&found->handle->view);
    for (int i = 0; i < found->count && found->pvar->source != MPIT_SOURCE_VENDOR; i++)
        exchange(found, i, NULL);
    mpit__pvar_unpin(found);
    return rc;
}

static void take_all(const struct mpit_found *found, void *buf)
{
    poll(found);
    for (int i = 0; i < found->count; i++)
        put(found->pvar, exchange(found, i, NULL), element_at(found, buf, i));
}

int mpit__pvar_readreset(const struct mpit_found *found, void *buf)
{
    int rc = MPI_SUCCESS;

    if (!found->pvar->atomic)
        return MPI_T_ERR_PVAR_NO_ATOMIC;
    if (!mpit__pvar_pin(found))
        return MPI_T_ERR_INVALID_HANDLE;
    if (found->pvar->source == MPIT_SOURCE_VENDOR)
        rc = mpit__view_readreset(&found->handle->view, buf);
    else
        take_all(found, buf);
    mpit__pvar_unpin(found);
    return rc;
}
