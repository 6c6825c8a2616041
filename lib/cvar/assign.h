/* Doing what settings say. */
#ifndef MPIT_CVAR_ASSIGN_H
#define MPIT_CVAR_ASSIGN_H

#include "settings/settings.h"

/* Puts settings into our variables, in order, and keeps those of the MPI library's variables for
 * it (settings/foreign.h).  What is wrong keeps the value that was there, and is said in one line
 * with the place, the value and what is allowed.  mpit_verbose goes first: it decides on that. */
void mpit__assign_all(const struct mpit_settings *list);

#endif
