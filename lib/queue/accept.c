#include "config.h"

#include "queue/accept.h"

#include "mpi/vendor.h"
#include "profile/thread.h"
#include "queue/lock.h"
#include "queue/umq.h"

bool mpit__accept_is_served(MPI_Comm comm, int source)
{
    return source != MPI_PROC_NULL && (mpit__umq_threaded || mpit__umq_is_known(comm));
}

/* The thread has its size: the MPI library has accepted it in a call, and it lives. */
static bool is_type_known(MPI_Datatype datatype)
{
    const struct mpit_type_line *line =
        &mpit__thread.cache.types[mpit__cache_index(MPIT_KEY(datatype), MPIT_CACHE_BITS)];

    return datatype != MPI_DATATYPE_NULL && mpit__cache_has_type(line, datatype);
}

bool mpit__accept_is_seen(const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return (buf || count == 0) && count >= 0 && is_type_known(datatype);
}

void mpit__accept_was_found(MPI_Count count, MPI_Datatype datatype)
{
    if (count > 0)
        mpit__cache_type_size(&mpit__thread.cache, datatype);
}

/* Ranks of the communicator; -1: it is not known, or its size is not. */
static int size_of(MPI_Comm comm)
{
    struct mpit_object *object = mpit__object_find(MPIT_KIND_comm, MPIT_KEY(comm));

    return object && mpit__object_describe(object) ? atomic_load(&object->size) : -1;
}

bool mpit__accept_is_dest(MPI_Comm comm, int dest, int tag)
{
    enum { EVERY_MPI_HAS = 32767 }; /* MPI_TAG_UB, 8.1.2 */
    const int size = size_of(comm);

    return tag >= 0 && tag <= EVERY_MPI_HAS && size >= 0 &&
           (dest == MPI_PROC_NULL || (dest >= 0 && dest < size));
}

int mpit__accept_dest(MPI_Comm comm, int dest)
{
    const int size = size_of(comm);

    return size >= 0 && (dest < 0 || dest >= size) ? dest : MPI_PROC_NULL;
}

int mpit__accept_end(int rc, MPI_Request *nobody)
{
    if (rc == MPI_SUCCESS)
        mpit__next.PMPI_Wait(nobody, MPI_STATUS_IGNORE);
    return rc;
}
