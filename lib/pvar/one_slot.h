/* The short ways to a variable that is one slot of an object: what is used most. */
#ifndef MPIT_PVAR_ONE_SLOT_H
#define MPIT_PVAR_ONE_SLOT_H

#include <string.h>

#include "ledger/late.h"
#include "ledger/sum.h"
#include "pvar/cells.h"

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
    if (!pvar || pvar->ops != &mpit__reductions[MPIT_REDUCTION_SLOT].ops ||
        !mpit__cell_is_started(word) || mpit__late_is_booking())
        return false;
    value = (mpit__cell_number(word) + mpit__sum_slot(object, mpit__own_pvar(pvar)->first)) &
            MPIT_NUMBER_MASK;
    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&handle->cell, memory_order_acquire) != word ||
        !mpit__slot_is(&handle->slot, (uintptr_t)number))
        return false;
    memcpy(buf, &value, sizeof value);
    return true;
}

/* A handle on such a variable, for the operations of slot.c; false if it takes the long way. */
static inline bool mpit__pvar_find_one_slot(MPI_T_pvar_session session, MPI_T_pvar_handle number,
                                            struct mpit_found *found)
{
    return MPIT_HANDLE_SWAPS_VALID && mpit__pvar_find(session, number, found) &&
           found->pvar->ops == &mpit__reductions[MPIT_REDUCTION_SLOT].ops;
}

#endif
