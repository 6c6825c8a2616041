/* Calls that make a communicator with messages of their own on another one.
 *
 * Open MPI sends these as the program would, with the tag that the program gives to the call.
 * What has come before this process makes the call, and was drained, cannot be put back: the call
 * would wait for it for ever.  So it is not made, and said why.  (MPICH's messages are apart from
 * the program's.) */
#include "config.h"

#include "message.h"
#include "queue/queue.h"
#include "queue/umq.h"
#include "vendor/receive.h"
#include "vendor/vendor.h"

#if defined(MPIT_OPENMPI)
#define MESSAGES_ARE_THE_PROGRAMS 1
#else
#define MESSAGES_ARE_THE_PROGRAMS 0
#endif

static bool is_held(MPI_Comm comm, int source, int tag)
{
    bool held;

    mpit__umq_lock();
    held = MESSAGES_ARE_THE_PROGRAMS && mpit__umq_holds(comm, source, tag);
    mpit__umq_unlock();
    return held;
}

int mpit__queue_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm,
                                 int remote_leader, int tag, MPI_Comm *newcomm)
{
    int rank = -1;

    /* The bridge is looked at by the leader alone (6.6.2). */
    if (mpit__next.PMPI_Comm_rank(local_comm, &rank) == MPI_SUCCESS && rank == local_leader &&
        is_held(bridge_comm, remote_leader, tag)) {
        mpit__message(MPIT_WARN,
                      "MPI_Intercomm_create cannot go on: its first message, with tag %d, was "
                      "drained into the unexpected queue; set MPIT_UMQ_SOURCE=vendor",
                      tag);
        return mpit__vendor_raise(bridge_comm, MPI_ERR_INTERN);
    }
    return mpit__next.PMPI_Intercomm_create(local_comm, local_leader, bridge_comm, remote_leader,
                                            tag, newcomm);
}

/* A message with this tag may be one of the program's, here (6.4.2): the call is made. */
int mpit__queue_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    if (is_held(comm, MPI_ANY_SOURCE, tag))
        mpit__message(MPIT_WARN,
                      "MPI_Comm_create_group may not return: a message with its tag %d was drained "
                      "into the unexpected queue; if it does not, set MPIT_UMQ_SOURCE=vendor",
                      tag);
    return mpit__next.PMPI_Comm_create_group(comm, group, tag, newcomm);
}
