/* MPI_T_init_thread and MPI_T_finalize (14.3.4). */
#include "config.h"

#include "entry/init.h"
#include "entry/setup.h"

#include <limits.h>

#include "entry/entry.h"
#include "ground/lock.h"
#include "handle/cvar.h"
#include "handle/pvar.h"
#include "mpi/vendor.h"
#include "registry/registry.h"

_Atomic int mpit__init_references;

/* int MPI_T_init_thread(int required, int *provided)
 *   required  IN   MPI_THREAD_SINGLE, _FUNNELED, _SERIALIZED or _MULTIPLE
 *   provided  OUT  MPI_THREAD_MULTIPLE, whatever was required; may be NULL
 * Adds one reference.  MPI_SUCCESS; MPI_T_ERR_INVALID for an unknown level;
 * MPI_T_ERR_CANNOT_INIT past INT_MAX references.
 * From any thread, at any time before, between and after MPI_Init and MPI_Finalize; not from a
 * signal handler.  14.3.4 */
int mpit__T_init_thread(int required, int *provided)
{
    int references;

    if (required != MPI_THREAD_SINGLE && required != MPI_THREAD_FUNNELED &&
        required != MPI_THREAD_SERIALIZED && required != MPI_THREAD_MULTIPLE)
        return MPI_T_ERR_INVALID;
    mpit__vendor_resolve();
    mpit__setup_interface();
    references = atomic_load(&mpit__init_references);
    do
        if (references == INT_MAX)
            return MPI_T_ERR_CANNOT_INIT;
    while (!atomic_compare_exchange_weak(&mpit__init_references, &references, references + 1));
    if (provided)
        *provided = MPI_THREAD_MULTIPLE;
    return MPI_SUCCESS;
}

/* int MPI_T_finalize(void)
 * Drops one reference; the last one frees every session and handle that is left.
 * MPI_SUCCESS; MPI_T_ERR_NOT_INITIALIZED if there is none.
 * From any thread, at any time; not from a signal handler.  14.3.4 */
int mpit__T_finalize(void)
{
    int references = atomic_load(&mpit__init_references);

    do
        if (references == 0)
            return MPI_T_ERR_NOT_INITIALIZED;
    while (!atomic_compare_exchange_weak(&mpit__init_references, &references, references - 1));
    if (references == 1) {
        mpit__pvar_free_all();
        mpit__cvar_free_all();
    }
    return MPI_SUCCESS;
}
