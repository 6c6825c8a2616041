#include "config.h"

#include "mpi/receive.h"

#include <limits.h>
#include <stdlib.h>

#include "mpi/vendor.h"

enum { PIECE = 1 << 20 }; /* bytes: a count of these reaches beyond INT_MAX bytes */

int mpit__vendor_raise(MPI_Comm comm, int code)
{
    if (comm != MPI_COMM_WORLD || mpit__vendor_is_up()) /* sessions alone have none */
        mpit__next.PMPI_Comm_call_errhandler(comm, code);
    return code;
}

int mpit__vendor_post(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    int rc;

    if (!MPIT_FACT(errors_wander))
        return MPIT_WITH_COUNT(Irecv)(buf, (MPIT_COUNT_OF(Irecv))count, datatype, source, tag, comm,
                                      request);
    rc = MPIT_WITH_COUNT(Recv_init)(buf, (MPIT_COUNT_OF(Recv_init))count, datatype, source, tag,
                                    comm, request);
    return rc == MPI_SUCCESS ? mpit__next.PMPI_Start(request) : rc;
}

int mpit__vendor_wait_posted(MPI_Request *request, MPI_Status *status)
{
    int rc = mpit__next.PMPI_Wait(request, status);

    if (*request != MPI_REQUEST_NULL)
        mpit__next.PMPI_Request_free(request);
    return rc;
}

void mpit__vendor_withdraw_posted(MPI_Request *request)
{
    if (mpit__next.PMPI_Cancel(request) == MPI_SUCCESS)
        mpit__vendor_wait_posted(request, MPI_STATUS_IGNORE);
}

void *mpit__vendor_scratch(uint64_t bytes, MPI_Count *count, MPI_Datatype *datatype)
{
    *datatype = MPI_BYTE;
    *count = (MPI_Count)bytes;
    if (bytes > INT_MAX) {
        if (mpit__next.PMPI_Type_contiguous(PIECE, MPI_BYTE, datatype) != MPI_SUCCESS ||
            mpit__next.PMPI_Type_commit(datatype) != MPI_SUCCESS)
            return NULL;
        *count = (MPI_Count)((bytes + PIECE - 1) / PIECE);
        bytes = (uint64_t)*count * PIECE;
    }
    return malloc(bytes ? bytes : 1);
}

void mpit__vendor_scratch_free(void *scratch, MPI_Datatype *datatype)
{
    free(scratch);
    if (*datatype != MPI_BYTE)
        mpit__next.PMPI_Type_free(datatype);
}

void *mpit__vendor_packed(const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Comm comm,
                          MPI_Count *bytes)
{
    MPIT_COUNT_OF(Pack_size) room = 0;
    MPIT_COUNT_OF(Pack) position = 0;
    void *packed;

    if (count < 0 || datatype == MPI_DATATYPE_NULL ||
        MPIT_WITH_COUNT(Pack_size)((MPIT_COUNT_OF(Pack_size))count, datatype, comm, &room) !=
            MPI_SUCCESS ||
        !(packed = malloc(room ? (size_t)room : 1)))
        return NULL;
    if (MPIT_WITH_COUNT(Pack)(buf, (MPIT_COUNT_OF(Pack))count, datatype, packed,
                              (MPIT_COUNT_OF(Pack))room, &position, comm) != MPI_SUCCESS) {
        free(packed);
        return NULL;
    }
    *bytes = position;
    return packed;
}
