/* The receiving calls, included by receive.c once for each type of COUNT: the queue's are
 * CALLED(name), the vendor's VENDORS(name), which are there where THERE(name). */

#if THERE(Recv)
int CALLED(Recv)(void *buf, COUNT count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                 MPI_Status *status)
{
    struct begun begun;

    if (!mpit__accept_is_served(comm, source))
        return VENDORS(Recv)(buf, count, datatype, source, tag, comm, status);
    if (!MPIT_ACCEPT_IS_STATUS(status) || !mpit__accept_is_seen(buf, count, datatype)) {
        int rc = VENDORS(Recv)(buf, count, datatype, MPI_PROC_NULL, tag, comm,
                               MPIT_ACCEPT_STATUS(status));

        if (rc != MPI_SUCCESS)
            return rc;
        mpit__accept_was_found(count, datatype);
    }
    begin(&begun, buf, count, datatype, source, tag, comm);
    if (begun.how == NOTHING)
        return VENDORS(Recv)(buf, count, datatype, source, tag, comm, status);
    return end(&begun, buf, count, datatype, comm, status);
}
#endif

#if THERE(Irecv)
int CALLED(Irecv)(void *buf, COUNT count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                  MPI_Request *request)
{
    struct mpit_taken taken;
    int rc;

    if (!mpit__accept_is_served(comm, source))
        return VENDORS(Irecv)(buf, count, datatype, source, tag, comm, request);
    if (!request || !mpit__accept_is_seen(buf, count, datatype)) {
        MPI_Request nobody;

        rc = mpit__accept_end(VENDORS(Irecv)(buf, count, datatype, MPI_PROC_NULL, tag, comm,
                                             request ? &nobody : NULL),
                              &nobody);
        if (rc != MPI_SUCCESS)
            return rc;
        mpit__accept_was_found(count, datatype);
    }
    mpit__umq_lock();
    rc = mpit__receive_take(count, datatype, source, tag, comm, &taken)
             ? mpit__vendor_imrecv(buf, count, datatype, &taken.message, request)
             : VENDORS(Irecv)(buf, count, datatype, source, tag, comm, request);
    mpit__umq_unlock();
    return rc;
}
#endif

#if THERE(Mrecv)
/* A message that the program has matched is its own: our queue does not have it any more. */
int CALLED(Mrecv)(void *buf, COUNT count, MPI_Datatype datatype, MPI_Message *message,
                  MPI_Status *status)
{
    return VENDORS(Mrecv)(buf, count, datatype, message, status);
}
#endif

#if THERE(Imrecv)
int CALLED(Imrecv)(void *buf, COUNT count, MPI_Datatype datatype, MPI_Message *message,
                   MPI_Request *request)
{
    return VENDORS(Imrecv)(buf, count, datatype, message, request);
}
#endif

#if THERE(Sendrecv)
int CALLED(Sendrecv)(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, int dest,
                     int sendtag, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, int source,
                     int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct begun begun;
    int rc, error;

    if (!mpit__accept_is_served(comm, source))
        return VENDORS(Sendrecv)(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                 recvtype, source, recvtag, comm, status);
    if (!MPIT_ACCEPT_IS_STATUS(status) || !mpit__accept_is_dest(comm, dest, sendtag) ||
        !mpit__accept_is_seen(sendbuf, sendcount, sendtype) ||
        !mpit__accept_is_seen(recvbuf, recvcount, recvtype)) {
        rc = VENDORS(Sendrecv)(sendbuf, sendcount, sendtype, mpit__accept_dest(comm, dest), sendtag,
                               recvbuf, recvcount, recvtype, MPI_PROC_NULL, recvtag, comm,
                               MPIT_ACCEPT_STATUS(status));
        if (rc != MPI_SUCCESS)
            return rc;
        mpit__accept_was_found(sendcount, sendtype);
        mpit__accept_was_found(recvcount, recvtype);
    }
    error = status == MPI_STATUS_IGNORE ? MPI_SUCCESS : status->MPI_ERROR;
    begin(&begun, recvbuf, recvcount, recvtype, source, recvtag, comm);
    if (begun.how == NOTHING)
        return VENDORS(Sendrecv)(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                 recvtype, source, recvtag, comm, status);
    rc = send_and_end(sendbuf, sendcount, sendtype, dest, sendtag, &begun, recvbuf, recvcount,
                      recvtype, comm, status);
    if (MPIT_FACT(leaves_error) && status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = error;
    return rc;
}
#endif

#if THERE(Sendrecv_replace)
int CALLED(Sendrecv_replace)(void *buf, COUNT count, MPI_Datatype datatype, int dest, int sendtag,
                             int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct begun begun;
    MPI_Count bytes;
    void *packed;
    int rc;

    if (!mpit__accept_is_served(comm, source))
        return VENDORS(Sendrecv_replace)(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                         status);
    if (!MPIT_ACCEPT_IS_STATUS(status) || !mpit__accept_is_dest(comm, dest, sendtag) ||
        !mpit__accept_is_seen(buf, count, datatype)) {
        rc = VENDORS(Sendrecv_replace)(buf, count, datatype, mpit__accept_dest(comm, dest), sendtag,
                                       MPI_PROC_NULL, recvtag, comm, MPIT_ACCEPT_STATUS(status));
        if (rc != MPI_SUCCESS)
            return rc;
        mpit__accept_was_found(count, datatype);
    }
    packed = mpit__vendor_packed(buf, count, datatype, comm, &bytes);
    if (packed)
        begin(&begun, buf, count, datatype, source, recvtag, comm);
    if (!packed || begun.how == NOTHING)
        rc = VENDORS(Sendrecv_replace)(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                       status);
    else
        rc = send_and_end(packed, bytes, MPI_PACKED, dest, sendtag, &begun, buf, count, datatype,
                          comm, status);
    free(packed);
    return rc;
}
#endif
