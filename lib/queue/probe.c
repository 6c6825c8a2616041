/* Probes: the oldest message that matches is in our queue if it is in any. */
#include "config.h"

#include <sched.h>

#include "mpi/vendor.h"
#include "queue/accept.h"
#include "queue/calls.h"
#include "queue/refresh.h"
#include "queue/umq.h"

/* What the MPI library does not take is its own: it says so before it looks for a message.  What it
 * has found is drained at once: from here on it is known to lie there. */
int mpit__queue_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    int rc = MPI_SUCCESS;

    if (!flag || !MPIT_ACCEPT_IS_STATUS(status))
        return mpit__next.PMPI_Iprobe(source, tag, comm, flag, status);
    mpit__umq_lock();
    if (mpit__umq_peek(comm, source, tag, status))
        *flag = 1;
    else if ((rc = mpit__next.PMPI_Iprobe(source, tag, comm, flag, status)) == MPI_SUCCESS && *flag)
        mpit__umq_peek(comm, source, tag, MPI_STATUS_IGNORE);
    mpit__umq_unlock();
    mpit__refresh();
    return rc;
}

static void hand_out(const struct mpit_taken *taken, MPI_Message *message, MPI_Status *status)
{
    *message = taken->message;
    if (status != MPI_STATUS_IGNORE)
        mpit__status_set(status, taken->source, taken->tag, taken->bytes);
}

static int match(int source, int tag, MPI_Comm comm, bool waited, int *flag, MPI_Message *message,
                 MPI_Status *status)
{
    MPI_Status own, *matched = status == MPI_STATUS_IGNORE ? &own : status;
    struct mpit_taken taken;
    int rc = MPI_SUCCESS;

    mpit__umq_lock();
    if (mpit__umq_take(comm, source, tag, waited, UINT64_MAX, &taken)) {
        *flag = 1;
        hand_out(&taken, message, status);
    } else {
        rc = mpit__next.PMPI_Improbe(source, tag, comm, flag, message, matched);
        if (rc == MPI_SUCCESS && *flag)
            mpit__umq_count_matched(comm, waited, matched);
    }
    mpit__umq_unlock();
    mpit__refresh();
    return rc;
}

int mpit__queue_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                        MPI_Status *status)
{
    if (!flag || !message || !MPIT_ACCEPT_IS_STATUS(status))
        return mpit__next.PMPI_Improbe(source, tag, comm, flag, message, status);
    return match(source, tag, comm, false, flag, message, status);
}

/* Below MPI_THREAD_MULTIPLE nobody drains while the vendor's blocking call waits.  Else it is asked
 * again and again, and the lock is free between. */
int mpit__queue_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    int flag = 0, rc;

    if (!MPIT_ACCEPT_IS_STATUS(status))
        return mpit__next.PMPI_Probe(source, tag, comm, status);
    if (!mpit__umq_threaded) {
        if (mpit__umq_peek(comm, source, tag, status))
            return MPI_SUCCESS;
        rc = mpit__next.PMPI_Probe(source, tag, comm, status);
        if (rc == MPI_SUCCESS)
            mpit__umq_peek(comm, source, tag, MPI_STATUS_IGNORE);
        return rc;
    }
    while ((rc = mpit__queue_Iprobe(source, tag, comm, &flag, status)) == MPI_SUCCESS && !flag)
        sched_yield();
    return rc;
}

static int probe_and_match(int source, int tag, MPI_Comm comm, MPI_Message *message,
                           MPI_Status *status)
{
    struct mpit_taken taken;

    if (!mpit__umq_take(comm, source, tag, false, UINT64_MAX, &taken)) {
        mpit__umq_count_receive(comm, source, tag);
        return mpit__next.PMPI_Mprobe(source, tag, comm, message, status);
    }
    hand_out(&taken, message, status);
    return MPI_SUCCESS;
}

int mpit__queue_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    int flag = 0, rc;

    if (!message || !MPIT_ACCEPT_IS_STATUS(status))
        return mpit__next.PMPI_Mprobe(source, tag, comm, message, status);
    if (!mpit__umq_threaded)
        return probe_and_match(source, tag, comm, message, status);
    for (bool waited = false;
         (rc = match(source, tag, comm, waited, &flag, message, status)) == MPI_SUCCESS && !flag;
         waited = true)
        sched_yield();
    return rc;
}
