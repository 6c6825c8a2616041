#include "config.h"

#include "pvar/in_flight.h"

#include "profile/block.h"
#include "profile/thread.h"
#include "pvar/handle_cells.h"

void mpit__in_flight_sets(const struct mpit_found *found)
{
    if (mpit__own_pvar(found->pvar)->late == MPIT_LATE_TIME)
        atomic_store(&found->handle->began, mpit__in_flight_start_of_time());
}

void mpit__in_flight_starts(const struct mpit_found *found)
{
    mpit__in_flight_sets(found);
    if (mpit__own_pvar(found->pvar)->late == MPIT_LATE_REQUESTS)
        atomic_store(&found->handle->began, mpit__in_flight_start_of_requests());
}

/* What goes on while it is stopped is not its own. */
static void take_off(const struct mpit_found *found, int element, uint64_t number)
{
    mpit_cell *cell = mpit__pvar_cell(found->handle, element);
    uint64_t word = atomic_load(cell), less;

    do {
        if (!mpit__cell_is_started(word))
            return;
        less = mpit__cell_word((mpit__cell_number(word) - number) & MPIT_NUMBER_MASK, true);
    } while (!atomic_compare_exchange_weak(cell, &word, less));
}

/* All handles are looked at, but only where one was started meanwhile. */
static void each_handle(enum mpit_late kind, void (*clip)(const struct mpit_found *, const void *),
                        const void *late)
{
    uint32_t n = mpit__vector_count(&mpit__pvar_handles.vector);

    for (uint32_t i = 0; i < n; i++) {
        struct mpit_handle *handle = mpit__vector_at(&mpit__pvar_handles.vector, i);
        struct mpit_found found = {.handle = handle, .number = atomic_load(&handle->slot.valid)};

        if (!found.number || !mpit__pvar_pin(&found))
            continue;
        found.pvar = atomic_load(&handle->pvar);
        found.object = atomic_load(&handle->object);
        found.count = atomic_load(&handle->count);
        if (mpit__pvar_late(found.pvar) == kind)
            clip(&found, late);
        mpit__pvar_unpin(&found);
    }
}

/* ---- times */

/* Whether a handle's value has this slot of the calling thread in it. */
static bool has_slot(const struct mpit_found *found, const mpit_total *slot)
{
    const struct mpit_own_pvar *own = mpit__own_pvar(found->pvar);
    const struct mpit_block *block = mpit__object_block(found->object, mpit__thread.shard);

    return block && slot >= &block->slot[own->first] && slot < &block->slot[own->first + own->n];
}

/* The peer whose waits have this slot, -1: none. */
static int peer_of_slot(const struct mpit_found *found, const mpit_total *slot)
{
    const struct mpit_block *block = mpit__object_block(found->object, mpit__thread.shard);
    int peer = block ? found->count - 1 : -1;

    for (; peer >= 0; peer--) {
        const mpit_total *waits = mpit__object_waits(block, peer);

        if (waits && (slot == &waits[MPIT_OF_WAIT(MPIT_WAIT_late_sender, MPIT_WAITED_TICKS)] ||
                      slot == &waits[MPIT_OF_WAIT(MPIT_WAIT_blocked_send, MPIT_WAITED_TICKS)]))
            break;
    }
    return peer;
}

static bool is_by(const struct mpit_found *found, enum mpit_reduction_number reduction)
{
    return found->pvar->ops == &mpit__reductions[reduction].ops;
}

static int element_of_slot(const struct mpit_found *found, const mpit_total *slot)
{
    if (is_by(found, MPIT_REDUCTION_WAITED))
        return peer_of_slot(found, slot);
    return has_slot(found, slot) ? 0 : -1;
}

static void clip_time(const struct mpit_found *found, const void *what)
{
    const struct mpit_in_flight_time *late = what;
    uint64_t started = atomic_load(&found->handle->began);
    int element = started > late->began ? element_of_slot(found, late->slot) : -1;

    if (element >= 0)
        take_off(found, element,
                 started - late->began < late->took ? started - late->began : late->took);
}

void mpit__in_flight_clip_time(const struct mpit_in_flight_time *late)
{
    each_handle(MPIT_LATE_TIME, clip_time, late);
}

/* ---- requests */

/* Of the two slots that stand side by side, how many and how much, from `first` on. */
static uint64_t of_pair(int slot, int first, uint64_t bytes)
{
    return slot == first ? 1 : slot == first + 1 ? bytes : 0;
}

/* What the request has added to a slot of an object: a handle that was started in the very call
 * that completes it watches more than that call. */
static uint64_t added(const struct mpit_object *object, int slot,
                      const struct mpit_in_flight_request *late)
{
    if (object == &mpit__process)
        return of_pair(slot, late->is_access ? MPIT_P_READS + late->access : MPIT_P_RECVS,
                       late->bytes);
    if (object == late->object && late->is_access)
        return of_pair(slot, late->access, late->bytes);
    if (object == late->object)
        return late->watch & MPIT_WATCH_WHERE ? of_pair(slot, MPIT_C_RECVS, late->bytes) : 0;
    return !late->is_access && object->kind == MPIT_KIND_datatype &&
           object->key == late->datatype && (late->watch & MPIT_WATCH_TYPES) &&
           slot == MPIT_D_RECVS;
}

static void clip_elements(const struct mpit_found *found, const struct mpit_in_flight_request *late)
{
    int first = mpit__own_pvar(found->pvar)->first;
    bool is_of_object = found->object == late->object && !late->is_access &&
                        (late->watch & (MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_CALLS));

    if (is_of_object && is_by(found, MPIT_REDUCTION_PEERS) && late->peer < found->count)
        take_off(found, late->peer, of_pair(first, MPIT_PEER_RECVS, late->bytes));
    else if (is_of_object && is_by(found, MPIT_REDUCTION_SIZES) && first == MPIT_RECV_SIZES)
        take_off(found, (int)mpit__size_class(late->bytes), 1);
    else if (is_of_object && is_by(found, MPIT_REDUCTION_SIZES) && first == MPIT_RECV_PARTS &&
             late->parts)
        take_off(found, (int)mpit__size_class(late->parts), 1);
}

static void clip_request(const struct mpit_found *found, const void *what)
{
    const struct mpit_in_flight_request *late = what;
    const struct mpit_own_pvar *own = mpit__own_pvar(found->pvar);
    uint64_t sum = 0;

    if ((int32_t)((uint32_t)atomic_load(&found->handle->began) - late->posted) <= 0)
        return;
    if (is_by(found, MPIT_REDUCTION_TWO))
        sum = added(found->object, own->first, late) + added(found->object, own->n, late);
    else if (is_by(found, MPIT_REDUCTION_SUM) || is_by(found, MPIT_REDUCTION_SLOT))
        for (int slot = own->first; slot < own->first + own->n; slot++)
            sum += added(found->object, slot, late);
    if (sum)
        take_off(found, 0, sum);
    clip_elements(found, late);
}

void mpit__in_flight_clip_request(const struct mpit_in_flight_request *late)
{
    each_handle(MPIT_LATE_REQUESTS, clip_request, late);
}
