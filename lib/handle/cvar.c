/* Handles of control variables. */
#include "config.h"

#include "handle/cvar.h"

#include "ground/in_force.h"
#include "ground/lock.h"
#include "handle/bind.h"
#include "handle/count.h"

static struct mpit_slots handles = MPIT_SLOTS(struct mpit_cvar_handle, MPIT_SLOT_CVAR);

/* Under the lock; the code, and nothing, if it fails. */
static int allocate(const struct mpit_cvar *cvar, struct mpit_object *object,
                    MPI_T_cvar_handle *out, int *count)
{
    struct mpit_cvar_handle *handle;
    void *slot;
    int rc = mpit__handle_count_take(&handles, &slot);

    if (rc != MPI_SUCCESS)
        return rc;
    handle = slot;
    handle->cvar = cvar;
    handle->object = object;
    handle->state = NULL;
    rc = cvar->ops->open(handle, count);
    if (rc == MPI_SUCCESS)
        *out = (MPI_T_cvar_handle)(uintptr_t)mpit__slot_publish(&handles, handle);
    else
        mpit__handle_count_give(&handles, handle);
    return rc;
}

/* No object: the variable binds to none, or its value for those that are yet to come is meant
 * (mpit_null_objects). */
static int bind(const struct mpit_cvar *cvar, void *obj_handle, struct mpit_object **object)
{
    *object = NULL;
    if (cvar->bind == MPI_T_BIND_NO_OBJECT || (!obj_handle && MPIT_IN_FORCE(null_objects)))
        return MPI_SUCCESS;
    return mpit__bind(cvar->bind, obj_handle, object);
}

int mpit__cvar_handle_alloc(const struct mpit_cvar *cvar, void *obj_handle,
                            MPI_T_cvar_handle *handle, int *count)
{
    struct mpit_object *object;
    int rc = bind(cvar, obj_handle, &object);

    if (rc != MPI_SUCCESS)
        return rc;
    mpit__lock(MPIT_LOCK_INTERFACE);
    rc = allocate(cvar, object, handle, count);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    if (rc != MPI_SUCCESS && object)
        mpit__object_release(object);
    return rc;
}

/* Under the lock. */
static void free_handle(struct mpit_cvar_handle *handle)
{
    handle->cvar->ops->close(handle);
    if (handle->object)
        mpit__object_release(handle->object);
    mpit__handle_count_give(&handles, handle);
}

int mpit__cvar_handle_free(MPI_T_cvar_handle handle)
{
    struct mpit_cvar_handle *found;

    mpit__lock(MPIT_LOCK_INTERFACE);
    found = mpit__slot_find(&handles, (uintptr_t)handle);
    if (found)
        free_handle(found);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return found ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
}

int mpit__cvar_handle_write(MPI_T_cvar_handle handle, const void *buf)
{
    struct mpit_cvar_handle *found;
    int rc = MPI_T_ERR_INVALID_HANDLE;

    mpit__lock(MPIT_LOCK_INTERFACE);
    found = mpit__slot_find(&handles, (uintptr_t)handle);
    if (found)
        rc = buf ? found->cvar->ops->write(found, buf) : MPI_T_ERR_INVALID;
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return rc;
}

int mpit__cvar_handle_read(MPI_T_cvar_handle handle, void *buf)
{
    struct mpit_cvar_handle *found;
    int rc = MPI_T_ERR_INVALID_HANDLE;

    mpit__lock(MPIT_LOCK_INTERFACE);
    found = mpit__slot_find(&handles, (uintptr_t)handle);
    if (found)
        rc = buf ? found->cvar->ops->read(found, buf) : MPI_T_ERR_INVALID;
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return rc;
}

void mpit__cvar_free_all(void)
{
    uint32_t n;

    mpit__lock(MPIT_LOCK_INTERFACE);
    n = mpit__vector_count(&handles.vector);
    for (uint32_t i = 0; i < n; i++) {
        struct mpit_cvar_handle *handle = mpit__vector_at(&handles.vector, i);

        if (atomic_load(&handle->slot.valid))
            free_handle(handle);
    }
    mpit__unlock(MPIT_LOCK_INTERFACE);
}
