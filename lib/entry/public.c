/* mpit_cvar_source and mpit_cvar_text: see mpit.h. */
#include "config.h"

#include "mpit.h"

#include <limits.h>
#include <mpi.h>
#include <string.h>

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/lock.h"
#include "ground/strings_out.h"
#include "mpi/jump_slot.h"
#include "registry/registry.h"
#include "settings/foreign.h"

static struct mpit_origin origin_of(const struct mpit_cvar *cvar)
{
    struct mpit_origin origin;

    mpit__lock(MPIT_LOCK_INTERFACE);
    origin = *cvar->origin;
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return origin;
}

int mpit_cvar_source(const char *name, char *buffer, int *length)
{
    struct mpit_origin origin;
    const struct mpit_cvar *own;
    char text[PATH_MAX + 16] = "vendor";

    if (!name || !length)
        return MPI_T_ERR_INVALID;
    mpit__setup_interface();
    own = mpit__cvar_own(name);
    origin = own ? origin_of(own) : mpit__foreign_origin(name);
    if (!own && !origin.where && mpit__registry_find(&mpit__cvars, name, INT_MAX) < 0)
        return MPI_T_ERR_INVALID_NAME;
    if (own || origin.where)
        mpit__origin_print(origin, text, sizeof text);
    mpit__string_return(text, buffer, length);
    return MPI_SUCCESS;
}
MPIT_JUMP_TO(mpit_cvar_source, mpit_cvar_source);

int mpit_cvar_text(const char *name, char *buffer, int *length)
{
    const struct mpit_cvar *own;
    char text[MPIT_TEXT];
    union mpit_value value;

    if (!name || !length)
        return MPI_T_ERR_INVALID;
    mpit__setup_interface();
    own = mpit__cvar_own(name);
    if (!own)
        return MPI_T_ERR_INVALID_NAME;
    mpit__cvar_get(own, NULL, &value);
    mpit__cvar_print(own, &value, text, sizeof text);
    mpit__string_return(text, buffer, length);
    return MPI_SUCCESS;
}
MPIT_JUMP_TO(mpit_cvar_text, mpit_cvar_text);
