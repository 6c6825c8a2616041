/* Which MPI a program was linked with. */
#ifndef TOOL_RUN_NEEDED_H
#define TOOL_RUN_NEEDED_H

#include "mpi/facts.h"

/* By the libraries that the file itself needs; MPIT_MPIS for none, also where it is no program of
 * this machine. */
enum mpit_mpi tool_needed_mpi(const char *file);

#endif
