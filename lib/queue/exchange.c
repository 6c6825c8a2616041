/* MPI_Isendrecv and MPI_Isendrecv_replace (MPI 4.0): one request for a send and a receive.
 *
 * The vendor's own receive would not find what our queue holds, and MPICH 4.0 leaves in the status
 * what the request's last user had.  So the program is given the request of the receive, which our
 * MPI_Irecv has made, and what it sends goes out of a copy: the program may use its buffer again
 * once the receive is complete, and we wait for the send. */
#include "config.h"

#include "queue/exchange.h"

#include <stdbool.h>
#include <stdlib.h>

#include "ground/lock.h"
#include "mpi/available.h"
#include "mpi/receive.h"
#include "mpi/vendor.h"
#include "queue/accept.h"
#include "queue/calls.h"

struct copy {
    MPI_Request request; /* of its send */
    void *packed;
    MPI_Count bytes;
    struct copy *next;
};

/* Under MPIT_LOCK_QUEUE, the oldest first. */
static struct copy *first, **end = &first;

static void forget(struct copy *copy)
{
    free(copy->packed);
    free(copy);
}

static struct copy *take_oldest(void)
{
    struct copy *oldest = first;

    first = oldest->next;
    if (!first)
        end = &first;
    return oldest;
}

static void forget_sent(void)
{
    int done = 1;

    while (first &&
           mpit__next.PMPI_Test(&first->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done)
        forget(take_oldest());
}

void mpit__exchange_end(void)
{
    while (first) {
        struct copy *copy = take_oldest();

        mpit__next.PMPI_Wait(&copy->request, MPI_STATUS_IGNORE);
        forget(copy);
    }
}

static void keep(struct copy *copy)
{
    mpit__lock(MPIT_LOCK_QUEUE);
    forget_sent();
    copy->next = NULL;
    *end = copy;
    end = &copy->next;
    mpit__unlock(MPIT_LOCK_QUEUE);
}

static struct copy *make_copy(const void *buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Comm comm)
{
    struct copy *copy = malloc(sizeof *copy);

    if (copy && !(copy->packed = mpit__vendor_packed(buf, count, datatype, comm, &copy->bytes))) {
        free(copy);
        return NULL;
    }
    return copy;
}

static int send(struct copy *copy, int dest, int tag, MPI_Comm comm)
{
    int rc =
        mpit__vendor_isend(copy->packed, copy->bytes, MPI_PACKED, dest, tag, comm, &copy->request);

    if (rc == MPI_SUCCESS)
        keep(copy);
    else
        forget(copy);
    return rc;
}

/* The MPI library is asked what it accepts by the blocking calls (accept.h): MPICH 4.0 crashes in
 * the nonblocking ones where they go to MPI_PROC_NULL.
 *
 * Our own receive: with large counts where the vendor's is there, else every count is an int. */
#define RECEIVE MPIT_IF_THERE(Irecv_c, mpit__queue_Irecv_c, mpit__queue_Irecv)

/* False without memory: nothing has been done then.  The copy is made before the receive may write
 * into its place.  Nobody calls it where the vendor has none of the calls below. */
__attribute__((unused)) static bool exchange(const void *sendbuf, MPI_Count sendcount,
                                             MPI_Datatype sendtype, int dest, int sendtag,
                                             void *recvbuf, MPI_Count recvcount,
                                             MPI_Datatype recvtype, int source, int recvtag,
                                             MPI_Comm comm, MPI_Request *request, int *rc)
{
    struct copy *copy = NULL;

    if (dest != MPI_PROC_NULL && !(copy = make_copy(sendbuf, sendcount, sendtype, comm)))
        return false;
    *rc =
        RECEIVE(recvbuf, (MPIT_COUNT_OF(Irecv))recvcount, recvtype, source, recvtag, comm, request);
    if (!copy)
        return true;
    if (*rc != MPI_SUCCESS) {
        forget(copy);
        return true;
    }
    *rc = send(copy, dest, sendtag, comm);
    if (*rc != MPI_SUCCESS)
        mpit__vendor_withdraw_posted(request);
    return true;
}

#if defined(MPIT_HAS_Isendrecv)
int mpit__queue_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                          int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                          int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    int rc;

    if (!request)
        return mpit__next.PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                         recvcount, recvtype, source, recvtag, comm, request);
    if (!mpit__accept_is_dest(comm, dest, sendtag) ||
        !mpit__accept_is_seen(sendbuf, sendcount, sendtype) ||
        !mpit__accept_is_seen(recvbuf, recvcount, recvtype)) {
        rc = mpit__next.PMPI_Sendrecv(sendbuf, sendcount, sendtype, mpit__accept_dest(comm, dest),
                                      sendtag, recvbuf, recvcount, recvtype, MPI_PROC_NULL, recvtag,
                                      comm, MPI_STATUS_IGNORE);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    return exchange(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                    source, recvtag, comm, request, &rc)
               ? rc
               : mpit__next.PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                           recvcount, recvtype, source, recvtag, comm, request);
}
#endif

#if defined(MPIT_HAS_Isendrecv_replace)
int mpit__queue_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest,
                                  int sendtag, int source, int recvtag, MPI_Comm comm,
                                  MPI_Request *request)
{
    int rc;

    if (!request)
        return mpit__next.PMPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source,
                                                 recvtag, comm, request);
    if (!mpit__accept_is_dest(comm, dest, sendtag) || !mpit__accept_is_seen(buf, count, datatype)) {
        rc = mpit__next.PMPI_Sendrecv_replace(buf, count, datatype, mpit__accept_dest(comm, dest),
                                              sendtag, MPI_PROC_NULL, recvtag, comm,
                                              MPI_STATUS_IGNORE);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    return exchange(buf, count, datatype, dest, sendtag, buf, count, datatype, source, recvtag,
                    comm, request, &rc)
               ? rc
               : mpit__next.PMPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source,
                                                   recvtag, comm, request);
}
#endif

#if defined(MPIT_HAS_Isendrecv_c)
int mpit__queue_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                            int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                            MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                            MPI_Request *request)
{
    int rc;

    if (!request)
        return mpit__next.PMPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                           recvcount, recvtype, source, recvtag, comm, request);
    if (!mpit__accept_is_dest(comm, dest, sendtag) ||
        !mpit__accept_is_seen(sendbuf, sendcount, sendtype) ||
        !mpit__accept_is_seen(recvbuf, recvcount, recvtype)) {
        rc = MPIT_NEXT_OF(Sendrecv_c, Sendrecv)(
            sendbuf, (MPIT_COUNT_OF(Sendrecv))sendcount, sendtype, mpit__accept_dest(comm, dest),
            sendtag, recvbuf, (MPIT_COUNT_OF(Sendrecv))recvcount, recvtype, MPI_PROC_NULL, recvtag,
            comm, MPI_STATUS_IGNORE);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    return exchange(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                    source, recvtag, comm, request, &rc)
               ? rc
               : mpit__next.PMPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                                             recvcount, recvtype, source, recvtag, comm, request);
}
#endif

#if defined(MPIT_HAS_Isendrecv_replace_c)
int mpit__queue_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                                    int sendtag, int source, int recvtag, MPI_Comm comm,
                                    MPI_Request *request)
{
    int rc;

    if (!request)
        return mpit__next.PMPI_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source,
                                                   recvtag, comm, request);
    if (!mpit__accept_is_dest(comm, dest, sendtag) || !mpit__accept_is_seen(buf, count, datatype)) {
        rc = MPIT_NEXT_OF(Sendrecv_replace_c, Sendrecv_replace)(
            buf, (MPIT_COUNT_OF(Sendrecv_replace))count, datatype, mpit__accept_dest(comm, dest),
            sendtag, MPI_PROC_NULL, recvtag, comm, MPI_STATUS_IGNORE);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    return exchange(buf, count, datatype, dest, sendtag, buf, count, datatype, source, recvtag,
                    comm, request, &rc)
               ? rc
               : mpit__next.PMPI_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source,
                                                     recvtag, comm, request);
}
#endif
