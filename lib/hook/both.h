/* A call under both of its names, MPI_x and PMPI_x. */
#ifndef MPIT_HOOK_BOTH_H
#define MPIT_HOOK_BOTH_H

#include "mpi/below.h"
#include "mpi/door.h"

/* Under the name MPI_x another PMPI tool may lie below us: then `down` hands the call to it.  Each
 * is a jump through a door. */
#define MPIT_BOTH(name, formals, actuals, down, body)                                              \
    MPIT_DOOR(MPI_##name, formals, actuals, MPIT_BELOW(name) ? down : body)                        \
    MPIT_DOOR(PMPI_##name, formals, actuals, body)

#endif
