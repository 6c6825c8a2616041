/* The back ends that are there: files beside libmpit.so, each for one MPI. */
#ifndef MPIT_FRONT_BACKS_H
#define MPIT_FRONT_BACKS_H

#include <limits.h>
#include <stdbool.h>

#include "front/find.h"

/* The file of the back end for this MPI.  False, after a message, where there is none. */
bool mpit__backs_find(const struct mpit_found *found, char path[PATH_MAX]);

/* For a process without an MPI: the first back end that is there, of the MPI whose launcher has
 * started it where that is known; what it needs brings the MPI. */
bool mpit__backs_any(char path[PATH_MAX]);

#endif
