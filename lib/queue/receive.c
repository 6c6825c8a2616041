/* Receives: what is in our queue came before anything that the vendor still has, so it is looked
 * for there first. */
#include "config.h"

#include "queue/receive.h"

#include <stdlib.h>

#include "queue/queue.h"
#include "queue/umq.h"
#include "vendor/receive.h"
#include "vendor/vendor.h"

bool mpit__receive_take(int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                        struct mpit_taken *taken)
{
    if (count < 0 || datatype == MPI_DATATYPE_NULL)
        return false;
    if (mpit__umq_take(comm, source, tag, taken))
        return true;
    mpit__umq_count_early(comm, source);
    return false;
}

bool mpit__receive_is_truncated(const struct mpit_taken *taken, int count, MPI_Datatype datatype)
{
    return taken->bytes > (uint64_t)count * mpit__vendor_type_size(datatype);
}

/* A receive with less room than the message takes, where the vendor's MPI_Mrecv does not fail as
 * its MPI_Recv does: the message is gone, the buffer as it was, the status tells of 0 bytes, and
 * the error is raised on the communicator. */
static int receive_truncated(struct mpit_taken *taken, MPI_Comm comm, MPI_Status *status)
{
    MPI_Datatype datatype;
    int count, rc;
    void *scratch = mpit__vendor_scratch(taken->bytes, &count, &datatype);

    if (!scratch)
        return mpit__vendor_raise(comm, MPI_ERR_NO_MEM);
    rc = mpit__next.PMPI_Mrecv(scratch, count, datatype, &taken->message, MPI_STATUS_IGNORE);
    mpit__vendor_scratch_free(scratch, &datatype);
    if (status != MPI_STATUS_IGNORE)
        mpit__status_set(status, taken->source, taken->tag, 0);
    return rc == MPI_SUCCESS ? mpit__vendor_raise(comm, MPI_ERR_TRUNCATE) : rc;
}

static int receive_taken(struct mpit_taken *taken, void *buf, int count, MPI_Datatype datatype,
                         MPI_Comm comm, MPI_Status *status)
{
    if (MPIT_VENDOR_ERRORS_WANDER && mpit__receive_is_truncated(taken, count, datatype))
        return receive_truncated(taken, comm, status);
    return mpit__next.PMPI_Mrecv(buf, count, datatype, &taken->message, status);
}

/* How far a blocking receive has come: its message was there, or it is posted under the lock to
 * be waited for outside, or nothing is done, and the vendor's own call may follow. */
struct begun {
    enum { NOTHING, TAKEN, POSTED, REFUSED } how;
    struct mpit_taken taken;
    MPI_Request request;
    int rc; /* of REFUSED */
};

static void begin(struct begun *begun, void *buf, int count, MPI_Datatype datatype, int source,
                  int tag, MPI_Comm comm)
{
    begun->how = NOTHING;
    mpit__umq_lock();
    if (mpit__receive_take(count, datatype, source, tag, comm, &begun->taken)) {
        begun->how = TAKEN;
    } else if (mpit__umq_threaded) {
        begun->rc = mpit__vendor_post(buf, count, datatype, source, tag, comm, &begun->request);
        begun->how = begun->rc == MPI_SUCCESS ? POSTED : REFUSED;
    }
    mpit__umq_unlock();
}

static int end(struct begun *begun, void *buf, int count, MPI_Datatype datatype, MPI_Comm comm,
               MPI_Status *status)
{
    if (begun->how == TAKEN)
        return receive_taken(&begun->taken, buf, count, datatype, comm, status);
    return begun->how == POSTED ? mpit__vendor_wait_posted(&begun->request, status) : begun->rc;
}

int mpit__queue_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                     MPI_Comm comm, MPI_Status *status)
{
    struct begun begun;

    begin(&begun, buf, count, datatype, source, tag, comm);
    if (begun.how == NOTHING)
        return mpit__next.PMPI_Recv(buf, count, datatype, source, tag, comm, status);
    return end(&begun, buf, count, datatype, comm, status);
}

int mpit__queue_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    struct mpit_taken taken;
    int rc;

    mpit__umq_lock();
    rc = mpit__receive_take(count, datatype, source, tag, comm, &taken)
             ? mpit__next.PMPI_Imrecv(buf, count, datatype, &taken.message, request)
             : mpit__next.PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
    mpit__umq_unlock();
    return rc;
}

/* A message that the program has matched is its own: our queue does not have it any more. */
int mpit__queue_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                      MPI_Status *status)
{
    return mpit__next.PMPI_Mrecv(buf, count, datatype, message, status);
}

int mpit__queue_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                       MPI_Request *request)
{
    return mpit__next.PMPI_Imrecv(buf, count, datatype, message, request);
}

/* The receive has begun: the send goes along with it, and both are complete at the end. */
static int send_and_end(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                        int sendtag, struct begun *begun, void *recvbuf, int recvcount,
                        MPI_Datatype recvtype, MPI_Comm comm, MPI_Status *status)
{
    MPI_Request send;
    int sent, rc;

    if (begun->how == REFUSED)
        return begun->rc;
    sent = mpit__next.PMPI_Isend(sendbuf, sendcount, sendtype, dest, sendtag, comm, &send);
    if (sent != MPI_SUCCESS && begun->how == POSTED) {
        mpit__vendor_withdraw_posted(&begun->request);
        return sent;
    }
    rc = end(begun, recvbuf, recvcount, recvtype, comm, status);
    if (sent == MPI_SUCCESS)
        sent = mpit__next.PMPI_Wait(&send, MPI_STATUS_IGNORE);
    return rc == MPI_SUCCESS ? sent : rc;
}

int mpit__queue_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                         int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                         int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct begun begun;

    begin(&begun, recvbuf, recvcount, recvtype, source, recvtag, comm);
    if (begun.how == NOTHING)
        return mpit__next.PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                        recvcount, recvtype, source, recvtag, comm, status);
    return send_and_end(sendbuf, sendcount, sendtype, dest, sendtag, &begun, recvbuf, recvcount,
                        recvtype, comm, status);
}

/* What is to be sent, packed, so that the receive may overwrite it; NULL without memory. */
static void *pack(const void *buf, int count, MPI_Datatype datatype, MPI_Comm comm, int *bytes)
{
    int room = 0;
    void *packed;

    *bytes = 0;
    if (mpit__next.PMPI_Pack_size(count, datatype, comm, &room) != MPI_SUCCESS ||
        !(packed = malloc(room > 0 ? (size_t)room : 1)))
        return NULL;
    if (mpit__next.PMPI_Pack(buf, count, datatype, packed, room, bytes, comm) == MPI_SUCCESS)
        return packed;
    free(packed);
    return NULL;
}

int mpit__queue_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest,
                                 int sendtag, int source, int recvtag, MPI_Comm comm,
                                 MPI_Status *status)
{
    struct begun begun;
    void *packed = NULL;
    int bytes, rc;

    if (count >= 0 && datatype != MPI_DATATYPE_NULL)
        packed = pack(buf, count, datatype, comm, &bytes);
    if (packed)
        begin(&begun, buf, count, datatype, source, recvtag, comm);
    if (!packed || begun.how == NOTHING)
        rc = mpit__next.PMPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source,
                                              recvtag, comm, status);
    else
        rc = send_and_end(packed, bytes, MPI_PACKED, dest, sendtag, &begun, buf, count, datatype,
                          comm, status);
    free(packed);
    return rc;
}
