/* What each payload of calls.def does before and after the vendor's call.
 *
 * The macros use the row's formals by the standard's names, `frame`, and the return code `rc`.
 * Nothing of a failed call is counted; what a completion call completed is taken out of our table
 * all the same. */
#ifndef MPIT_HOOK_PAYLOAD_H
#define MPIT_HOOK_PAYLOAD_H

#include "hook/record.h"
#include "queue/queue.h"

#define MPIT_OK (rc == MPI_SUCCESS)

/* A status of our own where the program ignores it: it says what was received. */
#define OWN_STATUS                                                                                 \
    MPI_Status own_status;                                                                         \
    if (status == MPI_STATUS_IGNORE)                                                               \
        status = &own_status;

#define MPIT_BEFORE_none
#define MPIT_AFTER_none

#define MPIT_BEFORE_comm
#define MPIT_AFTER_comm mpit__record_comm(&frame, comm);

#define MPIT_BEFORE_send
#define MPIT_AFTER_send                                                                            \
    if (MPIT_OK)                                                                                   \
        mpit__record_send(&frame, count, datatype, dest, comm);

#define MPIT_BEFORE_isend
#define MPIT_AFTER_isend                                                                           \
    if (MPIT_OK) {                                                                                 \
        mpit__record_send(&frame, count, datatype, dest, comm);                                    \
        mpit__record_isend(&frame, dest, comm, *request);                                          \
    }

#define MPIT_BEFORE_send_init
#define MPIT_AFTER_send_init                                                                       \
    if (MPIT_OK)                                                                                   \
        mpit__record_persistent(&frame, false, count, datatype, dest, comm, *request);

#define MPIT_BEFORE_recv_init
#define MPIT_AFTER_recv_init                                                                       \
    if (MPIT_OK) {                                                                                 \
        mpit__record_persistent(&frame, true, count, datatype, source, comm, *request);            \
        mpit__queue_persistent_made(buf, count, datatype, source, tag, comm, *request);            \
    }

#define MPIT_BEFORE_start
#define MPIT_AFTER_start                                                                           \
    if (MPIT_OK)                                                                                   \
        mpit__record_start(&frame, *request);

#define MPIT_BEFORE_startall
#define MPIT_AFTER_startall                                                                        \
    for (int i = 0; MPIT_OK && i < count; i++)                                                     \
        mpit__record_start(&frame, array_of_requests[i]);

#define MPIT_BEFORE_sendrecv OWN_STATUS
#define MPIT_AFTER_sendrecv                                                                        \
    if (MPIT_OK) {                                                                                 \
        mpit__record_send(&frame, sendcount, sendtype, dest, comm);                                \
        mpit__record_recv(&frame, comm, status);                                                   \
    }

#define MPIT_BEFORE_sendrecv_replace OWN_STATUS
#define MPIT_AFTER_sendrecv_replace                                                                \
    if (MPIT_OK) {                                                                                 \
        mpit__record_send(&frame, count, datatype, dest, comm);                                    \
        mpit__record_recv(&frame, comm, status);                                                   \
    }

#define MPIT_BEFORE_recv OWN_STATUS
#define MPIT_AFTER_recv                                                                            \
    if (MPIT_OK)                                                                                   \
        mpit__record_recv(&frame, comm, status);

#define MPIT_BEFORE_irecv
#define MPIT_AFTER_irecv                                                                           \
    if (MPIT_OK)                                                                                   \
        mpit__record_irecv(&frame, source, comm, *request);

#define MPIT_BEFORE_mprobe
#define MPIT_AFTER_mprobe                                                                          \
    mpit__record_comm(&frame, comm);                                                               \
    if (MPIT_OK)                                                                                   \
        mpit__record_matched(&frame, comm, *message);

#define MPIT_BEFORE_improbe
#define MPIT_AFTER_improbe                                                                         \
    mpit__record_comm(&frame, comm);                                                               \
    if (MPIT_OK && *flag)                                                                          \
        mpit__record_matched(&frame, comm, *message);

/* The message handle is gone after the call. */
#define MPIT_BEFORE_mrecv                                                                          \
    MPI_Message matched = message ? *message : MPI_MESSAGE_NULL;                                   \
    OWN_STATUS
#define MPIT_AFTER_mrecv                                                                           \
    if (MPIT_OK)                                                                                   \
        mpit__record_mrecv(&frame, matched, status);

#define MPIT_BEFORE_imrecv MPI_Message matched = message ? *message : MPI_MESSAGE_NULL;
#define MPIT_AFTER_imrecv                                                                          \
    if (MPIT_OK)                                                                                   \
        mpit__record_imrecv(&frame, matched, *request);

#define BEFORE_ONE                                                                                 \
    MPI_Request before = request ? *request : MPI_REQUEST_NULL;                                    \
    OWN_STATUS
#define MPIT_BEFORE_wait BEFORE_ONE
#define MPIT_AFTER_wait mpit__record_complete(&frame, before, MPIT_OK ? status : NULL);

/* A test that failed has ended its request as well, unless it left it as it was. */
#define MPIT_BEFORE_test BEFORE_ONE
#define MPIT_AFTER_test                                                                            \
    if (MPIT_OK ? *flag : request && *request != before)                                           \
        mpit__record_complete(&frame, before, MPIT_OK ? status : NULL);

#define BEFORE_MANY(n)                                                                             \
    struct mpit_copies copies;                                                                     \
    bool copied = mpit__copies_take(&copies, &frame, n, array_of_requests, array_of_statuses);     \
    if (copied)                                                                                    \
        array_of_statuses = copies.statuses;
#define AFTER_MANY                                                                                 \
    if (copied)                                                                                    \
        mpit__copies_give(&copies);

#define MPIT_BEFORE_waitall BEFORE_MANY(count)
#define MPIT_AFTER_waitall                                                                         \
    if (copied)                                                                                    \
        mpit__record_completed_all(&frame, &copies, rc, count);                                    \
    AFTER_MANY

#define MPIT_BEFORE_testall BEFORE_MANY(count)
#define MPIT_AFTER_testall                                                                         \
    if (copied && (!MPIT_OK || *flag))                                                             \
        mpit__record_completed_all(&frame, &copies, rc, count);                                    \
    AFTER_MANY

#define MPIT_BEFORE_waitsome BEFORE_MANY(incount)
#define MPIT_AFTER_waitsome                                                                        \
    if (copied)                                                                                    \
        mpit__record_completed_some(&frame, &copies, rc, *outcount, array_of_indices);             \
    AFTER_MANY

#define BEFORE_ANY                                                                                 \
    struct mpit_copies copies;                                                                     \
    bool copied = mpit__copies_take(&copies, &frame, count, array_of_requests, NULL);              \
    OWN_STATUS
#define MPIT_BEFORE_waitany BEFORE_ANY
#define MPIT_AFTER_waitany                                                                         \
    if (copied && *indx != MPI_UNDEFINED && *indx >= 0 && *indx < count)                           \
        mpit__record_complete(&frame, copies.requests[*indx], MPIT_OK ? status : NULL);            \
    AFTER_MANY

#define MPIT_BEFORE_testany BEFORE_ANY
#define MPIT_AFTER_testany                                                                         \
    if (copied && (!MPIT_OK || *flag) && *indx != MPI_UNDEFINED && *indx >= 0 && *indx < count)    \
        mpit__record_complete(&frame, copies.requests[*indx], MPIT_OK ? status : NULL);            \
    AFTER_MANY

/* Before, because another thread may get the handle anew as soon as the vendor has freed it. */
#define MPIT_BEFORE_request_free                                                                   \
    MPI_Request before = request ? *request : MPI_REQUEST_NULL;                                    \
    mpit__queue_persistent_freed(before);
#define MPIT_AFTER_request_free                                                                    \
    if (MPIT_OK)                                                                                   \
        mpit__record_request_freed(&frame, before);

#define COLLECTIVE_AFTER(op, contributes)                                                          \
    if (MPIT_OK)                                                                                   \
        mpit__record_collective(&frame, MPIT_COLLECTIVE_##op, comm, contributes, count, datatype);

#define MPIT_BEFORE_barrier
#define MPIT_AFTER_barrier                                                                         \
    if (MPIT_OK)                                                                                   \
        mpit__record_collective(&frame, MPIT_COLLECTIVE_barrier, comm, false, 0, MPI_BYTE);
#define MPIT_BEFORE_bcast
#define MPIT_AFTER_bcast COLLECTIVE_AFTER(bcast, mpit__record_is_root(comm, root))
#define MPIT_BEFORE_reduce
#define MPIT_AFTER_reduce COLLECTIVE_AFTER(reduce, mpit__record_gives_to_root(root))
#define MPIT_BEFORE_allreduce
#define MPIT_AFTER_allreduce COLLECTIVE_AFTER(allreduce, true)

#define MPIT_BEFORE_new_comm
#define MPIT_AFTER_new_comm                                                                        \
    if (MPIT_OK)                                                                                   \
        mpit__object_comm_made(*newcomm);

/* Before, because another thread may get the handle anew as soon as the vendor has freed it. */
#define MPIT_BEFORE_free_comm                                                                      \
    if (comm && *comm != MPI_COMM_NULL)                                                            \
        mpit__object_comm_ended(*comm);
#define MPIT_AFTER_free_comm

#define MPIT_BEFORE_free_type atomic_fetch_add(&mpit__object_epoch, 1);
#define MPIT_AFTER_free_type

#endif
