/* The MPI_T functions of control variables (14.3.6). */
#include "config.h"

#include "entry/entry.h"
#include "entry/init.h"
#include "entry/setup.h"
#include "ground/strings_out.h"
#include "handle/cvar.h"
#include "registry/registry.h"
#include "vendor/discover.h"

/* int MPI_T_cvar_get_num(int *num_cvar)
 *   num_cvar  OUT  number of control variables; it may grow
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL.  Any thread.  14.3.6 */
int mpit__T_cvar_get_num(int *num_cvar)
{
    MPIT_NEEDS_INIT;
    if (!num_cvar)
        return MPI_T_ERR_INVALID;
    mpit__vendor_variables_update();
    *num_cvar = mpit__registry_count(&mpit__cvars);
    return MPI_SUCCESS;
}

/* int MPI_T_cvar_get_info(…)
 *   cvar_index           IN     0 … num_cvar - 1
 *   name, name_len       OUT, INOUT  as 14.3.3 says
 *   verbosity, datatype, enumtype, binding, scope   OUT
 *   desc, desc_len       OUT, INOUT
 * Every OUT argument may be NULL.  The same answer every time for the same index.
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX.  Any thread.  14.3.6 */
int mpit__T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity,
                          MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                          int *binding, int *scope)
{
    const struct mpit_cvar *cvar;

    MPIT_NEEDS_INIT;
    cvar = mpit__listed_at(&mpit__cvars, cvar_index);
    if (!cvar)
        return MPI_T_ERR_INVALID_INDEX;
    mpit__string_return(cvar->name, name, name_len);
    mpit__string_return(cvar->desc, desc, desc_len);
    if (verbosity)
        *verbosity = cvar->verbosity;
    if (datatype)
        *datatype = mpit__types[cvar->type].mpi;
    if (enumtype)
        *enumtype = mpit__enum_handle(cvar->enumtype);
    if (binding)
        *binding = cvar->bind;
    if (scope)
        *scope = cvar->scope;
    return MPI_SUCCESS;
}

/* int MPI_T_cvar_get_index(const char *name, int *cvar_index)
 *   name        IN   exact name
 *   cvar_index  OUT  its index
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_NAME.
 * Any thread.  14.3.6 */
int mpit__T_cvar_get_index(const char *name, int *cvar_index)
{
    int index;

    MPIT_NEEDS_INIT;
    if (!name || !cvar_index)
        return MPI_T_ERR_INVALID;
    index = mpit__listed_find(&mpit__cvars, name);
    if (index < 0)
        return MPI_T_ERR_INVALID_NAME;
    *cvar_index = index;
    return MPI_SUCCESS;
}

/* int MPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
 *                             int *count)
 *   obj_handle  IN   address of a variable with the handle of the object to bind to; ignored where
 *                    the variable binds to none
 *   handle      OUT  the handle
 *   count       OUT  elements of the value: 1, or for MPI_CHAR the bytes of the longest text
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL and for what is no live
 * object, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_OUT_OF_HANDLES, MPI_T_ERR_MEMORY.
 * Any thread; not from a signal handler.  14.3.6 */
int mpit__T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
                              int *count)
{
    const struct mpit_cvar *cvar;

    MPIT_NEEDS_INIT;
    if (!handle || !count)
        return MPI_T_ERR_INVALID;
    cvar = mpit__listed_at(&mpit__cvars, cvar_index);
    if (!cvar)
        return MPI_T_ERR_INVALID_INDEX;
    return mpit__cvar_handle_alloc(cvar, obj_handle, handle, count);
}

/* int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle)
 *   handle  INOUT  set to MPI_T_CVAR_HANDLE_NULL
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_HANDLE.
 * Any thread; not from a signal handler.  14.3.6 */
int mpit__T_cvar_handle_free(MPI_T_cvar_handle *handle)
{
    int rc;

    MPIT_NEEDS_INIT;
    if (!handle)
        return MPI_T_ERR_INVALID;
    rc = mpit__cvar_handle_free(*handle);
    if (rc == MPI_SUCCESS)
        *handle = MPI_T_CVAR_HANDLE_NULL;
    return rc;
}

/* int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf)
 *   buf  OUT  count elements of the variable's datatype; any alignment
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_HANDLE.
 * Any thread.  14.3.6 */
int mpit__T_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
    MPIT_NEEDS_INIT;
    return mpit__cvar_handle_read(handle, buf);
}

/* int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf)
 *   buf  IN  count elements of the variable's datatype; of MPI_CHAR up to the null character
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID for NULL and
 * for a value that is not allowed, MPI_T_ERR_CVAR_SET_NEVER, MPI_T_ERR_CVAR_SET_NOT_NOW; a refused
 * write changes nothing.  Any thread; not from a signal handler.  14.3.6 */
int mpit__T_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
    int rc;

    MPIT_NEEDS_INIT;
    rc = mpit__cvar_handle_write(handle, buf);
    if (rc == MPI_SUCCESS)
        mpit__setup_tunables();
    return rc;
}
