#include "config.h"

#include "handle/bind.h"

#include <string.h>

#include "ground/in_force.h"
#include "handle/stale.h"
#include "mpi/handle.h"
#include "mpi/vendor.h"
#include "profile/request.h"

/* The constants of MPI stand for objects that MPI_Init will make, and there are no others.  Not
 * while there are sessions alone, which do without them. */
static bool is_before_init(void)
{
    return !mpit__vendor_has_objects() && !mpit__vendor_is_initialized();
}

/* Whether an object may have this handle now; after MPI_Finalize none may. */
static bool may_be(enum mpit_kind kind, uint64_t key)
{
    return mpit__vendor_has_objects() ? mpit__vendor_is_like(kind, key)
                                      : is_before_init() && mpit__vendor_is_constant(kind, key);
}

/* The key of the handle that stands at `place`, 0 of a null one and of what cannot be one. */
#define KIND(name, BIND, type, null, object, number)                                               \
    static uint64_t key_of_##name(const void *place)                                               \
    {                                                                                              \
        type handle;                                                                               \
        memcpy(&handle, place, sizeof handle);                                                     \
        if (handle == null || !may_be(MPIT_KIND_##name, MPIT_KEY(handle)))                         \
            return 0;                                                                              \
        return MPIT_KEY(handle);                                                                   \
    }
#include "mpi/kinds.def"
#undef KIND

static const struct {
    int bind;
    enum mpit_kind kind;
    uint64_t (*key)(const void *place);
} kinds[] = {
#define KIND(name, BIND, type, null, object, number)                                               \
    {MPI_T_BIND_MPI_##BIND, MPIT_KIND_##name, key_of_##name},
#include "mpi/kinds.def"
#undef KIND
};

/* Where a variable can stand: the first page is never mapped. */
enum { LOWEST_ADDRESS = 4096 };

/* Those that are there without having been made, or will be. */
static bool is_predefined(MPI_Comm comm)
{
    return mpit__vendor_is_constant(MPIT_KIND_comm, MPIT_KEY(comm)) &&
           (mpit__vendor_is_up() || is_before_init());
}

/* Only what we know is a communicator: the vendor will be asked about it. */
static struct mpit_object *hold_comm(MPI_Comm comm)
{
    return comm == MPI_COMM_NULL
               ? NULL
               : mpit__object_hold(MPIT_KIND_comm, MPIT_KEY(comm), is_predefined(comm));
}

static bool is_in_time(struct mpit_object *comm)
{
    return is_before_init() || (mpit__vendor_has_objects() && mpit__object_describe(comm));
}

static int bind_comm(void *obj_handle, struct mpit_object **object)
{
    struct mpit_object *found;
    MPI_Comm comm;

    if ((uintptr_t)obj_handle < LOWEST_ADDRESS)
        return MPI_T_ERR_INVALID;
    /* The handle itself in place of its address: a value that no variable can stand at. */
    found = hold_comm((MPI_Comm)(uintptr_t)obj_handle);
    if (!found && !mpit__vendor_is_no_address(obj_handle)) {
        memcpy(&comm, obj_handle, sizeof comm);
        found = hold_comm(comm);
    }
    if (!found)
        return MPI_T_ERR_INVALID;
    if (!is_in_time(found)) {
        mpit__object_release(found);
        return MPI_T_ERR_INVALID;
    }
    *object = found;
    return MPI_SUCCESS;
}

/* Windows and files have a record from the call that makes them to the one that ends them. */
static bool has_record(enum mpit_kind kind)
{
    return kind == MPIT_KIND_win || kind == MPIT_KIND_file;
}

/* The records of others are made here and end with the last handle.  A message must be one whose
 * match we have seen; that another object exists is the caller's word where its handle looks as
 * such handles do, and the MPI library does not show that it has been freed. */
static int bind_other(enum mpit_kind kind, uint64_t key, struct mpit_object **object)
{
    uint64_t bytes = 0;

    if (!key || (kind == MPIT_KIND_message && !mpit__request_message(key, &bytes)) ||
        mpit__is_stale(kind, key))
        return MPI_T_ERR_INVALID;
    *object = mpit__object_hold(kind, key, !has_record(kind));
    if (!*object)
        return has_record(kind) ? MPI_T_ERR_INVALID : MPI_T_ERR_MEMORY;
    atomic_store(&(*object)->bytes, bytes);
    return MPI_SUCCESS;
}

int mpit__bind(int bind, void *obj_handle, struct mpit_object **object)
{
    if (bind == MPI_T_BIND_NO_OBJECT) {
        *object = &mpit__process;
        return MPI_SUCCESS;
    }
    if (bind == MPI_T_BIND_MPI_COMM)
        return bind_comm(obj_handle, object);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].bind == bind && (uintptr_t)obj_handle >= LOWEST_ADDRESS)
            return bind_other(kinds[i].kind, kinds[i].key(obj_handle), object);
    return MPI_T_ERR_INVALID;
}

int mpit__bind_null(int bind, struct mpit_object **object)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].bind != bind || bind == MPI_T_BIND_MPI_COMM || !MPIT_IN_FORCE(null_objects))
            continue;
        *object = mpit__object_hold(kinds[i].kind, 0, true); /* no object has this key */
        return *object ? MPI_SUCCESS : MPI_T_ERR_MEMORY;
    }
    return MPI_T_ERR_INVALID;
}
