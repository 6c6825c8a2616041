#include "config.h"

#include "vendor/quirk.h"

#include <fnmatch.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi/component.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"
#include "profile/object.h"
#include "vendor/variable.h"

/* Components come and go with MPI_Init, and whatever else makes the vendor's variables change. */
static _Atomic uint64_t looks = 1;

void mpit__quirk_look_again(void)
{
    atomic_fetch_add(&looks, 1);
}

static uint64_t look_number(void)
{
    return atomic_load(&looks) << 1 | (uint64_t)mpit__vendor_is_initialized();
}

#define CONDITION(name)                                                                            \
    static bool name(struct mpit_vendor_variable *variable, const struct mpit_object *object)

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

/* The vendor does not tell which component a window is of, unless the user has named the only
 * one. */
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

static const struct mpit_quirk rows[] = {
#define QUIRK(mpi, from, until, kind, pattern, condition, seen)                                    \
    {MPIT_MPI_##mpi, from, until, #kind, pattern, condition},
#include "mpi/quirks.def"
#undef QUIRK
};

const struct mpit_quirk *mpit__quirk_find(const char *kind, const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (mpit__mpi_is(rows[i].mpi, rows[i].from, rows[i].until) &&
            strcmp(rows[i].kind, kind) == 0 && fnmatch(rows[i].pattern, name, 0) == 0)
            return &rows[i];
    return NULL;
}

bool mpit__quirk_forbids(struct mpit_vendor_variable *variable, const struct mpit_object *object)
{
    return variable->quirk && variable->quirk->crashes(variable, object);
}

/* Where the vendor cannot be asked, nothing of it may be. */
bool mpit__quirk_forbids_named(const char *kind, const char *name)
{
    struct mpit_vendor_variable asked = {.name = name, .quirk = mpit__quirk_find(kind, name)};
    bool forbidden;

    if (!mpit__vendor_mpit_enter())
        return true;
    forbidden = mpit__quirk_forbids(&asked, NULL);
    mpit__vendor_mpit_leave();
    return forbidden;
}
