/* Values of handles: start, stop, read, write, reset, readreset.  No lock, no call into MPI but
 * for the unexpected queue, signal safe. */
#include "config.h"

#include <string.h>

#include "clock.h"
#include "hook/thread.h"
#include "pvar/pvar.h"
#include "queue/queue.h"

#define NUMBER_MASK (UINT64_MAX >> 1)

/* Not inlined where it is the rare case: a read of one slot saves no register for it. */
static __attribute__((noinline)) uint64_t sum_slots(const struct mpit_object *object, int first,
                                                    int n)
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

/* The short way where one thread calls MPI. */
static inline uint64_t one_slot(const struct mpit_object *object, int slot)
{
    const struct mpit_block *block;

    if (atomic_load_explicit(&mpit__thread_shards, memory_order_acquire) > 1)
        return sum_slots(object, slot, 1);
    block = mpit__object_block(object, 0);
    return block ? mpit__total_get(&block->slot[slot]) : 0;
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

static uint64_t sum_peers(const struct mpit_object *object, int slot, int peer)
{
    uint32_t shards = atomic_load(&mpit__thread_shards);
    uint64_t sum = 0;

    for (uint32_t shard = 0; shard < shards; shard++) {
        const struct mpit_block *block = mpit__object_block(object, shard);
        mpit_total *slots = block ? mpit__object_peer(block, peer) : NULL;

        if (slots)
            sum += mpit__total_get(&slots[slot]);
    }
    return sum;
}

/* What the hooks have added up for element i, modulo 2^63. */
static uint64_t total(const struct mpit_handle *handle, int i)
{
    const struct mpit_pvar *pvar = handle->pvar;

    switch (pvar->source) {
    case MPIT_SOURCE_SIZES:
        return sum_sizes(handle->object, pvar->first, i) & NUMBER_MASK;
    case MPIT_SOURCE_PEERS:
        return sum_peers(handle->object, pvar->first, i) & NUMBER_MASK;
    case MPIT_SOURCE_TWO:
        return (sum_slots(handle->object, pvar->first, 1) +
                sum_slots(handle->object, pvar->n, 1)) & NUMBER_MASK;
    default:
        return sum_slots(handle->object, pvar->first, pvar->n) & NUMBER_MASK;
    }
}

static uint64_t total_of_whole(const struct mpit_handle *handle)
{
    return (handle->pvar->whole < 0 ? mpit__clock_now()
                                    : sum_slots(handle->object, handle->pvar->whole, 1)) &
           NUMBER_MASK;
}

static uint64_t level(const struct mpit_handle *handle)
{
    return atomic_load(&handle->object->level[handle->pvar->first]);
}

/* What element i stands at if it is started: a total that runs on, or a level. */
static uint64_t running(const struct mpit_handle *handle, int i)
{
    return handle->pvar->source == MPIT_SOURCE_LEVEL || handle->pvar->source == MPIT_SOURCE_MARK
               ? level(handle)
               : total(handle, i);
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
    return accumulates(pvar) ? (now + number) & NUMBER_MASK : now;
}

/* The cell that shows `value` and is started or not. */
static uint64_t showing(const struct mpit_pvar *pvar, uint64_t value, uint64_t now, bool started)
{
    return mpit__cell_word(started && accumulates(pvar) ? (value - now) & NUMBER_MASK : value,
                           started);
}

/* Starts or stops a cell; false if it was so already. */
static bool turn(const struct mpit_handle *handle, mpit_cell *cell, int i, bool on)
{
    const struct mpit_pvar *pvar = handle->pvar;
    uint64_t word = atomic_load(cell), now, value;

    do {
        if (mpit__cell_is_started(word) == on)
            return false;
        now = cell == &handle->whole ? total_of_whole(handle) : running(handle, i);
        value = shown(pvar, word, now);
        /* A watermark begins at the utilization at the time when it is started (14.3.7). */
        if (on && pvar->source == MPIT_SOURCE_MARK)
            value = now;
    } while (!atomic_compare_exchange_weak(cell, &word, showing(pvar, value, now, on)));
    return true;
}

/* The same for a variable of one slot. */
static bool turn_one_slot(struct mpit_handle *handle, const struct mpit_pvar *pvar, bool on)
{
    uint64_t word = atomic_load(&handle->cell), now, number;

    do {
        if (mpit__cell_is_started(word) == on)
            return false;
        now = one_slot(handle->object, pvar->first);
        number = mpit__cell_number(word) + (on ? -now : now);
    } while (!atomic_compare_exchange_weak(&handle->cell, &word, mpit__cell_word(number, on)));
    return true;
}

static bool turn_all(struct mpit_handle *handle, bool on)
{
    bool turned;

    if (handle->pvar->is_one_slot)
        return turn_one_slot(handle, handle->pvar, on);
    turned = turn(handle, &handle->cell, 0, on);

    for (int i = 1, n = handle->count; i < n; i++)
        turn(handle, mpit__pvar_cell(handle, i), i, on);
    if (handle->pvar->source == MPIT_SOURCE_SHARE)
        turn(handle, &handle->whole, 0, on);
    return turned;
}

static void watch(struct mpit_handle *handle)
{
    const uint32_t mask = handle->pvar->watch;

    if (mask & MPIT_WATCH_BY_OBJECT)
        mpit__watch_add(&handle->object->watch, mask & MPIT_WATCH_BY_OBJECT);
    mpit__watch_add(&mpit__watch, mask);
}

static void unwatch(struct mpit_handle *handle)
{
    const uint32_t mask = handle->pvar->watch;

    mpit__watch_drop(&mpit__watch, mask);
    if (mask & MPIT_WATCH_BY_OBJECT)
        mpit__watch_drop(&handle->object->watch, mask & MPIT_WATCH_BY_OBJECT);
}

int mpit__pvar_start(struct mpit_handle *handle)
{
    if (handle->pvar->source == MPIT_SOURCE_VENDOR)
        return mpit__view_start(&handle->view);
    if (handle->pvar->continuous)
        return MPI_T_ERR_PVAR_NO_STARTSTOP;
    /* First the hooks, then the value: nothing between is missed. */
    watch(handle);
    if (handle->pvar->queue)
        mpit__queue_poll(handle->object);
    if (!turn_all(handle, true))
        unwatch(handle);
    return MPI_SUCCESS;
}

int mpit__pvar_stop(struct mpit_handle *handle)
{
    if (handle->pvar->source == MPIT_SOURCE_VENDOR)
        return mpit__view_stop(&handle->view);
    if (handle->pvar->continuous)
        return MPI_T_ERR_PVAR_NO_STARTSTOP;
    if (turn_all(handle, false))
        unwatch(handle);
    return MPI_SUCCESS;
}

static void put(const struct mpit_pvar *pvar, uint64_t number, char *element)
{
    if (pvar->class_ == MPI_T_PVAR_CLASS_TIMER) {
        double seconds = mpit__clock_seconds(number);
        memcpy(element, &seconds, sizeof seconds);
    } else {
        mpit__types[pvar->type].put(number, element);
    }
}

static bool get(const struct mpit_pvar *pvar, const char *element, uint64_t *number)
{
    double seconds;

    if (pvar->class_ != MPI_T_PVAR_CLASS_TIMER)
        return mpit__types[pvar->type].get(element, number);
    memcpy(&seconds, element, sizeof seconds);
    return mpit__clock_ticks(seconds, number);
}

static uint64_t number_of(struct mpit_handle *handle, int i)
{
    uint64_t word, again = atomic_load(mpit__pvar_cell(handle, i)), now;

    /* The cell must be the same before and after, or number and total do not belong together. */
    do {
        word = again;
        now = mpit__cell_is_started(word) && handle->pvar->source != MPIT_SOURCE_MARK
                  ? running(handle, i)
                  : 0;
        again = atomic_load(mpit__pvar_cell(handle, i));
    } while (again != word);
    return shown(handle->pvar, word, now);
}

static double share(struct mpit_handle *handle)
{
    uint64_t word = atomic_load(&handle->whole);
    double part = (double)number_of(handle, 0);
    double whole = (double)shown(handle->pvar, word, total_of_whole(handle));

    /* The two are not read at one instant. */
    return whole <= 0 ? 0 : part >= whole ? 1 : part / whole;
}

static __attribute__((noinline)) int read_any(struct mpit_handle *handle, void *buf)
{
    const struct mpit_pvar *pvar = handle->pvar;
    double fraction;
    int state;

    if (handle->pvar->source == MPIT_SOURCE_VENDOR)
        return mpit__view_read(&handle->view, buf);
    if (pvar->queue && mpit__cell_is_started(atomic_load(&handle->cell)))
        mpit__queue_poll(handle->object);
    switch (pvar->source) {
    case MPIT_SOURCE_SHARE:
        fraction = share(handle);
        memcpy(buf, &fraction, sizeof fraction);
        break;
    case MPIT_SOURCE_STATE:
        state = (int)mpit__thread_state();
        memcpy(buf, &state, sizeof state);
        break;
    case MPIT_SOURCE_SIZE:
        put(pvar, (uint64_t)atomic_load(&handle->object->size), buf);
        break;
    case MPIT_SOURCE_MESSAGE_BYTES:
        put(pvar, atomic_load(&handle->object->bytes), buf);
        break;
    default:
        for (int i = 0; i < handle->count; i++)
            put(pvar, number_of(handle, i), (char *)buf + (size_t)i * mpit__types[pvar->type].size);
    }
    return MPI_SUCCESS;
}

/* What number_of does, for a started variable of one slot; false if the cell moved meanwhile. */
static inline bool read_one_slot(const struct mpit_handle *handle, const struct mpit_pvar *pvar,
                                 void *buf)
{
    uint64_t word = atomic_load(&handle->cell), number;

    if (!mpit__cell_is_started(word))
        return false;
    number = (mpit__cell_number(word) + one_slot(handle->object, pvar->first)) & NUMBER_MASK;
    memcpy(buf, &number, sizeof number);
    return atomic_load(&handle->cell) == word;
}

int mpit__pvar_read(struct mpit_handle *handle, void *buf)
{
    const struct mpit_pvar *pvar = handle->pvar;

    if (MPIT_LIKELY(pvar->is_one_slot && read_one_slot(handle, pvar, buf)))
        return MPI_SUCCESS;
    return read_any(handle, buf);
}

/* Sets an element to `value`, or to its starting value; what it showed before. */
static uint64_t exchange(struct mpit_handle *handle, int i, const uint64_t *value)
{
    const struct mpit_pvar *pvar = handle->pvar;
    uint64_t word = atomic_load(mpit__pvar_cell(handle, i)), now, number;

    do {
        now = running(handle, i);
        number = value ? *value : pvar->source == MPIT_SOURCE_MARK ? now : 0;
    } while (!atomic_compare_exchange_weak(
        mpit__pvar_cell(handle, i), &word, showing(pvar, number, now, mpit__cell_is_started(word))));
    return shown(pvar, word, now);
}

int mpit__pvar_write(struct mpit_handle *handle, const void *buf)
{
    const struct mpit_pvar *pvar = handle->pvar;
    size_t size = mpit__types[pvar->type].size;
    uint64_t number;

    if (handle->pvar->source == MPIT_SOURCE_VENDOR)
        return mpit__view_write(&handle->view, buf);
    if (pvar->readonly)
        return MPI_T_ERR_PVAR_NO_WRITE;
    for (int i = 0; i < handle->count; i++)
        if (!get(pvar, (const char *)buf + (size_t)i * size, &number))
            return MPI_T_ERR_INVALID;
    for (int i = 0; i < handle->count; i++) {
        get(pvar, (const char *)buf + (size_t)i * size, &number);
        exchange(handle, i, &number);
    }
    return MPI_SUCCESS;
}

int mpit__pvar_reset(struct mpit_handle *handle)
{
    if (handle->pvar->source == MPIT_SOURCE_VENDOR)
        return mpit__view_reset(&handle->view);
    if (handle->pvar->readonly)
        return MPI_T_ERR_PVAR_NO_WRITE;
    for (int i = 0; i < handle->count; i++)
        exchange(handle, i, NULL);
    return MPI_SUCCESS;
}

int mpit__pvar_readreset(struct mpit_handle *handle, void *buf)
{
    const struct mpit_pvar *pvar = handle->pvar;

    if (handle->pvar->source == MPIT_SOURCE_VENDOR)
        return mpit__view_readreset(&handle->view, buf);
    if (!pvar->atomic)
        return MPI_T_ERR_PVAR_NO_ATOMIC;
    if (pvar->queue && mpit__cell_is_started(atomic_load(&handle->cell)))
        mpit__queue_poll(handle->object);
    for (int i = 0; i < handle->count; i++)
        put(pvar, exchange(handle, i, NULL),
            (char *)buf + (size_t)i * mpit__types[pvar->type].size);
    return MPI_SUCCESS;
}
