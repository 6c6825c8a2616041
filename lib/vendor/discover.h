/* The vendor's control variables, performance variables, enumerations and categories, listed
 * behind ours.  What was listed once keeps its index, its name and all that was said of it. */
#ifndef MPIT_VENDOR_DISCOVER_H
#define MPIT_VENDOR_DISCOVER_H

#include <limits.h>

#include "registry/registry.h"

/* Lists what the vendor has and we have not, unless mpit_vendor_variables is off.  The first call
 * takes the reference on the vendor's MPI_T.  Under no lock. */
void mpit__vendor_variables_update(void);

/* Before PMPI_Finalize is entered: the last values are kept, the vendor is not asked again. */
void mpit__vendor_variables_end(void);

/* A thing by index: one that we do not know yet may be the vendor's. */
static inline void *mpit__listed_at(const struct mpit_registry *registry, int index)
{
    void *thing = mpit__registry_at(registry, index);

    if (__builtin_expect(thing != NULL, 1) || index < 0)
        return thing;
    mpit__vendor_variables_update();
    return mpit__registry_at(registry, index);
}

/* The index of the newest thing of that name, -1 if there is none, likewise. */
static inline int mpit__listed_find(const struct mpit_registry *registry, const char *name)
{
    int index = mpit__registry_find(registry, name, INT_MAX);

    if (__builtin_expect(index >= 0, 1))
        return index;
    mpit__vendor_variables_update();
    return mpit__registry_find(registry, name, INT_MAX);
}

#endif
