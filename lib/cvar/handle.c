#include "config.h"

#include "cvar/handle.h"

#include <string.h>

#include "ground/in_force.h"
#include "handle/bind.h"
#include "ground/lock.h"
#include "pvar/pvar.h"

static struct mpit_slots handles = MPIT_SLOTS(struct mpit_cvar_handle, MPIT_SLOT_CVAR);

uint32_t mpit__cvar_handles_live(void)
{
    return handles.live;
}

/* Gives a taken slot what a handle needs; the code, and nothing, if that fails. */
static int equip(struct mpit_cvar_handle *handle, const struct mpit_cvar *cvar,
                 struct mpit_object *object)
{
    int rc = cvar->vendor ? mpit__view_open(&handle->view, cvar->vendor, object) : MPI_SUCCESS;

    if (rc != MPI_SUCCESS)
        return rc;
    handle->cvar = cvar;
    handle->object = object;
    return MPI_SUCCESS;
}

int mpit__cvar_handle_alloc(const struct mpit_cvar *cvar, void *obj_handle,
                            MPI_T_cvar_handle *out, int *count)
{
    struct mpit_object *object;
    struct mpit_cvar_handle *handle;
    int rc = mpit__bind(cvar->bind, obj_handle, &object);

    if (rc != MPI_SUCCESS)
        return rc;
    mpit__lock(MPIT_LOCK_INTERFACE);
    if (handles.live + mpit__pvar_handles_live() >= MPIT_IN_FORCE(handle_limit)) {
        rc = MPI_T_ERR_OUT_OF_HANDLES;
    } else if (!(handle = mpit__slot_take(&handles))) {
        rc = MPI_T_ERR_MEMORY;
    } else if ((rc = equip(handle, cvar, cvar->bind == MPI_T_BIND_NO_OBJECT ? NULL : object)) !=
               MPI_SUCCESS) {
        mpit__slot_give(&handles, handle);
    } else {
        *out = (MPI_T_cvar_handle)(uintptr_t)mpit__slot_publish(&handles, handle);
        *count = cvar->vendor ? handle->view.count : mpit__cvar_count(cvar);
    }
    mpit__unlock(MPIT_LOCK_INTERFACE);
    if (rc != MPI_SUCCESS)
        mpit__object_release(object);
    return rc;
}

/* Under the lock. */
static void free_handle(struct mpit_cvar_handle *handle)
{
    if (handle->cvar->vendor)
        mpit__view_close(&handle->view);
    if (handle->object)
        mpit__object_release(handle->object);
    mpit__slot_give(&handles, handle);
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

/* Under the lock, here and in the next. */
static int write_value(struct mpit_cvar_handle *handle, const void *buf)
{
    const struct mpit_cvar *cvar = handle->cvar;
    union mpit_value value;

    if (cvar->vendor)
        return mpit__view_set(&handle->view, buf);
    /* A text is read up to its terminator and no further. */
    if (cvar->type == MPIT_CHAR) {
        size_t length = strnlen(buf, sizeof value.text);

        memset(value.text, 1, sizeof value.text);
        memcpy(value.text, buf, length < sizeof value.text ? length + 1 : length);
    } else {
        memcpy(&value, buf, mpit__types[cvar->type].size);
    }
    return mpit__cvar_set(cvar, handle->object, &value,
                          (struct mpit_origin){"MPI_T_cvar_write", 0});
}

int mpit__cvar_handle_write(MPI_T_cvar_handle handle, const void *buf)
{
    struct mpit_cvar_handle *found;
    int rc = MPI_T_ERR_INVALID_HANDLE;

    mpit__lock(MPIT_LOCK_INTERFACE);
    found = mpit__slot_find(&handles, (uintptr_t)handle);
    if (found)
        rc = buf ? write_value(found, buf) : MPI_T_ERR_INVALID;
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return rc;
}

static int read_value(struct mpit_cvar_handle *handle, void *buf)
{
    const struct mpit_cvar *cvar = handle->cvar;
    union mpit_value value;

    if (cvar->vendor)
        return mpit__view_get(&handle->view, buf);
    mpit__cvar_get(cvar, handle->object, &value);
    if (cvar->type == MPIT_CHAR)
        strcpy(buf, value.text);
    else
        memcpy(buf, &value, mpit__types[cvar->type].size);
    return MPI_SUCCESS;
}

int mpit__cvar_handle_read(MPI_T_cvar_handle handle, void *buf)
{
    struct mpit_cvar_handle *found;
    int rc = MPI_T_ERR_INVALID_HANDLE;

    mpit__lock(MPIT_LOCK_INTERFACE);
    found = mpit__slot_find(&handles, (uintptr_t)handle);
    if (found)
        rc = buf ? read_value(found, buf) : MPI_T_ERR_INVALID;
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
