#include "config.h"

#include "queue/large.h"

#include <limits.h>

#include "queue/queue.h"
#include "vendor/vendor.h"

/* An element has fewer than 2^31 of these; the rest follows them. */
static MPI_Datatype make(MPI_Count count, MPI_Datatype datatype)
{
    const MPI_Count piece = 1 << 30;
    MPI_Aint lower = 0, extent = 0, at[2];
    MPI_Datatype pieces = MPI_DATATYPE_NULL, rest = MPI_DATATYPE_NULL, made = MPI_DATATYPE_NULL;
    MPI_Datatype parts[2];
    int one[2] = {1, 1}, whole = (int)(count / piece);

    if (count / piece > INT_MAX ||
        mpit__next.PMPI_Type_get_extent(datatype, &lower, &extent) != MPI_SUCCESS ||
        mpit__next.PMPI_Type_contiguous((int)piece, datatype, &parts[0]) != MPI_SUCCESS)
        return MPI_DATATYPE_NULL;
    mpit__next.PMPI_Type_contiguous(whole, parts[0], &pieces);
    mpit__next.PMPI_Type_contiguous((int)(count % piece), datatype, &rest);
    mpit__next.PMPI_Type_free(&parts[0]);
    parts[0] = pieces;
    parts[1] = rest;
    at[0] = 0;
    at[1] = (MPI_Aint)(whole * piece) * extent;
    if (mpit__next.PMPI_Type_create_struct(2, one, at, parts, &made) == MPI_SUCCESS)
        mpit__next.PMPI_Type_commit(&made);
    mpit__next.PMPI_Type_free(&pieces);
    mpit__next.PMPI_Type_free(&rest);
    return made;
}

struct mpit_large mpit__large_begin(MPI_Count count, MPI_Datatype datatype)
{
    struct mpit_large large = {(int)count, datatype, MPI_DATATYPE_NULL};

    if (count < 0)
        large.count = -1; /* whatever it is, the vendor refuses it */
    if (count <= INT_MAX)
        return large;
    large.made = make(count, datatype);
    large.datatype = large.made;
    large.count = 1;
    return large;
}

void mpit__large_end(struct mpit_large *large)
{
    if (large->made != MPI_DATATYPE_NULL)
        mpit__next.PMPI_Type_free(&large->made);
}

#if defined(HAVE_PMPI_SEND_C)

int mpit__queue_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                       MPI_Comm comm, MPI_Status *status)
{
    struct mpit_large large = mpit__large_begin(count, datatype);
    int rc = mpit__queue_Recv(buf, large.count, large.datatype, source, tag, comm, status);

    mpit__large_end(&large);
    return rc;
}

int mpit__queue_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                        MPI_Comm comm, MPI_Request *request)
{
    struct mpit_large large = mpit__large_begin(count, datatype);
    int rc = mpit__queue_Irecv(buf, large.count, large.datatype, source, tag, comm, request);

    mpit__large_end(&large);
    return rc;
}

int mpit__queue_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                            MPI_Comm comm, MPI_Request *request)
{
    return mpit__next.PMPI_Recv_init_c(buf, count, datatype, source, tag, comm, request);
}

int mpit__queue_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
                        MPI_Status *status)
{
    return mpit__next.PMPI_Mrecv_c(buf, count, datatype, message, status);
}

int mpit__queue_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
                         MPI_Request *request)
{
    return mpit__next.PMPI_Imrecv_c(buf, count, datatype, message, request);
}

int mpit__queue_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                           MPI_Status *status)
{
    struct mpit_large send = mpit__large_begin(sendcount, sendtype);
    struct mpit_large recv = mpit__large_begin(recvcount, recvtype);
    int rc = mpit__queue_Sendrecv(sendbuf, send.count, send.datatype, dest, sendtag, recvbuf,
                                  recv.count, recv.datatype, source, recvtag, comm, status);

    mpit__large_end(&send);
    mpit__large_end(&recv);
    return rc;
}

int mpit__queue_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                                   int sendtag, int source, int recvtag, MPI_Comm comm,
                                   MPI_Status *status)
{
    struct mpit_large large = mpit__large_begin(count, datatype);
    int rc = mpit__queue_Sendrecv_replace(buf, large.count, large.datatype, dest, sendtag, source,
                                          recvtag, comm, status);

    mpit__large_end(&large);
    return rc;
}

#endif
