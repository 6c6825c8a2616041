/* The back end for the MPI of this process, and where calls go without one. */
#ifndef MPIT_FRONT_OPEN_H
#define MPIT_FRONT_OPEN_H

#include <stdbool.h>

#include "mpi/attach.h"

/* Where a call of the function goes while its slot is `closed`, and `caller` has called it; that
 * is put into the slot where it is the same for all callers.  NULL: no MPI has it, or there is none
 * yet.  From any thread. */
mpit_function *mpit__front_way(size_t slot, mpit_function *closed, const void *caller);

/* Says once that a function was called which the MPI below does not have; an error code. */
int mpit__front_absent(const char *name);

/* All that is exported: front.c. */
const char *mpit__front_name(size_t slot);
bool mpit__front_wakes(size_t slot); /* front/functions.h */
extern mpit_function *mpit__front_slots[];
extern bool mpit__front_passed[]; /* called while libmpit rested */
extern const size_t mpit__front_size;

#endif
