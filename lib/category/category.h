/* Categories of variables (14.3.8). */
#ifndef MPIT_CATEGORY_CATEGORY_H
#define MPIT_CATEGORY_CATEGORY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "ground/internal.h"
#include "ground/vector.h"

struct mpit_category {
    const char *name, *desc;
    /* Indices (int) of what it contains; they only grow. */
    struct mpit_vector cvars, pvars, categories, events;
    bool of_vendor; /* what it contains is the vendor's */
};

/* Adds to the named category, under MPIT_LOCK_INTERFACE; false without memory or such a name. */
bool mpit__category_add_cvar(const char *category, int cvar);
bool mpit__category_add_pvar(const char *category, int pvar);
bool mpit__category_add_event(const char *category, int event);

/* A new category below parent (NULL: none); its index, -1 without memory. */
int mpit__category_add(struct mpit_category *category, const char *parent);

void mpit__category_add_own(void);

/* The one of ours that the vendor's stand below. */
struct mpit_category *mpit__category_of_vendor(void);

/* A category in zeroed memory that is kept for ever; NULL if any of the three is. */
struct mpit_category *mpit__category_make(const char *name, const char *desc, void *memory);

/* Adds to what a category contains, under MPIT_LOCK_INTERFACE; false without memory, and for a
 * category that would contain itself, directly or not (14.3.8). */
bool mpit__category_contain(struct mpit_vector *contents, int index);
bool mpit__category_nest(struct mpit_category *outer, int inner);

/* Rises with every change. */
MPIT_INTERNAL extern _Atomic int mpit__category_stamp;

#endif
