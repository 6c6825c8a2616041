/* MPI_T_x and PMPI_T_x for every row of interface.def. */
#include "config.h"

#include "entry/entry.h"

#include "mpi/door.h"

/* A PMPI tool below us gets none of these calls: it would hand on, to the MPI library, indices,
 * sessions and handles that are ours. */
#define ENTRY(name, formals, actuals)                                                              \
    MPIT_DOOR(MPI_T_##name, formals, actuals, mpit__T_##name)                                      \
    MPIT_DOOR(PMPI_T_##name, formals, actuals, mpit__T_##name)
#include "mpi/interface.def"
