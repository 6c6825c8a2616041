/* The back end for the MPI of this process, and where calls go without one. */
#ifndef MPIT_FRONT_OPEN_H
#define MPIT_FRONT_OPEN_H

#include <stdbool.h>

#include "mpi/attach.h"

/* What an exported function jumps to before its slot has been filled, and what it then calls. */
struct mpit_ways {
    mpit_function *closed; /* what stands in its slot at first */
    mpit_function *parted; /* asks for the caller's own MPI, in a process with two */
    mpit_function *absent; /* a function that the MPI does not have */
};

/* Fills the slots; once, and only when there is an MPI.  False: there is none yet. */
bool mpit__front_open(void);

/* The function by this name for who calls from there, in a process with two MPIs. */
mpit_function *mpit__front_of_caller(const char *name, const void *caller);

/* Says once that a function was called which the MPI below does not have; an error code. */
int mpit__front_absent(const char *name);

/* All that is exported: front.c. */
extern const char *const mpit__front_names[];
extern mpit_function *mpit__front_slots[];
extern const struct mpit_ways mpit__front_ways[];
extern const size_t mpit__front_size;

#endif
