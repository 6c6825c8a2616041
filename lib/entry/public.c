/* mpit_cvar_source and mpit_cvar_text: see mpit.h. */
#include "config.h"

#include "mpit.h"

#include <limits.h>
#include <mpi.h>
#include <string.h>

#include "cvar/cvar.h"
#include "vendor/settings.h"
#include "ground/lock.h"
#include "registry/registry.h"
#include "ground/strings_out.h"

static struct mpit_cvar_source source_of(const struct mpit_cvar *cvar)
{
    struct mpit_cvar_source source;

    mpit__lock(MPIT_LOCK_INTERFACE);
    source = *cvar->source;
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return source;
}

int mpit_cvar_source(const char *name, char *buffer, int *length)
{
    struct mpit_cvar_source source;
    const struct mpit_cvar *own;
    char text[PATH_MAX + 16] = "vendor";

    if (!name || !length)
        return MPI_T_ERR_INVALID;
    mpit__registry_setup();
    own = mpit__cvar_own(name);
    source = own ? source_of(own) : mpit__vendor_setting_source(name);
    if (!own && !source.where && mpit__registry_find(&mpit__cvars, name, INT_MAX) < 0)
        return MPI_T_ERR_INVALID_NAME;
    if (own || source.where)
        mpit__source_print(source, text, sizeof text);
    mpit__string_return(text, buffer, length);
    return MPI_SUCCESS;
}

int mpit_cvar_text(const char *name, char *buffer, int *length)
{
    const struct mpit_cvar *own;
    char text[MPIT_STRING];
    union mpit_value value;

    if (!name || !length)
        return MPI_T_ERR_INVALID;
    mpit__registry_setup();
    own = mpit__cvar_own(name);
    if (!own)
        return MPI_T_ERR_INVALID_NAME;
    mpit__cvar_get(own, NULL, &value);
    mpit__cvar_print(own, &value, text, sizeof text);
    mpit__string_return(text, buffer, length);
    return MPI_SUCCESS;
}
