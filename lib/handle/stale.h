/* Whether a handle is that of an object that has been freed, where the MPI library shows it. */
#ifndef MPIT_HANDLE_STALE_H
#define MPIT_HANDLE_STALE_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/kinds.h"

/* True only of a handle that no object has now; false where it has one, or nobody can know: where
 * MPI may not be called, or several others have been freed since. */
bool mpit__is_stale(enum mpit_kind kind, uint64_t key);

#endif
