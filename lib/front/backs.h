/* The back ends that are there: files beside libmpit.so, each for one MPI. */
#ifndef MPIT_FRONT_BACKS_H
#define MPIT_FRONT_BACKS_H

#include <limits.h>
#include <stdbool.h>

#include "front/built_for.h"
#include "front/find.h"

/* The file of the back end for this MPI.  False, after a message, where there is none. */
bool mpit__backs_find(const struct mpit_found *found, char path[PATH_MAX]);

/* For a process without an MPI: the name and the file of the first back end that is there and may
 * be for it; what it needs brings the MPI.  NULL: there is none. */
const char *mpit__backs_any(const struct mpit_built *built, char path[PATH_MAX]);

#endif
