/* Values of handles on our variables: start, stop, read, write, reset, readreset.  No lock, no call
 * into MPI but for the unexpected queue, signal safe.
 *
 * A read of one number, which must be as fast as that, takes it from where something of the same
 * kind always stands, and gives it out only if the handle is valid still; whatever else is done
 * here is done to a handle that is pinned. */
#include "config.h"

#include "pvar/handle_cells.h"

#include <math.h>
#include <string.h>

#include "ground/clock.h"
#include "profile/level.h"
#include "profile/sum.h"
#include "profile/watch.h"
#include "profile/world.h"
#include "pvar/in_flight.h"
#include "pvar/known.h"

static uint64_t now_of(const struct mpit_found *found, int i)
{
    return mpit__reduction_of(found->pvar)->now(mpit__own_pvar(found->pvar), found->object, i);
}

static enum mpit_keeps keeps(const struct mpit_found *found)
{
    return mpit__reduction_of(found->pvar)->keeps;
}

/* ---- cells and what they show */

/* The number that a cell shows with `now` as what runs. */
static uint64_t shown(enum mpit_keeps keeps, uint64_t word, uint64_t now)
{
    uint64_t number = mpit__cell_number(word);

    if (!mpit__cell_is_started(word) || keeps == MPIT_KEEPS_MARK)
        return number;
    return keeps == MPIT_KEEPS_OFFSET ? (now + number) & MPIT_NUMBER_MASK : now;
}

/* The cell that shows `value` and is started or not. */
static uint64_t showing(enum mpit_keeps keeps, uint64_t value, uint64_t now, bool started)
{
    bool is_offset = started && keeps == MPIT_KEEPS_OFFSET;

    return mpit__cell_word(is_offset ? (value - now) & MPIT_NUMBER_MASK : value, started);
}

static bool is_started(const struct mpit_handle *handle)
{
    return mpit__cell_is_started(atomic_load(&handle->cell));
}

/* Starts or stops the cell of element i; false if it was so already. */
static bool turn(const struct mpit_found *found, int i, bool on)
{
    mpit_cell *cell = mpit__pvar_cell(found->handle, i);
    uint64_t word = atomic_load(cell), now, value;

    if (on && !mpit__cell_is_started(word))
        mpit__in_flight_starts(found);
    do {
        mpit__in_flight_settle(found, cell, &word);
        if (mpit__cell_is_started(word) == on)
            return false;
        now = now_of(found, i);
        value = shown(keeps(found), word, now);
        /* A watermark begins at the utilization at the time when it is started (14.3.7). */
        if (on && keeps(found) == MPIT_KEEPS_MARK)
            value = now;
    } while (!atomic_compare_exchange_weak(cell, &word, showing(keeps(found), value, now, on)));
    return true;
}

/* All cells; that of element 0 says who of several has done it. */
static bool turn_all(const struct mpit_found *found, bool on)
{
    bool turned = turn(found, 0, on);

    for (int i = 1; i < found->count; i++)
        turn(found, i, on);
    return turned;
}

/* ---- elements */

void mpit__element_put(const struct mpit_pvar *pvar, uint64_t number, char *element)
{
    double seconds;

    if (pvar->class_ != MPI_T_PVAR_CLASS_TIMER) {
        mpit__types[pvar->type].put(number, element);
        return;
    }
    seconds = mpit__clock_seconds(number);
    memcpy(element, &seconds, sizeof seconds);
}

bool mpit__element_get(const struct mpit_pvar *pvar, const char *element, uint64_t *number)
{
    double seconds;

    if (pvar->class_ != MPI_T_PVAR_CLASS_TIMER)
        return mpit__types[pvar->type].get(element, number);
    memcpy(&seconds, element, sizeof seconds);
    return mpit__clock_ticks(seconds, number);
}

/* The largest number of the type, and of reals none: nothing that is counted is that. */
void mpit__element_put_unknown(const struct mpit_pvar *pvar, char *element)
{
    const double none = NAN;

    if (pvar->type == MPIT_DOUBLE)
        memcpy(element, &none, sizeof none);
    else
        mpit__types[pvar->type].put(UINT64_MAX, element);
}

static bool is_unknown(const struct mpit_pvar *pvar, const char *element)
{
    size_t size = mpit__types[pvar->type].size;
    char unknown[sizeof(uint64_t)];
    double real;

    if (pvar->type == MPIT_DOUBLE) {
        memcpy(&real, element, sizeof real);
        return isnan(real);
    }
    mpit__element_put_unknown(pvar, unknown);
    return memcmp(element, unknown, size) == 0;
}

static size_t offset_of(const struct mpit_found *found, int i)
{
    return (size_t)i * mpit__types[found->pvar->type].size;
}

/* ---- handles */

void mpit__pvar_watch(struct mpit_object *object, const struct mpit_own_pvar *pvar)
{
    mpit__object_watch(object, pvar->watch);
}

void mpit__pvar_unwatch(struct mpit_object *object, const struct mpit_own_pvar *pvar)
{
    mpit__object_unwatch(object, pvar->watch);
}

/* What is to be known of the queue must have been asked for; and a level is what it is now, whether
 * anybody else looks at it or not. */
static void look_at_queue(const struct mpit_pvar *pvar, struct mpit_object *object)
{
    const struct mpit_own_pvar *own = mpit__own_pvar(pvar);
    enum mpit_keeps keeps = mpit__reduction_of(pvar)->keeps;

    mpit__queue_is_offered(object, own->queue);
    if (keeps != MPIT_KEEPS_FROZEN && keeps != MPIT_KEEPS_MARK)
        return;
    mpit__pvar_watch(object, own);
    mpit__queue_poll(object);
    mpit__pvar_unwatch(object, own);
}

int mpit__cells_offer(const struct mpit_pvar *pvar, struct mpit_object *object)
{
    if (mpit__reduction_of(pvar)->elements(object) < 1)
        return MPI_T_ERR_INVALID;
    if (mpit__own_pvar(pvar)->queue)
        look_at_queue(pvar, object);
    if (mpit__own_pvar(pvar)->watch & MPIT_WATCH_TIME || pvar->class_ == MPI_T_PVAR_CLASS_TIMER)
        mpit__clock_calibrate();
    return MPI_SUCCESS;
}

int mpit__cells_open(struct mpit_handle *handle, int *count)
{
    const struct mpit_own_pvar *own = mpit__own_pvar(handle->pvar);
    const struct mpit_reduction *reduction = mpit__reduction_of(handle->pvar);
    bool is_level = reduction->keeps == MPIT_KEEPS_FROZEN || reduction->keeps == MPIT_KEEPS_MARK;

    *count = reduction->elements(handle->object);
    if (!mpit__pvar_make_room(handle, *count))
        return MPI_T_ERR_MEMORY;
    if (handle->pvar->continuous)
        mpit__pvar_watch(handle->object, own);
    mpit__known_begin(handle->object, own);
    atomic_store_explicit(
        &handle->cell,
        mpit__cell_word(is_level ? reduction->now(own, handle->object, 0) : 0, false),
        memory_order_release);
    return MPI_SUCCESS;
}

void mpit__cells_close(struct mpit_handle *handle)
{
    const struct mpit_own_pvar *own = mpit__own_pvar(handle->pvar);

    if (handle->pvar->continuous || is_started(handle))
        mpit__pvar_unwatch(handle->object, own);
    mpit__known_end(handle->object, own);
}

int mpit__cells_start(const struct mpit_found *found, const void *in, void *out)
{
    const struct mpit_own_pvar *own = mpit__own_pvar(found->pvar);

    (void)in;
    (void)out;
    /* First the hooks, then the value: nothing between is missed. */
    mpit__pvar_watch(found->object, own);
    mpit__reduction_of(found->pvar)->poll(found, true);
    if (!turn_all(found, true))
        mpit__pvar_unwatch(found->object, own);
    return MPI_SUCCESS;
}

int mpit__cells_stop(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    (void)out;
    if (turn_all(found, false))
        mpit__pvar_unwatch(found->object, mpit__own_pvar(found->pvar));
    return MPI_SUCCESS;
}

static uint64_t value_of(const struct mpit_found *found, int i)
{
    mpit_cell *cell = mpit__pvar_cell(found->handle, i);
    uint64_t word, again, now;

    if (keeps(found) == MPIT_KEEPS_NOTHING)
        return now_of(found, i);
    /* The cell must be the same before and after, or number and total do not belong together. */
    again = atomic_load(cell);
    do {
        word = again;
        mpit__in_flight_settle(found, cell, &word);
        now = mpit__cell_is_started(word) && keeps(found) != MPIT_KEEPS_MARK ? now_of(found, i) : 0;
        again = atomic_load(cell);
    } while (again != word);
    return shown(keeps(found), word, now);
}

static bool is_known(const struct mpit_found *found)
{
    return mpit__known_is(found->object, mpit__own_pvar(found->pvar));
}

static void give(const struct mpit_found *found, bool known, int i, uint64_t number, void *buf)
{
    char *element = (char *)buf + offset_of(found, i);

    if (known)
        mpit__element_put(found->pvar, number, element);
    else
        mpit__element_put_unknown(found->pvar, element);
}

int mpit__cells_read(const struct mpit_found *found, const void *in, void *buf)
{
    bool known;

    (void)in;
    mpit__reduction_of(found->pvar)->poll(found, false);
    known = is_known(found);
    for (int i = 0; i < found->count; i++)
        give(found, known, i, known ? value_of(found, i) : 0, buf);
    return MPI_SUCCESS;
}

/* Whether one look is all that a read takes. */
static bool is_one_look(const struct mpit_found *found)
{
    return found->count == 1 && mpit__own_pvar(found->pvar)->needs == MPIT_NEEDS_NOTHING;
}

bool mpit__cells_peek(const struct mpit_found *found, void *buf)
{
    uint64_t value;

    if (!is_one_look(found))
        return false;
    value = value_of(found, 0);
    atomic_thread_fence(memory_order_acquire);
    if (!mpit__slot_is(&found->handle->slot, found->number))
        return false;
    mpit__element_put(found->pvar, value, buf);
    return true;
}

/* Sets an element to `value`, or to its starting value; what it showed before. */
static uint64_t exchange(const struct mpit_found *found, int i, const uint64_t *value)
{
    mpit_cell *cell = mpit__pvar_cell(found->handle, i);
    uint64_t word = atomic_load(cell), now, number;

    do {
        mpit__in_flight_settle(found, cell, &word);
        now = now_of(found, i);
        number = value ? *value : keeps(found) == MPIT_KEEPS_MARK ? now : 0;
    } while (!atomic_compare_exchange_weak(
        cell, &word, showing(keeps(found), number, now, mpit__cell_is_started(word))));
    return shown(keeps(found), word, now);
}

/* All elements, or none if one cannot be.  What is not known takes that back. */
int mpit__cells_write(const struct mpit_found *found, const void *in, void *out)
{
    const char *elements = in;
    bool known = is_known(found);
    uint64_t number;

    (void)out;
    for (int i = 0; i < found->count; i++)
        if (!mpit__element_get(found->pvar, elements + offset_of(found, i), &number) &&
            (known || !is_unknown(found->pvar, elements + offset_of(found, i))))
            return MPI_T_ERR_INVALID;
    mpit__in_flight_sets(found);
    for (int i = 0; i < found->count; i++)
        if (mpit__element_get(found->pvar, elements + offset_of(found, i), &number))
            exchange(found, i, &number);
    return MPI_SUCCESS;
}

int mpit__cells_reset(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    (void)out;
    mpit__in_flight_sets(found);
    for (int i = 0; i < found->count; i++)
        exchange(found, i, NULL);
    return MPI_SUCCESS;
}

int mpit__cells_readreset(const struct mpit_found *found, const void *in, void *buf)
{
    bool known;

    (void)in;
    mpit__reduction_of(found->pvar)->poll(found, false);
    known = is_known(found);
    for (int i = 0; i < found->count; i++)
        give(found, known, i, exchange(found, i, NULL), buf);
    return MPI_SUCCESS;
}

/* ---- watermarks */

int mpit__mark_open(struct mpit_handle *handle, int *count)
{
    const struct mpit_own_pvar *own = mpit__own_pvar(handle->pvar);
    int rc = mpit__cells_open(handle, count);

    if (rc != MPI_SUCCESS)
        return rc;
    handle->mark.cell = &handle->cell;
    handle->mark.level = (enum mpit_level_slot)own->first;
    handle->mark.low = own->low;
    mpit__object_mark_add(handle->object, &handle->mark);
    return MPI_SUCCESS;
}

void mpit__mark_close(struct mpit_handle *handle)
{
    mpit__cells_close(handle);
    mpit__object_mark_remove(handle->object, &handle->mark);
}

/* ---- traffic with the ranks of the world */

int mpit__traffic_open(struct mpit_handle *handle, int *count)
{
    uint32_t mask = mpit__own_pvar(handle->pvar)->watch;
    int rc;

    if (mpit__world_is(handle->object) && !mpit__world_open(handle->object, mask))
        return MPI_T_ERR_MEMORY;
    rc = mpit__cells_open(handle, count);
    if (rc != MPI_SUCCESS && mpit__world_is(handle->object))
        mpit__world_close(mask);
    return rc;
}

void mpit__traffic_close(struct mpit_handle *handle)
{
    mpit__cells_close(handle);
    if (mpit__world_is(handle->object))
        mpit__world_close(mpit__own_pvar(handle->pvar)->watch);
}

int mpit__traffic_stop(const struct mpit_found *found, const void *in, void *out)
{
    mpit__reduction_of(found->pvar)->poll(found, false);
    return mpit__cells_stop(found, in, out);
}

/* What runs must be added up first. */
bool mpit__traffic_peek(const struct mpit_found *found, void *buf)
{
    (void)found;
    (void)buf;
    return false;
}

/* ---- shares */

static uint64_t whole_now(const struct mpit_found *found)
{
    int whole = mpit__own_pvar(found->pvar)->whole;

    return (whole < 0 ? mpit__clock_now() : mpit__sum_slot(found->object, whole)) &
           MPIT_NUMBER_MASK;
}

static void turn_whole(const struct mpit_found *found, bool on)
{
    mpit_cell *cell = &found->handle->whole;
    uint64_t word = atomic_load(cell), now;

    do {
        if (mpit__cell_is_started(word) == on)
            return;
        now = whole_now(found);
    } while (!atomic_compare_exchange_weak(
        cell, &word, showing(MPIT_KEEPS_OFFSET, shown(MPIT_KEEPS_OFFSET, word, now), now, on)));
}

int mpit__share_open(struct mpit_handle *handle, int *count)
{
    atomic_store_explicit(&handle->whole, 0, memory_order_release);
    return mpit__cells_open(handle, count);
}

int mpit__share_start(const struct mpit_found *found, const void *in, void *out)
{
    int rc = mpit__cells_start(found, in, out);

    turn_whole(found, true);
    return rc;
}

int mpit__share_stop(const struct mpit_found *found, const void *in, void *out)
{
    int rc = mpit__cells_stop(found, in, out);

    turn_whole(found, false);
    return rc;
}

static double share(const struct mpit_found *found)
{
    double part = (double)value_of(found, 0);
    double whole =
        (double)shown(MPIT_KEEPS_OFFSET, atomic_load(&found->handle->whole), whole_now(found));

    /* The two are not read at one instant. */
    return whole <= 0 ? 0 : part >= whole ? 1 : part / whole;
}

int mpit__share_read(const struct mpit_found *found, const void *in, void *buf)
{
    double fraction;

    (void)in;
    mpit__reduction_of(found->pvar)->poll(found, false);
    fraction = is_known(found) ? share(found) : NAN;
    memcpy(buf, &fraction, sizeof fraction);
    return MPI_SUCCESS;
}

bool mpit__share_peek(const struct mpit_found *found, void *buf)
{
    double fraction;

    if (!is_one_look(found))
        return false;
    fraction = share(found);
    atomic_thread_fence(memory_order_acquire);
    if (!mpit__slot_is(&found->handle->slot, found->number))
        return false;
    memcpy(buf, &fraction, sizeof fraction);
    return true;
}
