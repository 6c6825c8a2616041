/* A call under both of its names, MPI_x and PMPI_x. */
#ifndef MPIT_HOOK_MPI_AND_PMPI_H
#define MPIT_HOOK_MPI_AND_PMPI_H

#include "mpi/below.h"
#include "mpi/jump_slot.h"

/* Under the name MPI_x another PMPI tool may lie below us: then `down` hands the call to it.  Each
 * is a jump through a jump slot. */
#define MPIT_BOTH(name, formals, actuals, down, body)                                              \
    MPIT_JUMP(MPI_##name, formals, actuals, MPIT_BELOW(name) ? down : body)                        \
    MPIT_JUMP(PMPI_##name, formals, actuals, body)

#endif
