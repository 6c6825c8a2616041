#include "config.h"

#include "bind.h"

#include "vendor/vendor.h"

static bool is_predefined(MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF;
}

static struct mpit_object *record_of(MPI_Comm comm)
{
    if (comm == MPI_COMM_NULL)
        return NULL;
    return is_predefined(comm) ? mpit__object_of_comm(comm)
                               : mpit__object_find(MPIT_KIND_COMM, MPIT_KEY(comm));
}

static int bind_comm(void *obj_handle, struct mpit_object **object)
{
    struct mpit_object *found;

    if (!obj_handle || !mpit__vendor_is_up())
        return MPI_T_ERR_INVALID;
    /* The handle itself in place of its address: a value that no variable can stand at. */
    found = record_of((MPI_Comm)(uintptr_t)obj_handle);
    if (!found && !mpit__vendor_is_no_address(obj_handle))
        found = record_of(*(MPI_Comm *)obj_handle);
    if (!found || !mpit__object_describe(found))
        return MPI_T_ERR_INVALID;
    *object = found;
    return MPI_SUCCESS;
}

int mpit__bind(int bind, void *obj_handle, struct mpit_object **object)
{
    switch (bind) {
    case MPI_T_BIND_NO_OBJECT:
        *object = &mpit__process;
        return MPI_SUCCESS;
    case MPI_T_BIND_MPI_COMM:
        return bind_comm(obj_handle, object);
    default:
        return MPI_T_ERR_INVALID;
    }
}
