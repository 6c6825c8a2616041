/* The short way to the value of a started variable that is one slot of an object: what is read
 * most. */
#ifndef MPIT_PVAR_ONE_SLOT_H
#define MPIT_PVAR_ONE_SLOT_H

#include <string.h>

#include "ledger/thread.h"
#include "pvar/pvar.h"

/* Values are modulo 2^63 (cell.h). */
#define MPIT_NUMBER_MASK (UINT64_MAX >> 1)

/* Slots first … first + n - 1, over the threads. */
uint64_t mpit__pvar_sum_slots(const struct mpit_object *object, int first, int n);

static inline uint64_t mpit__pvar_one_slot(const struct mpit_object *object, int slot)
{
    const struct mpit_block *block;

    if (__builtin_expect(atomic_load_explicit(&mpit__thread_shards, memory_order_acquire) > 1, 0))
        return mpit__pvar_sum_slots(object, slot, 1);
    block = mpit__object_block(object, 0);
    return block ? mpit__total_get(&block->slot[slot]) : 0;
}

/* What mpit__pvar_find and mpit__pvar_read do; false, with nothing read, if the handle is none of
 * the session, of another variable, not started, or none any more.  All that is looked at between
 * finding the slot and seeing that it is valid for the number still is what it held for that. */
static inline bool mpit__pvar_read_one_slot(MPI_T_pvar_session session, MPI_T_pvar_handle number,
                                            void *buf)
{
    const struct mpit_handle *handle = mpit__slot_at(&mpit__pvar_handles, (uintptr_t)number);
    const struct mpit_pvar *pvar;
    const struct mpit_object *object;
    uint64_t word, value;

    if (!handle ||
        atomic_load_explicit(&handle->session, memory_order_acquire) != (uintptr_t)session)
        return false;
    pvar = atomic_load_explicit(&handle->pvar, memory_order_acquire);
    object = atomic_load_explicit(&handle->object, memory_order_acquire);
    word = atomic_load_explicit(&handle->cell, memory_order_acquire);
    if (!pvar || !pvar->is_one_slot || !mpit__cell_is_started(word))
        return false;
    value = (mpit__cell_number(word) + mpit__pvar_one_slot(object, pvar->first)) & MPIT_NUMBER_MASK;
    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&handle->cell, memory_order_acquire) != word ||
        !mpit__slot_is(&handle->slot, (uintptr_t)number))
        return false;
    memcpy(buf, &value, sizeof value);
    return true;
}

#endif
