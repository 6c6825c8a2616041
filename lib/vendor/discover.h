/* The vendor's control variables, performance variables, enumerations, event types and categories,
 * listed behind ours.  What was listed once keeps its index, its name and all that was said of it.
 */
#ifndef MPIT_VENDOR_DISCOVER_H
#define MPIT_VENDOR_DISCOVER_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "mpi/vendor.h"
#include "registry/registry.h"

struct mpit_vendor_variable;

/* MPIT_LISTED and the vendor's stamp for which all is listed that there is; 0: not known. */
#define MPIT_LISTED (UINT64_C(1) << 32)
MPIT_INTERNAL extern _Atomic uint64_t mpit__vendor_listed;

/* Asks the vendor, and lists what it has and we have not, unless mpit_vendor_variables is off.  The
 * first call takes the reference on the vendor's MPI_T.  Under no lock. */
void mpit__vendor_variables_look(void);

/* Whether the vendor's stamp says that there is nothing new.  What is listed is loaded anew behind
 * the call, through which a register would have to be kept. */
static inline bool mpit__vendor_variables_are_listed(void)
{
    uint64_t now;

    if (!MPIT_LIKELY(atomic_load_explicit(&mpit__vendor_listed, memory_order_acquire) != 0))
        return false;
    now = MPIT_LISTED | (uint32_t)mpit__vendor_stamp();
    return MPIT_LIKELY(now == atomic_load_explicit(&mpit__vendor_listed, memory_order_acquire));
}

/* The same as mpit__vendor_variables_look, where it does not. */
static inline void mpit__vendor_variables_update(void)
{
    if (!mpit__vendor_variables_are_listed())
        mpit__vendor_variables_look();
}

/* MPI_Init is over: what was there may have become readable. */
void mpit__vendor_variables_begin(void);

/* A control variable of the vendor's by its name there, listed or not: that one alone is looked
 * for. NULL if there is none now, or *crashes: the vendor would on it. */
struct mpit_vendor_variable *mpit__vendor_variable_named(const char *name, bool *crashes);

/* The name of the vendor's that a misspelt one probably meant. */
bool mpit__vendor_variable_nearest(const char *name, char *nearest, size_t size);

/* Before PMPI_Finalize is entered: the last values are kept, the vendor is not asked again. */
void mpit__vendor_variables_end(void);

/* A thing by index: one that we do not know yet may be the vendor's. */
static inline void *mpit__listed_at(const struct mpit_registry *registry, int index)
{
    void *thing = mpit__registry_at(registry, index);

    if (MPIT_LIKELY(thing != NULL) || index < 0)
        return thing;
    mpit__vendor_variables_look();
    return mpit__registry_at(registry, index);
}

/* The index of the newest thing of that name, -1 if there is none, likewise. */
static inline int mpit__listed_find(const struct mpit_registry *registry, const char *name)
{
    int index = mpit__registry_find(registry, name, INT_MAX);

    if (MPIT_LIKELY(index >= 0))
        return index;
    mpit__vendor_variables_look();
    return mpit__registry_find(registry, name, INT_MAX);
}

#endif
