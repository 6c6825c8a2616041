/* MPI_T_x and PMPI_T_x for every row of interface.def. */
#include "config.h"

#include "entry.h"

#include "vendor/vendor.h"

#define EXPORTED __attribute__((visibility("default")))

static bool resolved;

__attribute__((noinline)) static void resolve(void)
{
    mpit__vendor_resolve();
    __atomic_store_n(&resolved, true, __ATOMIC_RELEASE);
}

/* A PMPI tool below us gets what is called by the name MPI_T_x, as with the other calls. */
#define ENTRY(name, formals, actuals)                                                              \
    EXPORTED int MPI_T_##name formals                                                              \
    {                                                                                              \
        if (__builtin_expect(!__atomic_load_n(&resolved, __ATOMIC_ACQUIRE), 0))                    \
            resolve();                                                                             \
        if (__builtin_expect(mpit__next.MPI_T_##name != mpit__next.PMPI_T_##name, 0))              \
            return mpit__next.MPI_T_##name actuals;                                                \
        return mpit__T_##name actuals;                                                             \
    }                                                                                              \
    EXPORTED int PMPI_T_##name formals                                                             \
    {                                                                                              \
        return mpit__T_##name actuals;                                                             \
    }
#include "interface.def"
