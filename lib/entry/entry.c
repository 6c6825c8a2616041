/* MPI_T_x and PMPI_T_x for every row of interface.def. */
#include "config.h"

#include "entry/entry.h"

#include "mpi/jump_slot.h"

/* A PMPI tool below us gets none of these calls: it would hand on, to the MPI library, indices,
 * sessions and handles that are ours. */
#define ENTRY(name, formals, actuals)                                                              \
    MPIT_JUMP(MPI_T_##name, formals, actuals, mpit__T_##name)                                      \
    MPIT_JUMP(PMPI_T_##name, formals, actuals, mpit__T_##name)
#include "mpi/interface.def"
