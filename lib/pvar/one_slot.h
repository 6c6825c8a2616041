/* Handles on a variable that is one slot of an object, which is what is used most: each operation
 * is one step that needs no pin.
 *
 * What such a handle keeps in its cell is biased by a number that no other handle has had there,
 * and a handle that ends leaves another one in it.  So a step that comes too late finds another
 * word than it has seen, and does nothing.
 *
 * Here are the short ways of MPI_T_pvar_start and its like; slot.c has the long ones. */
#ifndef MPIT_PVAR_ONE_SLOT_H
#define MPIT_PVAR_ONE_SLOT_H

#include <string.h>

#include "profile/in_flight.h"
#include "profile/sum.h"
#include "profile/watch.h"
#include "pvar/handle_cells.h"

/* One look at a handle: what belongs together. */
struct mpit_one_slot {
    struct mpit_handle *handle;
    uint64_t number, bias, word;
    const struct mpit_own_pvar *own;
    const struct mpit_object *object;
    const struct mpit_block *block; /* the only one, NULL if nothing has been counted … */
    bool is_summed_up;              /* … unless there are several */
};

static inline bool mpit__one_slot_is_valid(const struct mpit_one_slot *one)
{
    return mpit__slot_is(&one->handle->slot, one->number);
}

/* Belongs to the handle if that is valid after it. */
static inline void mpit__one_slot_look(struct mpit_one_slot *one)
{
    one->bias = atomic_load_explicit(&one->handle->bias, memory_order_acquire);
    one->word = atomic_load_explicit(&one->handle->cell, memory_order_acquire);
}

/* False if the handle is none of the session, of another variable, or if what it shows must be
 * summed up.  Whether it is one at all is to be asked then. */
static inline bool mpit__one_slot_find(MPI_T_pvar_session session, MPI_T_pvar_handle number,
                                       struct mpit_one_slot *one)
{
    struct mpit_handle *handle = mpit__pvar_handle_at(number);
    const struct mpit_pvar *pvar;

    if (!handle ||
        atomic_load_explicit(&handle->session, memory_order_acquire) != (uintptr_t)session)
        return false;
    pvar = atomic_load_explicit(&handle->pvar, memory_order_acquire);
    one->handle = handle;
    one->number = (uintptr_t)number;
    one->own = mpit__own_pvar(pvar);
    one->object = atomic_load_explicit(&handle->object, memory_order_acquire);
    mpit__one_slot_look(one);
    if (!pvar || pvar->ops != &mpit__reductions[MPIT_REDUCTION_SLOT].ops ||
        atomic_load_explicit(&mpit__thread_shards, memory_order_acquire) > 1)
        return false;
    one->block = mpit__object_block(one->object, 0);
    one->is_summed_up = false;
    return true;
}

static inline uint64_t mpit__one_slot_now(const struct mpit_one_slot *one)
{
    if (one->is_summed_up)
        return mpit__sum_slot(one->object, one->own->first);
    return one->block ? mpit__total_get(&one->block->slot[one->own->first]) : 0;
}

/* Sets the cell if it is as it was seen. */
static inline bool mpit__one_slot_set(const struct mpit_one_slot *one, uint64_t number,
                                      bool started)
{
    uint64_t word = one->word;

    return atomic_compare_exchange_strong(&one->handle->cell, &word,
                                          mpit__cell_word(number, started));
}

/* What is not in the cell of the value that is shown. */
static inline uint64_t mpit__one_slot_rest(const struct mpit_one_slot *one)
{
    return (MPIT_LIKELY(mpit__cell_is_started(one->word)) ? mpit__one_slot_now(one) : 0) -
           one->bias;
}

/* What mpit__pvar_read does; false, with nothing read, if the handle has changed meanwhile or is
 * none any more. */
static inline bool mpit__one_slot_read(const struct mpit_one_slot *one, void *buf)
{
    uint64_t rest = mpit__one_slot_rest(one);
    uint64_t value = (mpit__cell_number(one->word) + rest) & MPIT_NUMBER_MASK;

    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&one->handle->cell, memory_order_acquire) != one->word ||
        !mpit__one_slot_is_valid(one))
        return false;
    memcpy(buf, &value, sizeof value);
    return true;
}

/* What the operations do where nothing comes between, and nobody else watches; false if something
 * does: nothing is done then, but that watched: OUT, what the process is watched for.  What is
 * booked late (profile/in_flight.h) is never watched in the short way. */
static inline bool mpit__one_slot_start(const struct mpit_one_slot *one, uint32_t *watched)
{
    *watched = 0;
    if (!mpit__one_slot_is_valid(one) || mpit__cell_is_started(one->word) ||
        !mpit__watch_add_first(&mpit__watch, one->own->watch))
        return false;
    /* First the hooks, then the value: nothing between is missed. */
    *watched = one->own->watch;
    return mpit__one_slot_set(one, mpit__cell_number(one->word) - mpit__one_slot_now(one), true);
}

static inline bool mpit__one_slot_stop(const struct mpit_one_slot *one)
{
    uint64_t watch;

    if (!mpit__one_slot_is_valid(one) || !mpit__cell_is_started(one->word) ||
        !mpit__watch_is_alone(&mpit__watch, one->own->watch, &watch) ||
        !mpit__one_slot_set(one, mpit__cell_number(one->word) + mpit__one_slot_now(one), false))
        return false;
    mpit__watch_drop_alone(&mpit__watch, one->own->watch, watch);
    return true;
}

static inline bool mpit__one_slot_reset(const struct mpit_one_slot *one)
{
    return mpit__one_slot_is_valid(one) && !mpit__in_flight_is_booking() &&
           mpit__one_slot_set(one, -mpit__one_slot_rest(one), mpit__cell_is_started(one->word));
}

#endif
