/* Taking what the vendor says of one variable or enumeration into a record of ours.  Under
 * MPIT_LOCK_DISCOVERY. */
#ifndef MPIT_VENDOR_TAKE_H
#define MPIT_VENDOR_TAKE_H

#include "category/category.h"
#include "registry/registry.h"
#include "vendor/variable.h"

enum { MPIT_TAKE_LATER = -1, MPIT_TAKE_NEVER = -2 };

/* The index in our registry; MPIT_TAKE_LATER if the vendor does not tell now, MPIT_TAKE_NEVER for
 * what cannot be presented within the standard (a message says so). */
int mpit__take_cvar(int vendor_index);
int mpit__take_pvar(int vendor_index);
int mpit__take_category(int vendor_index);

/* Every variable taken so far. */
struct mpit_vendor_variable *mpit__taken(void);

#endif
