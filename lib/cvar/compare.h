/* Variables that must have one value in all processes (scopes ALL_EQ and GROUP_EQ, 14.3.6). */
#ifndef MPIT_CVAR_COMPARE_H
#define MPIT_CVAR_COMPARE_H

#include <stdint.h>

#include "mpi/agree.h"

/* Compares them, and what is set of the MPI library's variables, across MPI_COMM_WORLD; rank 0
 * says each that differs, with values and ranks.  Collective.  MPIT_NOT_ALL if not all processes
 * have come until that moment, or `late` gives them up (mpi/agree.h); MPIT_COMMON if all is the
 * same, and also `word`, of which nothing is said. */
enum mpit_agreement mpit__compare_processes(double until, mpit_agree_late *late, uint64_t word);

#endif
