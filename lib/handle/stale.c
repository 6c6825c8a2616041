/* What MPICH has freed last it gives out next.  So a few objects are made and freed again: the
 * handle that one of them has is none that the program has.  Of Open MPI's handles the memory tells
 * that they lead to (mpi/handle.c). */
#include "config.h"

#include "handle/stale.h"

#include <stddef.h>

#include "mpi/facts.h"
#include "mpi/handle.h"
#include "mpi/vendor.h"
#include "queue/callable.h"

/* So many that were freed since hide one. */
enum { MOST = 4 };

static void combine(void *in, void *inout, int *n, MPI_Datatype *datatype)
{
    (void)in, (void)inout, (void)n, (void)datatype;
}

static int make_datatype(MPI_Datatype *made)
{
    return mpit__next.PMPI_Type_contiguous(1, MPI_BYTE, made);
}

static int make_op(MPI_Op *made)
{
    return mpit__next.PMPI_Op_create(combine, 1, made);
}

static int make_info(MPI_Info *made)
{
    return mpit__next.PMPI_Info_create(made);
}

static int make_group(MPI_Group *made)
{
    const int rank = 0;
    MPI_Group self;
    int rc = mpit__next.PMPI_Comm_group(MPI_COMM_SELF, &self);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = mpit__next.PMPI_Group_incl(self, 1, &rank, made);
    mpit__next.PMPI_Group_free(&self);
    return rc;
}

static int make_receive(MPI_Request *made)
{
    return mpit__next.PMPI_Recv_init(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_SELF, made);
}

static int make_send(MPI_Request *made)
{
    return mpit__next.PMPI_Send_init(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_SELF, made);
}

/* Those made last are freed first, so that the library has them in the order of before. */
#define GIVEN_OUT(name, type, make, free)                                                          \
    static bool name(uint64_t key)                                                                 \
    {                                                                                              \
        type made[MOST];                                                                           \
        bool found = false;                                                                        \
        int n = 0;                                                                                 \
        while (n < MOST && !found && make(&made[n]) == MPI_SUCCESS)                                \
            found = MPIT_KEY(made[n++]) == key;                                                    \
        while (n > 0)                                                                              \
            mpit__next.free(&made[--n]);                                                           \
        return found;                                                                              \
    }
GIVEN_OUT(is_free_datatype, MPI_Datatype, make_datatype, PMPI_Type_free)
GIVEN_OUT(is_free_op, MPI_Op, make_op, PMPI_Op_free)
GIVEN_OUT(is_free_info, MPI_Info, make_info, PMPI_Info_free)
GIVEN_OUT(is_free_group, MPI_Group, make_group, PMPI_Group_free)
GIVEN_OUT(is_free_receive, MPI_Request, make_receive, PMPI_Request_free)
GIVEN_OUT(is_free_send, MPI_Request, make_send, PMPI_Request_free)
#undef GIVEN_OUT

bool mpit__is_stale(enum mpit_kind kind, uint64_t key)
{
    if (!MPIT_FACT(gives_last_first) || !mpit__vendor_is_up() || !mpit__mpi_is_callable() ||
        mpit__vendor_is_constant(kind, key))
        return false;
    switch (kind) {
    case MPIT_KIND_datatype:
        return is_free_datatype(key);
    case MPIT_KIND_op:
        return is_free_op(key);
    case MPIT_KIND_info:
        return is_free_info(key);
    case MPIT_KIND_group:
        return is_free_group(key);
    case MPIT_KIND_request:
        return is_free_receive(key) || is_free_send(key);
    default:
        return false;
    }
}
