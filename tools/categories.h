/* Categories of MPI_T, among what has been taken from it. */
#ifndef MPIT_CATEGORIES_H
#define MPIT_CATEGORIES_H

#include "variables.h"

/* Members by name: NULL where a category refers to what is not there, or has no name. */
const char *mpit__cvar_name(const struct mpit_variables *all, int index);
const char *mpit__pvar_name(const struct mpit_variables *all, int index);
const char *mpit__category_name(const struct mpit_variables *all, int index);

#endif
