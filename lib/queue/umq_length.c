#include "config.h"

#include "queue/umq_length.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/handle.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"
#include "profile/object.h"

/* Made once, under the lock of the vendor's MPI_T, and kept as its reference is. */
static MPI_T_pvar_session session;
static _Atomic int variable = -1;
static struct mpit_vendor_place place;
static unsigned *lengths;
static int room;

static bool open_session(void)
{
    int index;

    if (variable >= 0)
        return true;
    if (mpit__next.PMPI_T_pvar_get_index(MPIT_NAME(umq_length), MPI_T_PVAR_CLASS_SIZE, &index) !=
            MPI_SUCCESS ||
        mpit__next.PMPI_T_pvar_session_create(&session) != MPI_SUCCESS)
        return false;
    variable = index;
    return true;
}

bool mpit__vendor_umq_is_offered(struct mpit_object *comm)
{
    bool offered;

    if (!MPIT_NAME(umq_length) || !mpit__object_describe(comm) || comm->inter ||
        !mpit__vendor_mpit_reference() || !mpit__vendor_mpit_enter())
        return false;
    offered = open_session();
    mpit__vendor_mpit_leave();
    return offered;
}

bool mpit__vendor_umq_is_known(struct mpit_object *comm)
{
    return atomic_load_explicit(&variable, memory_order_relaxed) >= 0 &&
           mpit__object_describe(comm) && !comm->inter;
}

static bool make_room(int count)
{
    unsigned *more = count > room ? realloc(lengths, sizeof *lengths * (size_t)count) : lengths;

    if (!more)
        return false;
    lengths = more;
    room = count > room ? count : room;
    return true;
}

/* Into `lengths`; how many, 0 if it fails.  The handle lives no longer than the reading: so none is
 * bound to a communicator that ends. */
static int read_lengths(const struct mpit_object *object)
{
    MPI_T_pvar_handle handle;
    int count;
    bool done;

    place.handle = mpit__vendor_handle(object->key);
    if (!mpit__object_is_whole(object) ||
        mpit__vendor_pvar_handle_alloc(session, variable, &place, &handle, &count) != MPI_SUCCESS)
        return 0;
    done = make_room(count) && mpit__next.PMPI_T_pvar_read(session, handle, lengths) == MPI_SUCCESS;
    mpit__next.PMPI_T_pvar_handle_free(session, &handle);
    return done ? count : 0;
}

bool mpit__vendor_umq_length(struct mpit_object *comm, uint64_t *length)
{
    int count;

    if (!mpit__vendor_umq_is_known(comm) || !mpit__vendor_mpit_enter())
        return false;
    count = read_lengths(comm);
    *length = 0;
    for (int i = 0; i < count; i++)
        *length += lengths[i];
    mpit__vendor_mpit_leave();
    return count > 0;
}

bool mpit__vendor_umq_lengths(struct mpit_object *comm, int n, unsigned each[])
{
    int count;

    if (!mpit__vendor_umq_is_known(comm) || !mpit__vendor_mpit_enter())
        return false;
    count = read_lengths(comm);
    if (count == n)
        memcpy(each, lengths, sizeof *each * (size_t)n);
    mpit__vendor_mpit_leave();
    return count == n;
}
