/* Categories of variables (14.3.8). */
#ifndef MPIT_CATEGORY_CATEGORY_H
#define MPIT_CATEGORY_CATEGORY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "vector.h"

struct mpit_category {
    const char *name, *desc;
    /* Indices (int) of what it contains; they only grow. */
    struct mpit_vector cvars, pvars, categories;
};

/* Adds to the named category, under MPIT_LOCK_INTERFACE; false without memory or such a name. */
bool mpit__category_add_cvar(const char *category, int cvar);
bool mpit__category_add_pvar(const char *category, int pvar);

/* A new category below parent (NULL: none); its index, -1 without memory. */
int mpit__category_add(struct mpit_category *category, const char *parent);

void mpit__category_add_own(void);

/* Rises with every change. */
int mpit__category_stamp(void);

#endif
