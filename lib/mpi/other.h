/* The program's MPI, where it is another than the one that this libmpit is built for.  Ours is in
 * the process too then, since libmpit needs it. */
#ifndef MPIT_MPI_OTHER_H
#define MPIT_MPI_OTHER_H

#include <stdbool.h>

/* The library of the program's MPI, by the name under which it is needed; NULL if that is ours, or
 * one that we do not know, or none. */
const char *mpit__other_library(void);

/* Whether what follows us in the search order is ours all the same: of what the program calls, we
 * can then lead to its own MPI no more than what comes by us. */
bool mpit__other_is_behind(void);

#endif
