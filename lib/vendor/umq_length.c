#include "config.h"

#include "vendor/umq_length.h"

#include <stdlib.h>

#include "hook/object.h"
#include "vendor/tool.h"
#include "vendor/vendor.h"

#if defined(MPIT_OPENMPI)
#define VARIABLE "pml_ob1_unexpected_msgq_length"
#else
#define VARIABLE NULL
#endif

/* Made once, under the lock of the vendor's MPI_T, and kept as its reference is. */
static MPI_T_pvar_session session;
static int variable = -1;
static unsigned *lengths;
static int room;

static bool open_session(void)
{
    if (variable >= 0)
        return true;
    return mpit__next.PMPI_T_pvar_get_index(VARIABLE, MPI_T_PVAR_CLASS_SIZE, &variable) ==
               MPI_SUCCESS &&
           mpit__next.PMPI_T_pvar_session_create(&session) == MPI_SUCCESS;
}

bool mpit__vendor_umq_is_offered(struct mpit_object *comm)
{
    bool offered;

    if (!VARIABLE || !mpit__object_describe(comm) || comm->inter ||
        !mpit__vendor_mpit_reference() || !mpit__vendor_mpit_enter())
        return false;
    offered = open_session();
    mpit__vendor_mpit_leave();
    return offered;
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

static bool read_sum(MPI_Comm comm, uint64_t *sum)
{
    MPI_T_pvar_handle handle;
    int count;
    bool done;

    if (variable < 0 || mpit__next.PMPI_T_pvar_handle_alloc(session, variable, &comm, &handle,
                                                            &count) != MPI_SUCCESS)
        return false;
    done = make_room(count) &&
           mpit__next.PMPI_T_pvar_read(session, handle, lengths) == MPI_SUCCESS;
    *sum = 0;
    for (int i = 0; done && i < count; i++)
        *sum += lengths[i];
    mpit__next.PMPI_T_pvar_handle_free(session, &handle);
    return done;
}

/* The handle lives no longer than the reading: so none is bound to a communicator that ends. */
bool mpit__vendor_umq_length(struct mpit_object *comm, uint64_t *length)
{
    bool done;

    if (comm->inter || !mpit__vendor_mpit_enter())
        return false;
    done = !atomic_load(&comm->ending) && read_sum((MPI_Comm)(uintptr_t)comm->key, length);
    mpit__vendor_mpit_leave();
    return done;
}
