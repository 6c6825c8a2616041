/* The bodies of the MPI_T functions, and their two names.
 *
 * interface.def gives each function its prototype; entry.c gives it the names MPI_T_x, PMPI_T_x. */
#ifndef MPIT_ENTRY_ENTRY_H
#define MPIT_ENTRY_ENTRY_H

#include "mpit_events.h"

#define ENTRY(name, formals, actuals) int mpit__T_##name formals;
#include "mpi/interface.def"
#undef ENTRY

#endif
