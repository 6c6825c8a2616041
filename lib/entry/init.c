/* MPI_T_init_thread and MPI_T_finalize (14.3.4). */
#include "config.h"

#include "entry/init.h"
#include "entry/setup.h"

#include <limits.h>

#include "entry/entry.h"
#include "event/event.h"
#include "ground/lock.h"
#include "handle/cvar.h"
#include "handle/pvar.h"
#include "mpi/vendor.h"
#include "registry/registry.h"
#include "vendor/events.h"

_Atomic int mpit__init_references;

/* From and to 0 under MPIT_LOCK_INIT: the last one frees what is left before another is the first.
 */
static int add_reference(void)
{
    int references = atomic_load(&mpit__init_references);

    while (references > 0)
        if (references == INT_MAX)
            return MPI_T_ERR_CANNOT_INIT;
        else if (atomic_compare_exchange_weak(&mpit__init_references, &references, references + 1))
            return MPI_SUCCESS;
    mpit__lock(MPIT_LOCK_INIT);
    atomic_fetch_add(&mpit__init_references, 1);
    mpit__unlock(MPIT_LOCK_INIT);
    return MPI_SUCCESS;
}

/* False if it is not the last, or another thread has dropped it. */
static bool drop_last_reference(void)
{
    int references = 1;
    bool dropped;

    mpit__lock(MPIT_LOCK_INIT);
    dropped = atomic_compare_exchange_strong(&mpit__init_references, &references, 0);
    if (dropped) {
        mpit__pvar_free_all();
        mpit__cvar_free_all();
        mpit__registrations_free_all();
        mpit__vendor_events_free_all();
    }
    mpit__unlock(MPIT_LOCK_INIT);
    return dropped;
}

/* int MPI_T_init_thread(int required, int *provided)
 *   required  IN   MPI_THREAD_SINGLE, _FUNNELED, _SERIALIZED or _MULTIPLE
 *   provided  OUT  MPI_THREAD_MULTIPLE, whatever was required; may be NULL
 * Adds one reference.  MPI_SUCCESS; MPI_T_ERR_INVALID for an unknown level;
 * MPI_T_ERR_CANNOT_INIT past INT_MAX references.
 * From any thread, at any time before, between and after MPI_Init and MPI_Finalize; not from a
 * signal handler.  14.3.4 */
int mpit__T_init_thread(int required, int *provided)
{
    int rc;

    if (required != MPI_THREAD_SINGLE && required != MPI_THREAD_FUNNELED &&
        required != MPI_THREAD_SERIALIZED && required != MPI_THREAD_MULTIPLE)
        return MPI_T_ERR_INVALID;
    mpit__vendor_resolve();
    mpit__setup_interface();
    rc = add_reference();
    if (rc == MPI_SUCCESS && provided)
        *provided = MPI_THREAD_MULTIPLE;
    return rc;
}

/* int MPI_T_finalize(void)
 * Drops one reference; the last one frees every session and handle that is left.
 * MPI_SUCCESS; MPI_T_ERR_NOT_INITIALIZED if there is none.
 * From any thread, at any time; not from a signal handler.  14.3.4 */
int mpit__T_finalize(void)
{
    int references = atomic_load(&mpit__init_references);

    while (references > 0)
        if (references == 1 && drop_last_reference())
            return MPI_SUCCESS;
        else if (references == 1)
            references = atomic_load(&mpit__init_references);
        else if (atomic_compare_exchange_weak(&mpit__init_references, &references, references - 1))
            return MPI_SUCCESS;
    return MPI_T_ERR_NOT_INITIALIZED;
}
