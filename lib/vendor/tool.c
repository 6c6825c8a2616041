#include "config.h"

#include "vendor/tool.h"

#include <stdatomic.h>

#include "hook/thread.h"
#include "lock.h"
#include "vendor/vendor.h"

/* Changed under MPIT_LOCK_VENDOR. */
static _Atomic enum { NOT_TAKEN, OPEN, REFUSED } state;

bool mpit__vendor_mpit_reference(void)
{
    int provided;

    if (atomic_load_explicit(&state, memory_order_acquire) != NOT_TAKEN)
        return atomic_load(&state) == OPEN;
    mpit__vendor_resolve();
    mpit__lock(MPIT_LOCK_VENDOR);
    if (atomic_load(&state) == NOT_TAKEN) {
        uintptr_t guard = mpit__thread_guard();
        /* No other level than MPI's: Open MPI takes it for that of MPI as well. */
        int rc = mpit__next.PMPI_T_init_thread(mpit__vendor_thread_level(), &provided);

        mpit__thread_unguard(guard);
        atomic_store(&state, rc == MPI_SUCCESS ? OPEN : REFUSED);
    }
    mpit__unlock(MPIT_LOCK_VENDOR);
    return atomic_load(&state) == OPEN;
}

bool mpit__vendor_mpit_enter(void)
{
    if (atomic_load(&state) != OPEN)
        return false;
    mpit__lock(MPIT_LOCK_VENDOR);
    return true;
}

void mpit__vendor_mpit_leave(void)
{
    mpit__unlock(MPIT_LOCK_VENDOR);
}
