/* The MPI_T functions of performance variables (14.3.7). */
#include "config.h"

#include "entry/entry.h"
#include "entry/init.h"
#include "entry/life.h"
#include "ground/strings_out.h"
#include "pvar/one_slot.h"
#include "pvar/pvar.h"
#include "registry/registry.h"
#include "vendor/discover.h"

/* int MPI_T_pvar_get_num(int *num_pvar)
 *   num_pvar  OUT  number of performance variables; it may grow
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL.  Any thread.  14.3.7 */
int mpit__T_pvar_get_num(int *num_pvar)
{
    MPIT_NEEDS_INIT;
    if (!num_pvar)
        return MPI_T_ERR_INVALID;
    mpit__vendor_variables_update();
    *num_pvar = mpit__registry_count(&mpit__pvars);
    return MPI_SUCCESS;
}

/* int MPI_T_pvar_get_info(…)
 *   pvar_index       IN   0 … num_pvar - 1
 *   name, name_len   OUT, INOUT  as 14.3.3 says
 *   verbosity, var_class, datatype, enumtype, binding   OUT
 *   desc, desc_len   OUT, INOUT
 *   readonly, continuous, atomic   OUT  0 or 1
 * Every OUT argument may be NULL.  The same answer every time for the same index.
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX.  Any thread.  14.3.7 */
int mpit__T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                          MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                          int *binding, int *readonly, int *continuous, int *atomic)
{
    const struct mpit_pvar *pvar;

    MPIT_NEEDS_INIT;
    pvar = mpit__listed_at(&mpit__pvars, pvar_index);
    if (!pvar)
        return MPI_T_ERR_INVALID_INDEX;
    mpit__string_return(pvar->name, name, name_len);
    mpit__string_return(pvar->desc, desc, desc_len);
    if (verbosity)
        *verbosity = pvar->verbosity;
    if (var_class)
        *var_class = pvar->class_;
    if (datatype)
        *datatype = mpit__types[pvar->type].mpi;
    if (enumtype)
        *enumtype = mpit__enum_handle(pvar->enumtype);
    if (binding)
        *binding = pvar->bind;
    if (readonly)
        *readonly = pvar->readonly;
    if (continuous)
        *continuous = pvar->continuous;
    if (atomic)
        *atomic = pvar->atomic;
    return MPI_SUCCESS;
}

/* int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)
 *   name, var_class  IN   both must be right
 *   pvar_index       OUT  the index
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_NAME.
 * Any thread.  14.3.7 */
int mpit__T_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
    int index;

    MPIT_NEEDS_INIT;
    if (!name || !pvar_index)
        return MPI_T_ERR_INVALID;
    index = mpit__pvar_index(name, var_class);
    if (index < 0) {
        mpit__vendor_variables_look();
        index = mpit__pvar_index(name, var_class);
    }
    if (index < 0)
        return MPI_T_ERR_INVALID_NAME;
    *pvar_index = index;
    return MPI_SUCCESS;
}

/* int MPI_T_pvar_session_create(MPI_T_pvar_session *session)
 *   session  OUT  a new session
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_OUT_OF_SESSIONS,
 * MPI_T_ERR_MEMORY.  Any thread; not from a signal handler.  14.3.7 */
int mpit__T_pvar_session_create(MPI_T_pvar_session *session)
{
    MPIT_NEEDS_INIT;
    if (!session)
        return MPI_T_ERR_INVALID;
    mpit__catch_up();
    return mpit__pvar_session_create(session);
}

/* int MPI_T_pvar_session_free(MPI_T_pvar_session *session)
 *   session  INOUT  set to MPI_T_PVAR_SESSION_NULL; its handles are freed with it
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_SESSION.
 * Any thread; not from a signal handler.  14.3.7 */
int mpit__T_pvar_session_free(MPI_T_pvar_session *session)
{
    MPIT_NEEDS_INIT;
    if (!session)
        return MPI_T_ERR_INVALID;
    if (!mpit__pvar_session_free(*session))
        return MPI_T_ERR_INVALID_SESSION;
    *session = MPI_T_PVAR_SESSION_NULL;
    return MPI_SUCCESS;
}

/* The vendor's own where that can be had, else ours. */
static int alloc_alias(MPI_T_pvar_session session, const struct mpit_pvar *alias, void *obj_handle,
                       MPI_T_pvar_handle *handle, int *count)
{
    const struct mpit_pvar *theirs;

    mpit__vendor_variables_update();
    theirs = atomic_load(&alias->theirs);
    if (theirs &&
        mpit__pvar_handle_alloc(session, theirs, obj_handle, handle, count) == MPI_SUCCESS)
        return MPI_SUCCESS;
    return mpit__pvar_handle_alloc(session, alias, obj_handle, handle, count);
}

/* int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
 *                             MPI_T_pvar_handle *handle, int *count)
 *   obj_handle  IN   address of a variable with the handle of the object to bind to; ignored where
 *                    the variable binds to none
 *   handle      OUT  the handle, stopped
 *   count       OUT  elements of the value
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL and for what is no live
 * object, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_OUT_OF_HANDLES,
 * MPI_T_ERR_MEMORY.  Any thread; not from a signal handler.  14.3.7 */
int mpit__T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
                              MPI_T_pvar_handle *handle, int *count)
{
    const struct mpit_pvar *pvar;

    MPIT_NEEDS_INIT;
    if (!mpit__pvar_session(session))
        return MPI_T_ERR_INVALID_SESSION;
    if (!handle || !count)
        return MPI_T_ERR_INVALID;
    pvar = mpit__listed_at(&mpit__pvars, pvar_index);
    if (!pvar)
        return MPI_T_ERR_INVALID_INDEX;
    return pvar->alias ? alloc_alias(session, pvar, obj_handle, handle, count)
                       : mpit__pvar_handle_alloc(session, pvar, obj_handle, handle, count);
}

/* The handle if it is one of the session's; else the code that says why not. */
static inline int find(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                       struct mpit_found *found)
{
    if (mpit__pvar_find(session, handle, found))
        return MPI_SUCCESS;
    return mpit__pvar_session(session) ? MPI_T_ERR_INVALID_HANDLE : MPI_T_ERR_INVALID_SESSION;
}

/* int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
 *   handle  INOUT  set to MPI_T_PVAR_HANDLE_NULL
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_SESSION,
 * MPI_T_ERR_INVALID_HANDLE.  Any thread; not from a signal handler.  14.3.7 */
int mpit__T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
    int rc;

    MPIT_NEEDS_INIT;
    if (!handle)
        return MPI_T_ERR_INVALID;
    rc = mpit__pvar_handle_free(session, *handle);
    if (rc == MPI_SUCCESS)
        *handle = MPI_T_PVAR_HANDLE_NULL;
    return rc;
}

/* An operation on one handle, or on all of a session that it applies to: `failure` if one of these
 * has failed. */
static MPIT_APART int on_handles(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                                 int (*operation)(const struct mpit_found *found), int failure)
{
    struct mpit_found one;
    bool failed = false;
    int rc;

    MPIT_NEEDS_INIT;
    if (handle == MPI_T_PVAR_ALL_HANDLES) {
        if (!mpit__pvar_each_handle(session, operation, &failed))
            return MPI_T_ERR_INVALID_SESSION;
        return failed ? failure : MPI_SUCCESS;
    }
    rc = find(session, handle, &one);
    return rc == MPI_SUCCESS ? operation(&one) : rc;
}

/* watched: what the process is watched for in vain; 0: nothing. */
static MPIT_APART int start_any(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                                uint32_t watched)
{
    int rc = on_handles(session, handle, mpit__pvar_start, MPI_T_ERR_PVAR_NO_STARTSTOP);

    if (watched)
        mpit__watch_drop(&mpit__watch, watched);
    return rc;
}

/* int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
 *   handle  IN  a handle of the session, or MPI_T_PVAR_ALL_HANDLES; one that is started stays so
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_HANDLE,
 * MPI_T_ERR_PVAR_NO_STARTSTOP of a continuous one, and where one of all has failed.  Any thread,
 * any signal handler.  14.3.7 */
int mpit__T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    struct mpit_one_slot one;
    uint32_t watched = 0;

    if (MPIT_LIKELY(mpit__one_slot_find(session, handle, &one) &&
                    mpit__one_slot_start(&one, &watched)))
        return MPI_SUCCESS;
    return start_any(session, handle, watched);
}

/* int MPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
 *   handle  IN  a handle of the session, or MPI_T_PVAR_ALL_HANDLES; its value stays
 * Returns and safety as MPI_T_pvar_start.  14.3.7 */
int mpit__T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    struct mpit_one_slot one;

    if (MPIT_LIKELY(mpit__one_slot_find(session, handle, &one) && mpit__one_slot_stop(&one)))
        return MPI_SUCCESS;
    return on_handles(session, handle, mpit__pvar_stop, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

/* int MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
 *   handle  IN  a handle of the session, or MPI_T_PVAR_ALL_HANDLES (read-only ones are ignored);
 *               set to the starting value of its class
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_HANDLE,
 * MPI_T_ERR_PVAR_NO_WRITE, and where one of all has failed.  Any thread, any signal handler.
 * 14.3.7 */
int mpit__T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    struct mpit_one_slot one;

    if (MPIT_LIKELY(mpit__one_slot_find(session, handle, &one) && mpit__one_slot_reset(&one)))
        return MPI_SUCCESS;
    return on_handles(session, handle, mpit__pvar_reset, MPI_T_ERR_PVAR_NO_WRITE);
}

static MPIT_APART int read_any(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    struct mpit_found found;
    int rc;

    MPIT_NEEDS_INIT;
    rc = find(session, handle, &found);
    if (rc != MPI_SUCCESS)
        return rc;
    return buf ? mpit__pvar_read(&found, buf) : MPI_T_ERR_INVALID;
}

/* int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
 *   handle  IN   a handle of the session, not MPI_T_PVAR_ALL_HANDLES
 *   buf     OUT  count elements of the variable's datatype; any alignment
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_HANDLE,
 * MPI_T_ERR_INVALID for NULL.  Any thread, any signal handler.  14.3.7 */
int mpit__T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    struct mpit_one_slot one;

    /* A handle that is found is one of an interface that is initialized.  While something is booked
     * late the long way waits for it, unless it is this thread that books, below a signal handler:
     * so what reads itself must not ask. */
    if (MPIT_LIKELY(buf && mpit__one_slot_find(session, handle, &one) &&
                    mpit__one_slot_read(&one, buf) && !mpit__in_flight_is_booking()))
        return MPI_SUCCESS;
    return read_any(session, handle, buf);
}

/* int MPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)
 *   handle  IN  a handle of the session, not MPI_T_PVAR_ALL_HANDLES; other handles keep theirs
 *   buf     IN  count elements of the variable's datatype, less than 2^63 each
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_HANDLE,
 * MPI_T_ERR_PVAR_NO_WRITE, MPI_T_ERR_INVALID for NULL and for what the variable cannot have.
 * Any thread, any signal handler.  14.3.7 */
int mpit__T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)
{
    struct mpit_found found;
    int rc;

    MPIT_NEEDS_INIT;
    rc = find(session, handle, &found);
    if (rc != MPI_SUCCESS)
        return rc;
    return buf ? mpit__pvar_write(&found, buf) : MPI_T_ERR_INVALID;
}

/* int MPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
 *   as MPI_T_pvar_read and MPI_T_pvar_reset, at one instant for each element
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_INVALID_HANDLE,
 * MPI_T_ERR_PVAR_NO_ATOMIC, MPI_T_ERR_INVALID for NULL.  Any thread, any signal handler.  14.3.7 */
int mpit__T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    struct mpit_found found;
    int rc;

    MPIT_NEEDS_INIT;
    rc = find(session, handle, &found);
    if (rc != MPI_SUCCESS)
        return rc;
    return buf ? mpit__pvar_readreset(&found, buf) : MPI_T_ERR_INVALID;
}
