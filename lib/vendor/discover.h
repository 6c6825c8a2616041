/* The vendor's control variables, performance variables, enumerations and categories, listed
 * behind ours.  What was listed once keeps its index, its name and all that was said of it. */
#ifndef MPIT_VENDOR_DISCOVER_H
#define MPIT_VENDOR_DISCOVER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "registry/registry.h"

struct mpit_vendor_variable;

/* Lists what the vendor has and we have not, unless mpit_vendor_variables is off.  The first call
 * takes the reference on the vendor's MPI_T.  Under no lock. */
void mpit__vendor_variables_update(void);

/* A control variable of the vendor's by its name there, listed or not: that one alone is looked for.
 * NULL if there is none now, or *crashes: the vendor would on it. */
struct mpit_vendor_variable *mpit__vendor_variable_named(const char *name, bool *crashes);

/* The name of the vendor's that a misspelt one probably meant. */
bool mpit__vendor_variable_nearest(const char *name, char *nearest, size_t size);

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
