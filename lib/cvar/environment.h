/* MPIT_<NAME>: control variables from the environment. */
#ifndef MPIT_CVAR_ENVIRONMENT_H
#define MPIT_CVAR_ENVIRONMENT_H

#include <stddef.h>

#include "cvar/cvar.h"

/* Sets every variable that the environment names.  A value that is refused keeps the default and
 * is reported, with what is allowed; so is a name that starts with MPIT_ and is no variable of
 * ours.  A set-user-id program is not steered by its environment. */
void mpit__environment_read(const struct mpit_cvar *cvars, size_t n);

#endif
