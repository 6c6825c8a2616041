/* Receives: what is in our queue came before anything that the vendor still has, so it is looked
 * for there first. */
#include "config.h"

#include "queue/receive.h"

#include <stdlib.h>

#include "mpi/facts.h"
#include "mpi/receive.h"
#include "mpi/vendor.h"
#include "profile/raise.h"
#include "queue/accept.h"
#include "queue/calls.h"
#include "queue/umq.h"

static uint64_t room_of(MPI_Count count, MPI_Datatype datatype)
{
    return (uint64_t)count * mpit__vendor_type_size(datatype);
}

/* Asked for by an event alone: else it is as good as endless. */
static uint64_t room_that_matters(MPI_Count count, MPI_Datatype datatype)
{
    return mpit__raise_is_wanted(MPIT_EVENT_message_matched) ? room_of(count, datatype)
                                                             : UINT64_MAX;
}

bool mpit__receive_take(MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                        struct mpit_taken *taken)
{
    if (count < 0 || datatype == MPI_DATATYPE_NULL)
        return false;
    if (mpit__umq_take(comm, source, tag, false, room_that_matters(count, datatype), taken))
        return true;
    mpit__umq_count_receive(comm, source, tag);
    return false;
}

bool mpit__receive_is_truncated(const struct mpit_taken *taken, MPI_Count count,
                                MPI_Datatype datatype)
{
    return taken->bytes > room_of(count, datatype);
}

/* A receive with less room than the message takes, where the vendor's MPI_Mrecv does not fail as
 * its MPI_Recv does: the message is gone, the buffer as it was, the status tells of 0 bytes, and
 * the error is raised on the communicator. */
static int receive_truncated(struct mpit_taken *taken, MPI_Comm comm, MPI_Status *status)
{
    MPI_Datatype datatype;
    MPI_Count count;
    int rc;
    void *scratch = mpit__vendor_scratch(taken->bytes, &count, &datatype);

    if (!scratch)
        return mpit__vendor_raise(comm, MPI_ERR_NO_MEM);
    rc = mpit__vendor_mrecv(scratch, count, datatype, &taken->message, MPI_STATUS_IGNORE);
    mpit__vendor_scratch_free(scratch, &datatype);
    if (status != MPI_STATUS_IGNORE)
        mpit__status_set(status, taken->source, taken->tag, 0);
    return rc == MPI_SUCCESS ? mpit__vendor_raise(comm, MPI_ERR_TRUNCATE) : rc;
}

static int receive_taken(struct mpit_taken *taken, void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Comm comm, MPI_Status *status)
{
    if (MPIT_FACT(errors_wander) && mpit__receive_is_truncated(taken, count, datatype))
        return receive_truncated(taken, comm, status);
    return mpit__vendor_mrecv(buf, count, datatype, &taken->message, status);
}

/* How far a blocking receive has come: its message was there, or it is posted under the lock to
 * be waited for outside, or nothing is done, and the vendor's own call may follow. */
struct begun {
    enum { NOTHING, TAKEN, POSTED, REFUSED } how;
    struct mpit_taken taken;
    MPI_Request request;
    int rc; /* of REFUSED */
};

static void begin(struct begun *begun, void *buf, MPI_Count count, MPI_Datatype datatype,
                  int source, int tag, MPI_Comm comm)
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

static int end(struct begun *begun, void *buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Comm comm, MPI_Status *status)
{
    if (begun->how == TAKEN)
        return receive_taken(&begun->taken, buf, count, datatype, comm, status);
    return begun->how == POSTED ? mpit__vendor_wait_posted(&begun->request, status) : begun->rc;
}

/* The receive has begun: the send goes along with it, and both are complete at the end. */
static int send_and_end(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                        int sendtag, struct begun *begun, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype, MPI_Comm comm, MPI_Status *status)
{
    MPI_Request send;
    int sent, rc;

    if (begun->how == REFUSED)
        return begun->rc;
    sent = mpit__vendor_isend(sendbuf, sendcount, sendtype, dest, sendtag, comm, &send);
    if (sent != MPI_SUCCESS && begun->how == POSTED) {
        mpit__vendor_withdraw_posted(&begun->request);
        return sent;
    }
    rc = end(begun, recvbuf, recvcount, recvtype, comm, status);
    if (sent == MPI_SUCCESS)
        sent = mpit__next.PMPI_Wait(&send, MPI_STATUS_IGNORE);
    return rc == MPI_SUCCESS ? sent : rc;
}

/* The calls, with small counts and, those that the vendor has, with large ones.  What
 * MPI_Sendrecv_replace sends is packed first, so that the receive may overwrite it. */
#define COUNT         int
#define CALLED(name)  mpit__queue_##name
#define VENDORS(name) mpit__next.PMPI_##name
#define THERE(name)   1
#include "queue/receive_calls.h"
#undef THERE
#undef VENDORS
#undef CALLED
#undef COUNT

#define COUNT         MPI_Count
#define CALLED(name)  mpit__queue_##name##_c
#define VENDORS(name) mpit__next.PMPI_##name##_c
#define THERE(name)   MPIT_IS_THERE(name##_c)
#include "queue/receive_calls.h"
