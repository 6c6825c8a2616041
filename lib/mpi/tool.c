#include "config.h"

#include "mpi/tool.h"

#include <alloca.h>
#include <stdatomic.h>
#include <string.h>

#include "ground/lock.h"
#include "ground/message.h"
#include "mpi/vendor.h"

/* Changed under MPIT_LOCK_VENDOR. */
static _Atomic enum { NOT_TAKEN, OPEN, REFUSED, CLOSED } state;

static void take(void)
{
    int provided = MPI_THREAD_SINGLE, finalized = 0, rc;
    uintptr_t guard;

    mpit__vendor_resolve();
    mpit__next.PMPI_Finalized(&finalized);
    if (finalized) {
        atomic_store(&state, CLOSED);
        return;
    }
    guard = mpit__tool_listener.enter();
    /* Not more than MPI has: Open MPI takes the level for that of MPI too, and tells it to the
     * program from then on. */
    rc = mpit__next.PMPI_T_init_thread(mpit__vendor_thread_level(), &provided);
    mpit__tool_listener.leave(guard);
    if (rc != MPI_SUCCESS)
        mpit__message_node(MPIT_WARN, NULL,
                           "the variables of " MPIT_VENDOR_NAME " cannot be listed: its "
                           "MPI_T_init_thread failed with code %d",
                           rc);
    atomic_store(&state, rc == MPI_SUCCESS ? OPEN : REFUSED);
}

bool mpit__vendor_mpit_reference(void)
{
    if (atomic_load_explicit(&state, memory_order_acquire) != NOT_TAKEN)
        return atomic_load(&state) == OPEN;
    mpit__vendor_mpit_lock();
    if (atomic_load(&state) == NOT_TAKEN)
        take();
    mpit__vendor_mpit_unlock();
    return atomic_load(&state) == OPEN;
}

void mpit__vendor_mpit_lock(void)
{
    mpit__lock(MPIT_LOCK_VENDOR);
}

void mpit__vendor_mpit_unlock(void)
{
    mpit__unlock(MPIT_LOCK_VENDOR);
}

bool mpit__vendor_mpit_is_open(void)
{
    return atomic_load(&state) == OPEN;
}

bool mpit__vendor_mpit_enter(void)
{
    if (!mpit__vendor_mpit_is_open())
        return false;
    mpit__vendor_mpit_lock();
    if (mpit__vendor_mpit_is_open())
        return true;
    mpit__vendor_mpit_unlock();
    return false;
}

void mpit__vendor_mpit_leave(void)
{
    mpit__vendor_mpit_unlock();
}

void mpit__vendor_mpit_close(void)
{
    atomic_store(&state, CLOSED);
}

/* By the standard's ABI, Open MPI 6.0.0rc2 looks for flags behind a variable of its own: there,
 * too, none is on, as the lowest part of our stack is what comes next. */
int mpit__vendor_pvar_handle_alloc(MPI_T_pvar_session session, int variable,
                                   struct mpit_vendor_place *at, MPI_T_pvar_handle *handle,
                                   int *count)
{
    char *no_flags = alloca(MPIT_NO_FLAGS);

    memset(no_flags, 0, MPIT_NO_FLAGS);
    __asm__ volatile("" : : "r"(no_flags) : "memory");
    return mpit__next.PMPI_T_pvar_handle_alloc(session, variable, at ? &at->handle : NULL, handle,
                                               count);
}
