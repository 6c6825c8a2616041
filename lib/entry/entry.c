/* MPI_T_x and PMPI_T_x for every row of interface.def. */
#include "config.h"

#include "entry/entry.h"

#include "ground/internal.h"

/* A PMPI tool below us gets none of these calls: it would hand on, to the MPI library, indices,
 * sessions and handles that are ours. */
#define ENTRY(name, formals, actuals)                                                              \
    MPIT_EXPORTED int MPI_T_##name formals                                                         \
    {                                                                                              \
        return mpit__T_##name actuals;                                                             \
    }                                                                                              \
    MPIT_EXPORTED int PMPI_T_##name formals                                                        \
    {                                                                                              \
        return mpit__T_##name actuals;                                                             \
    }
#include "mpi/interface.def"
