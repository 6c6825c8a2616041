#include "config.h"

#include "vendor/quirk.h"

#include <fnmatch.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ledger/object.h"
#include "mpi/component.h"
#include "vendor/variable.h"
#include "mpi/vendor.h"

/* Components come and go with MPI_Init, and whatever else makes the vendor's variables change. */
static _Atomic uint64_t looks = 1;

void mpit__quirk_look_again(void)
{
    atomic_fetch_add(&looks, 1);
}

static __attribute__((unused)) uint64_t look_number(void)
{
    int initialized = 0;

    mpit__next.PMPI_Initialized(&initialized);
    return atomic_load(&looks) << 1 | (uint64_t)initialized;
}

#define CONDITION(name)                                                                            \
    static __attribute__((unused)) bool name(struct mpit_vendor_variable *variable,                \
                                             const struct mpit_object *object)

/* Its counters are asked of an endpoint that MPI_Init opens, where there is such a device. */
CONDITION(psm2_is_idle)
{
    (void)variable;
    (void)object;
    return !mpit__vendor_is_up() || access("/dev/hfi1_0", F_OK) != 0;
}

/* Its value or its functions stood in a component that was unloaded without the variable being
 * taken back: often one that MPI_T has opened and MPI_Init did not choose. */
CONDITION(component_is_gone)
{
    static uint64_t scanned;
    uint64_t now = look_number();

    (void)object;
    if (scanned != now)
        mpit__component_scan();
    scanned = now;
    if (variable->looked_at != now)
        variable->is_gone = !mpit__component_is_loaded(variable->name);
    variable->looked_at = now;
    return variable->is_gone;
}

/* The vendor does not tell which component a window is of, unless the user has named the only one. */
CONDITION(windows_may_differ)
{
    const char *chosen = getenv("OMPI_MCA_osc");

    (void)variable;
    (void)object;
    return !chosen || strcmp(chosen, "rdma") != 0;
}

CONDITION(always)
{
    (void)variable;
    (void)object;
    return true;
}

CONDITION(is_intercommunicator)
{
    (void)variable;
    return object && object->inter;
}

#if defined(MPIT_OPENMPI)
#define ROW_OPENMPI(...) {__VA_ARGS__},
#define ROW_MPICH(...)
#else
#define ROW_OPENMPI(...)
#define ROW_MPICH(...) {__VA_ARGS__},
#endif

static const struct mpit_quirk rows[] = {
#define QUIRK(vendor, seen_in, kind, pattern, condition, what)                                     \
    ROW_##vendor(#kind, pattern, seen_in, condition)
#include "mpi/quirks.def"
#undef QUIRK
    {NULL, NULL, NULL, NULL},
};

const struct mpit_quirk *mpit__quirk_find(const char *kind, const char *name)
{
    for (const struct mpit_quirk *row = rows; row->kind; row++)
        if (strcmp(row->kind, kind) == 0 && fnmatch(row->pattern, name, 0) == 0)
            return row;
    return NULL;
}

bool mpit__quirk_forbids(struct mpit_vendor_variable *variable, const struct mpit_object *object)
{
    return variable->quirk && variable->quirk->crashes(variable, object);
}
