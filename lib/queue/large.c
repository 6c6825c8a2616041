/* Receives with large counts while the unexpected queue is drained: what fits into an int is the
 * receive with a small count, what does not is one element of a datatype that holds it all. */
#include "config.h"

#include <limits.h>

#include "queue/queue.h"
#include "vendor/vendor.h"

#ifdef HAVE_PMPI_SEND_C

struct fitted {
    int count;
    MPI_Datatype datatype;
    bool made;
};

static int fit(MPI_Count count, MPI_Datatype datatype, struct fitted *fitted)
{
    int rc;

    *fitted = (struct fitted){(int)count, datatype, false};
    if (count >= INT_MIN && count <= INT_MAX)
        return MPI_SUCCESS;
    rc = mpit__next.PMPI_Type_contiguous_c(count, datatype, &fitted->datatype);
    if (rc != MPI_SUCCESS)
        return rc;
    fitted->count = 1;
    fitted->made = true;
    return mpit__next.PMPI_Type_commit(&fitted->datatype);
}

/* What is still going on keeps the datatype (MPI 3.1, 4.1.9). */
static int unfit(struct fitted *fitted, int rc)
{
    if (fitted->made)
        mpit__next.PMPI_Type_free(&fitted->datatype);
    return rc;
}

int mpit__queue_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                       MPI_Comm comm, MPI_Status *status)
{
    struct fitted fitted;
    int rc = fit(count, datatype, &fitted);

    if (rc != MPI_SUCCESS)
        return rc;
    return unfit(&fitted, mpit__queue_Recv(buf, fitted.count, fitted.datatype, source, tag, comm,
                                           status));
}

int mpit__queue_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                        MPI_Comm comm, MPI_Request *request)
{
    struct fitted fitted;
    int rc = fit(count, datatype, &fitted);

    if (rc != MPI_SUCCESS)
        return rc;
    return unfit(&fitted, mpit__queue_Irecv(buf, fitted.count, fitted.datatype, source, tag, comm,
                                            request));
}

int mpit__queue_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                            MPI_Comm comm, MPI_Request *request)
{
    struct fitted fitted;
    int rc = fit(count, datatype, &fitted);

    if (rc != MPI_SUCCESS)
        return rc;
    return unfit(&fitted, mpit__queue_Recv_init(buf, fitted.count, fitted.datatype, source, tag,
                                                comm, request));
}

int mpit__queue_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
                        MPI_Status *status)
{
    struct fitted fitted;
    int rc = fit(count, datatype, &fitted);

    if (rc != MPI_SUCCESS)
        return rc;
    return unfit(&fitted, mpit__queue_Mrecv(buf, fitted.count, fitted.datatype, message, status));
}

int mpit__queue_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
                         MPI_Request *request)
{
    struct fitted fitted;
    int rc = fit(count, datatype, &fitted);

    if (rc != MPI_SUCCESS)
        return rc;
    return unfit(&fitted, mpit__queue_Imrecv(buf, fitted.count, fitted.datatype, message, request));
}

int mpit__queue_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                           MPI_Status *status)
{
    struct fitted out, in;
    int rc = fit(sendcount, sendtype, &out);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = fit(recvcount, recvtype, &in);
    if (rc != MPI_SUCCESS)
        return unfit(&out, rc);
    rc = mpit__queue_Sendrecv(sendbuf, out.count, out.datatype, dest, sendtag, recvbuf, in.count,
                              in.datatype, source, recvtag, comm, status);
    return unfit(&in, unfit(&out, rc));
}

int mpit__queue_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                                   int sendtag, int source, int recvtag, MPI_Comm comm,
                                   MPI_Status *status)
{
    struct fitted fitted;
    int rc = fit(count, datatype, &fitted);

    if (rc != MPI_SUCCESS)
        return rc;
    return unfit(&fitted, mpit__queue_Sendrecv_replace(buf, fitted.count, fitted.datatype, dest,
                                                       sendtag, source, recvtag, comm, status));
}

#endif
