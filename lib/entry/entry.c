/* MPI_T_x and PMPI_T_x for every row of interface.def. */
#include "config.h"

#include "entry/entry.h"

#include "ground/internal.h"
#include "mpi/vendor.h"

/* What lies below: not looked up yet; the vendor alone; a PMPI tool for some function. */
static enum { UNKNOWN, VENDOR, TOOL } below;

static bool has_tool(void)
{
    bool tool = false;

#define ENTRY(name, formals, actuals)                                                              \
    tool = tool || mpit__next.MPI_T_##name != mpit__next.PMPI_T_##name;
#include "mpi/interface.def"
#undef ENTRY
    return tool;
}

__attribute__((noinline)) static void look_below(void)
{
    if (__atomic_load_n(&below, __ATOMIC_ACQUIRE) != UNKNOWN)
        return;
    mpit__vendor_resolve();
    __atomic_store_n(&below, has_tool() ? TOOL : VENDOR, __ATOMIC_RELEASE);
}

/* A PMPI tool below us gets what is called by the name MPI_T_x, as with the other calls. */
#define ENTRY(name, formals, actuals)                                                              \
    MPIT_EXPORTED int MPI_T_##name formals                                                         \
    {                                                                                              \
        if (MPIT_LIKELY(__atomic_load_n(&below, __ATOMIC_ACQUIRE) == VENDOR))                      \
            return mpit__T_##name actuals;                                                         \
        look_below();                                                                              \
        return mpit__next.MPI_T_##name != mpit__next.PMPI_T_##name                                 \
                   ? mpit__next.MPI_T_##name actuals                                               \
                   : mpit__T_##name actuals;                                                       \
    }                                                                                              \
    MPIT_EXPORTED int PMPI_T_##name formals                                                        \
    {                                                                                              \
        return mpit__T_##name actuals;                                                             \
    }
#include "mpi/interface.def"
