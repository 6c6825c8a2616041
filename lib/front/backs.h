/* The back ends that are there: files beside libmpit.so, each for one MPI. */
#ifndef MPIT_FRONT_BACKS_H
#define MPIT_FRONT_BACKS_H

#include <limits.h>
#include <stdbool.h>

#include "front/find.h"

/* The file of the back end for this MPI.  False, after a message, where there is none. */
bool mpit__backs_find(const struct mpit_found *found, char path[PATH_MAX]);

/* For a process without an MPI: the back end of the MPI whose launcher has started it, or the only
 * one that is there; what it needs brings the MPI. */
bool mpit__backs_any(char path[PATH_MAX]);

#endif
