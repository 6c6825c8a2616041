/* Calls that make a communicator with messages of their own on another one.
 *
 * Where the vendor sends these as the program would (a fact: sends_as_the_program), one that comes
 * before this process makes the call must not be drained: the vendor's receive in the call would
 * wait for it for ever.  So such communicators are not drained by themselves (source.c).  Where all
 * processes are told to drain, they greet each other before the vendor's call is made, with
 * messages that are received out of our queue, too: none sends the vendor's messages before it
 * knows that the others have closed their queues.  (A greeting that waits counts as a message, as
 * the vendor's would.) */
#include "config.h"

#include "ground/message.h"
#include "mpi/receive.h"
#include "mpi/vendor.h"
#include "queue/calls.h"
#include "queue/source.h"
#include "queue/umq.h"

/* Longer than any of the vendor's first messages: it cannot be taken for one, nor one for it. */
static const char greeting[] = "mpit: nothing is drained here until MPI has made a communicator";

static bool is_greeted(void)
{
    return MPIT_FACT(sends_as_the_program) && mpit__source_is_drain_for_all();
}

static void open_or_close(MPI_Comm comm, void (*what)(struct mpit_object *comm))
{
    struct mpit_object *object = mpit__object_of_comm(comm);

    mpit__umq_lock();
    if (object)
        what(object);
    mpit__umq_unlock();
}

static bool take_held(MPI_Comm comm, int source, int tag, struct mpit_taken *taken)
{
    struct mpit_object *object = mpit__object_of_comm(comm);
    bool held;

    mpit__umq_lock();
    held = object && object->queue && mpit__umq_take_left(object->queue, source, tag, taken);
    mpit__umq_unlock();
    return held;
}

static int is_not_greeting(MPI_Comm comm, int source)
{
    mpit__message_node(
        MPIT_WARN, NULL,
        "a communicator cannot be made: process %d of the one that it is made on is not "
        "drained; set MPIT_UMQ_SOURCE=drain, and have libmpit, in all processes or none",
        source);
    return mpit__vendor_raise(comm, MPI_ERR_INTERN);
}

static int hear(MPI_Comm comm, int source, int tag)
{
    char heard[sizeof greeting];
    struct mpit_taken taken;
    MPI_Status status;
    int rc;

    if (!take_held(comm, source, tag, &taken)) {
        rc = mpit__next.PMPI_Mprobe(source, tag, comm, &taken.message, &status);
        if (rc != MPI_SUCCESS)
            return rc;
        taken.bytes = mpit__status_bytes(&status);
    }
    if (taken.bytes != sizeof greeting)
        return is_not_greeting(comm, source);
    return mpit__vendor_mrecv(heard, sizeof heard, MPI_CHAR, &taken.message, MPI_STATUS_IGNORE);
}

static int greet(MPI_Comm comm, int to, int from, int tag)
{
    MPI_Request sent;
    int rc = mpit__vendor_isend(greeting, sizeof greeting, MPI_CHAR, to, tag, comm, &sent);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = hear(comm, from, tag);
    return rc == MPI_SUCCESS ? mpit__next.PMPI_Wait(&sent, MPI_STATUS_IGNORE) : rc;
}

/* The rank in `all` of a member of the group. */
static int rank_of(MPI_Group group, int member, MPI_Group all)
{
    int rank = MPI_PROC_NULL;

    mpit__next.PMPI_Group_translate_ranks(group, 1, &member, all, &rank);
    return rank;
}

/* When the last round is over each knows, over others, that all have begun. */
static int greet_all(MPI_Comm comm, MPI_Group all, MPI_Group group, int n, int me, int tag)
{
    int rc = MPI_SUCCESS;

    for (int distance = 1; distance < n && rc == MPI_SUCCESS; distance *= 2)
        rc = greet(comm, rank_of(group, (me + distance) % n, all),
                   rank_of(group, (me - distance + n) % n, all), tag);
    return rc;
}

static int greet_group(MPI_Comm comm, MPI_Group group, int tag)
{
    int n = 0, me = MPI_UNDEFINED, rc;
    MPI_Group all;

    if ((rc = mpit__next.PMPI_Group_size(group, &n)) != MPI_SUCCESS ||
        (rc = mpit__next.PMPI_Group_rank(group, &me)) != MPI_SUCCESS || me == MPI_UNDEFINED ||
        (rc = mpit__next.PMPI_Comm_group(comm, &all)) != MPI_SUCCESS)
        return rc;
    rc = greet_all(comm, all, group, n, me, tag);
    mpit__next.PMPI_Group_free(&all);
    return rc;
}

/* What the vendor will refuse goes to it as it is. */
static bool is_made_on(MPI_Comm comm, int tag)
{
    int inter = 0;

    return comm != MPI_COMM_NULL && tag >= 0 &&
           mpit__next.PMPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && !inter;
}

int mpit__queue_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    int rc;

    if (!is_greeted() || !is_made_on(comm, tag) || group == MPI_GROUP_NULL)
        return mpit__next.PMPI_Comm_create_group(comm, group, tag, newcomm);
    open_or_close(comm, mpit__umq_close);
    rc = greet_group(comm, group, tag);
    if (rc == MPI_SUCCESS)
        rc = mpit__next.PMPI_Comm_create_group(comm, group, tag, newcomm);
    open_or_close(comm, mpit__umq_open);
    return rc;
}

/* The bridge is looked at by the leader alone (6.6.2). */
static bool is_leader(MPI_Comm comm, int leader)
{
    int rank = MPI_PROC_NULL;

    return comm != MPI_COMM_NULL && mpit__next.PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS &&
           rank == leader;
}

static bool is_rank_in(MPI_Comm comm, int rank)
{
    int size = 0;

    return rank >= 0 && mpit__next.PMPI_Comm_size(comm, &size) == MPI_SUCCESS && rank < size;
}

int mpit__queue_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm,
                                 int remote_leader, int tag, MPI_Comm *newcomm)
{
    int rc;

    if (!is_greeted() || !is_leader(local_comm, local_leader) || !is_made_on(bridge_comm, tag) ||
        !is_rank_in(bridge_comm, remote_leader))
        return mpit__next.PMPI_Intercomm_create(local_comm, local_leader, bridge_comm,
                                                remote_leader, tag, newcomm);
    open_or_close(bridge_comm, mpit__umq_close);
    rc = greet(bridge_comm, remote_leader, remote_leader, tag);
    if (rc == MPI_SUCCESS)
        rc = mpit__next.PMPI_Intercomm_create(local_comm, local_leader, bridge_comm, remote_leader,
                                              tag, newcomm);
    open_or_close(bridge_comm, mpit__umq_open);
    return rc;
}
