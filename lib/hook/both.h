/* A call under both of its names, MPI_x and PMPI_x. */
#ifndef MPIT_HOOK_BOTH_H
#define MPIT_HOOK_BOTH_H

#include "ground/internal.h"
#include "mpi/below.h"
#include "mpi/vendor.h"

/* Under the name MPI_x another PMPI tool may lie below us: then `down` hands the call to it. */
#define MPIT_BOTH(name, formals, actuals, down, body)                                              \
    MPIT_EXPORTED int MPI_##name formals                                                           \
    {                                                                                              \
        mpit__vendor_resolve();                                                                    \
        return MPIT_BELOW(name) ? down actuals : body actuals;                                     \
    }                                                                                              \
    MPIT_EXPORTED int PMPI_##name formals                                                          \
    {                                                                                              \
        mpit__vendor_resolve();                                                                    \
        return body actuals;                                                                       \
    }

#endif
