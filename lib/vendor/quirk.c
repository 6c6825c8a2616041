#include "config.h"

#include "vendor/quirk.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hook/object.h"
#include "vendor/tool.h"
#include "vendor/variable.h"
#include "vendor/vendor.h"

#define CONDITION(name)                                                                            \
    static __attribute__((unused)) bool name(const struct mpit_vendor_variable *variable,          \
                                             const struct mpit_object *object)

/* Its counters are asked of an endpoint that MPI_Init opens, where there is such a device. */
CONDITION(psm2_is_idle)
{
    (void)variable;
    (void)object;
    return !mpit__vendor_is_up() || access("/dev/hfi1_0", F_OK) != 0;
}

CONDITION(tool_came_first)
{
    (void)variable;
    (void)object;
    return mpit__vendor_mpit_came_first();
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
#include "vendor/quirks.def"
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

bool mpit__quirk_forbids(const struct mpit_vendor_variable *variable,
                         const struct mpit_object *object)
{
    return variable->quirk && variable->quirk->crashes(variable, object);
}
