#include "config.h"

#include "vendor/receive.h"

#include <limits.h>
#include <stdlib.h>

#include "vendor/vendor.h"

enum { PIECE = 1 << 20 }; /* bytes: a count of these reaches beyond INT_MAX bytes */

int mpit__vendor_raise(MPI_Comm comm, int code)
{
    mpit__next.PMPI_Comm_call_errhandler(comm, code);
    return code;
}

int mpit__vendor_post(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    int rc;

    if (!MPIT_VENDOR_ERRORS_WANDER)
        return mpit__next.PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
    rc = mpit__next.PMPI_Recv_init(buf, count, datatype, source, tag, comm, request);
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

void *mpit__vendor_scratch(uint64_t bytes, int *count, MPI_Datatype *datatype)
{
    *datatype = MPI_BYTE;
    *count = (int)bytes;
    if (bytes > INT_MAX) {
        if (mpit__next.PMPI_Type_contiguous(PIECE, MPI_BYTE, datatype) != MPI_SUCCESS ||
            mpit__next.PMPI_Type_commit(datatype) != MPI_SUCCESS)
            return NULL;
        *count = (int)((bytes + PIECE - 1) / PIECE);
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
