/* Categories of MPI_T, among what has been taken from it. */
#ifndef MPIT_CATEGORIES_H
#define MPIT_CATEGORIES_H

#include "variables.h"

/* Members by name: NULL where a category refers to what is not there, or has no name. */
const char *mpit__cvar_name(const struct mpit_variables *all, int index);
const char *mpit__pvar_name(const struct mpit_variables *all, int index);
const char *mpit__category_name(const struct mpit_variables *all, int index);

/* The index of a category, -1 where there is none of this name. */
int mpit__category_find(const struct mpit_variables *all, const char *name);

/* Which of all stand in a category or in one inside of it; the category itself is one of them. */
struct mpit_members {
    bool *cvar, *pvar, *category; /* [ncvar], [npvar], [ncategory] */
};

/* The category `but` (NULL: none) and what is only inside of it are left out. */
struct mpit_members *mpit__members_take(const struct mpit_variables *all, int category,
                                        const char *but);
void mpit__members_free(struct mpit_members *members);

#endif
