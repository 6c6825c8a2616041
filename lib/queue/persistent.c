#include "config.h"

#include "queue/persistent.h"

#include <stdlib.h>

#include "ground/lock.h"
#include "mpi/handle.h"
#include "mpi/receive.h"
#include "mpi/vendor.h"
#include "profile/request_events.h"
#include "queue/calls.h"
#include "queue/receive.h"

_Atomic int mpit__persistent_begun;
_Thread_local bool mpit__persistent_is_freed;

/* Under MPIT_LOCK_QUEUE, at every thread level: receives are made watched or not. */
static struct mpit_keyed_table table;

static struct mpit_persistent *find(MPI_Request request)
{
    return (struct mpit_persistent *)mpit__keyed_find(&table, MPIT_KEY(request));
}

static struct mpit_persistent *locked_find(MPI_Request request)
{
    struct mpit_persistent *persistent;

    mpit__lock(MPIT_LOCK_QUEUE);
    persistent = find(request);
    mpit__unlock(MPIT_LOCK_QUEUE);
    return persistent;
}

bool mpit__persistent_find(int n, const MPI_Request requests[], struct mpit_persistent *found[])
{
    bool any = false;

    if (atomic_load_explicit(&mpit__persistent_begun, memory_order_relaxed) == 0 || n <= 0 ||
        !requests)
        return false;
    mpit__lock(MPIT_LOCK_QUEUE);
    for (int i = 0; i < n; i++) {
        struct mpit_persistent *persistent = find(requests[i]);

        found[i] = persistent && persistent->begun ? persistent : NULL;
        any |= found[i] != NULL;
    }
    mpit__unlock(MPIT_LOCK_QUEUE);
    return any;
}

/* The program may free its datatype while the request lives on: one made of it keeps it.  Nothing
 * is made of a predefined one, and attributes are not copied, as MPI_Type_dup would. */
static void keep_datatype(struct mpit_persistent *persistent, MPI_Datatype datatype)
{
    int integers, addresses, datatypes, combiner;

    persistent->datatype = datatype;
    if (mpit__next.PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner) !=
            MPI_SUCCESS ||
        combiner == MPI_COMBINER_NAMED)
        return;
    if (mpit__next.PMPI_Type_contiguous(1, datatype, &persistent->datatype) == MPI_SUCCESS &&
        mpit__next.PMPI_Type_commit(&persistent->datatype) == MPI_SUCCESS)
        persistent->own_datatype = true;
}

static void put_into_table(struct mpit_persistent *persistent)
{
    mpit__keyed_add(&table, &persistent->keyed, MPIT_KEY(persistent->request));
}

/* Not counted against mpit_memory_limit: a start that we do not know of could miss its message. */
void mpit__queue_persistent_made(void *buf, MPI_Count count, MPI_Datatype datatype, int source,
                                 int tag, MPI_Comm comm, MPI_Request request)
{
    struct mpit_object *object = mpit__object_of_comm(comm);
    struct mpit_persistent *persistent =
        source == MPI_PROC_NULL || !object ? NULL : calloc(1, sizeof *persistent);

    if (!persistent)
        return;
    persistent->request = request;
    persistent->buf = buf;
    persistent->count = count;
    persistent->source = source;
    persistent->tag = tag;
    persistent->comm = comm;
    keep_datatype(persistent, datatype);
    mpit__lock(MPIT_LOCK_QUEUE);
    persistent->umq = mpit__umq_hold(object);
    put_into_table(persistent);
    mpit__unlock(MPIT_LOCK_QUEUE);
}

/* Out of the table before the vendor frees it: another thread may make one with its handle before
 * the call is back. */
struct mpit_persistent *mpit__queue_persistent_free_begins(MPI_Request request)
{
    struct mpit_persistent *persistent;

    mpit__persistent_is_freed = false;
    if (request == MPI_REQUEST_NULL)
        return NULL;
    mpit__lock(MPIT_LOCK_QUEUE);
    persistent = find(request);
    if (persistent)
        mpit__keyed_remove(&table, &persistent->keyed);
    mpit__unlock(MPIT_LOCK_QUEUE);
    mpit__persistent_is_freed = persistent != NULL;
    return persistent;
}

/* An active one goes on receiving (3.9), and so keeps its scratch memory. */
static void give_up(struct mpit_persistent *persistent)
{
    if (persistent->begun) {
        mpit__next.PMPI_Request_free(&persistent->behind);
        atomic_fetch_sub(&mpit__persistent_begun, 1);
        mpit__watch_serve(-1);
    }
    if (persistent->own_datatype)
        mpit__next.PMPI_Type_free(&persistent->datatype);
    free(persistent);
}

void mpit__queue_persistent_free_ends(struct mpit_persistent *persistent, bool freed)
{
    if (!persistent)
        return;
    mpit__lock(MPIT_LOCK_QUEUE);
    if (!freed)
        put_into_table(persistent);
    else if (persistent->umq)
        mpit__umq_release(persistent->umq);
    mpit__unlock(MPIT_LOCK_QUEUE);
    if (freed)
        give_up(persistent);
}

void mpit__queue_persistent_forget(MPI_Request request)
{
    mpit__queue_persistent_free_ends(mpit__queue_persistent_free_begins(request), true);
}

/* Receives a message that was taken for it; into scratch memory where the vendor would raise the
 * error of a truncated one elsewhere than it does for a persistent request. */
static int begin(struct mpit_persistent *persistent)
{
    struct mpit_taken *taken = &persistent->taken;
    void *buf = persistent->buf;
    MPI_Count count = persistent->count;
    int rc;
    MPI_Datatype datatype = persistent->datatype;

    if (MPIT_FACT(errors_wander) && mpit__receive_is_truncated(taken, count, datatype)) {
        buf = persistent->scratch = mpit__vendor_scratch(taken->bytes, &count, &datatype);
        persistent->scratch_type = datatype;
        if (!buf)
            return mpit__vendor_raise(persistent->comm, MPI_ERR_NO_MEM);
    }
    rc = mpit__vendor_imrecv(buf, count, datatype, &taken->message, &persistent->behind);
    if (rc != MPI_SUCCESS)
        return rc;
    persistent->begun = true;
    atomic_fetch_add(&mpit__persistent_begun, 1);
    mpit__watch_serve(1);
    return MPI_SUCCESS;
}

int mpit__persistent_end(struct mpit_persistent *persistent, MPI_Status *status)
{
    persistent->begun = false;
    atomic_fetch_sub(&mpit__persistent_begun, 1);
    mpit__watch_serve(-1);
    if (!persistent->scratch)
        return MPI_SUCCESS;
    mpit__vendor_scratch_free(persistent->scratch, &persistent->scratch_type);
    persistent->scratch = NULL;
    if (status && status != MPI_STATUS_IGNORE)
        mpit__status_set(status, persistent->taken.source, persistent->taken.tag, 0);
    return MPI_ERR_TRUNCATE;
}

static bool take(struct mpit_persistent *persistent)
{
    if (!persistent || !persistent->umq)
        return false;
    if (!persistent->umq->object)
        return mpit__umq_take_left(persistent->umq, persistent->source, persistent->tag,
                                   &persistent->taken);
    return mpit__receive_take(persistent->count, persistent->datatype, persistent->source,
                              persistent->tag, persistent->comm, &persistent->taken);
}

int mpit__queue_Start(MPI_Request *request)
{
    struct mpit_persistent *persistent = request ? locked_find(*request) : NULL;
    bool taken;
    int rc;

    mpit__umq_lock();
    taken = take(persistent);
    rc = taken ? begin(persistent) : mpit__next.PMPI_Start(request);
    mpit__umq_unlock();
    if (taken && (mpit__watch_mask(&mpit__watch) & MPIT_WATCH_EVENTS))
        mpit__request_event_matched(*request);
    return rc;
}

/* One that is none lets the MPI library start no other. */
static bool are_there(int count, const MPI_Request requests[])
{
    if (count <= 0 || !requests || mpit__vendor_requests_there(count, requests) < count)
        return false;
    for (int i = 0; i < count; i++)
        if (requests[i] == MPI_REQUEST_NULL)
            return false;
    return true;
}

int mpit__queue_Startall(int count, MPI_Request requests[])
{
    int rc = MPI_SUCCESS;

    if (!are_there(count, requests))
        return mpit__next.PMPI_Startall(count, requests);
    for (int i = 0; i < count && rc == MPI_SUCCESS; i++)
        rc = mpit__queue_Start(&requests[i]);
    return rc;
}

/* What it receives later goes by what it was made with: mpit__queue_persistent_made. */
int mpit__queue_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                          MPI_Comm comm, MPI_Request *request)
{
    return mpit__next.PMPI_Recv_init(buf, count, datatype, source, tag, comm, request);
}

#if defined(MPIT_HAS_Recv_init_c)
int mpit__queue_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                            MPI_Comm comm, MPI_Request *request)
{
    return mpit__next.PMPI_Recv_init_c(buf, count, datatype, source, tag, comm, request);
}
#endif
