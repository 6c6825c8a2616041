/* Taking what the vendor says of one variable or enumeration into a record of ours.  Under
 * MPIT_LOCK_DISCOVERY. */
#ifndef MPIT_VENDOR_TAKE_H
#define MPIT_VENDOR_TAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "category/category.h"
#include "registry/registry.h"
#include "vendor/variable.h"

enum { MPIT_TAKE_LATER = -1, MPIT_TAKE_NEVER = -2 };

/* The index in our registry; MPIT_TAKE_LATER if the vendor does not tell now, MPIT_TAKE_NEVER for
 * what cannot be presented within the standard (a message says so). */
int mpit__take_cvar(int vendor_index);
int mpit__take_pvar(int vendor_index);
int mpit__take_category(int vendor_index);
int mpit__take_event(int vendor_index);

/* A control variable that a setting asks for: the one that is listed under an index of ours, else
 * (MPIT_TAKE_…) taken without being listed.  NULL as of mpit__take_cvar. */
struct mpit_vendor_variable *mpit__take_one(int vendor_index, int listed);

/* The name of the vendor's first n control variables that a misspelt one probably meant. */
bool mpit__take_nearest(const char *wanted, int n, char *nearest, size_t size);

/* Every variable taken so far. */
struct mpit_vendor_variable *mpit__taken(void);

#endif
