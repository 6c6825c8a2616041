/* A call under both of its names, MPI_x and PMPI_x. */
#ifndef MPIT_HOOK_BOTH_H
#define MPIT_HOOK_BOTH_H

#include "ground/internal.h"
#include "mpi/vendor.h"

/* Under the name MPI_x another PMPI tool may lie below us: then the call is handed to it, and
 * counted when it comes back under the name PMPI_x. */
#define MPIT_BELOW(name) (mpit__next.MPI_##name != mpit__next.PMPI_##name)

#define MPIT_BOTH(name, formals, actuals, body)                                                    \
    MPIT_EXPORTED int MPI_##name formals                                                           \
    {                                                                                              \
        mpit__vendor_resolve();                                                                    \
        return MPIT_BELOW(name) ? mpit__next.MPI_##name actuals : body actuals;                    \
    }                                                                                              \
    MPIT_EXPORTED int PMPI_##name formals                                                          \
    {                                                                                              \
        mpit__vendor_resolve();                                                                    \
        return body actuals;                                                                       \
    }

#endif
