/* Completion calls.  A persistent receive that was started on a message of our queue has another
 * request behind it: the vendor is given that one, the program keeps its own. */
#include "config.h"

#include <stdlib.h>

#include "mpi/handle.h"
#include "mpi/receive.h"
#include "mpi/vendor.h"
#include "queue/calls.h"
#include "queue/freed.h"
#include "queue/persistent.h"
#include "queue/refresh.h"

/* After a call of the vendor's that looks for what has come. */
static int looked(int rc)
{
    mpit__freed_look();
    mpit__refresh();
    return rc;
}

static struct mpit_persistent *behind(const MPI_Request *request)
{
    struct mpit_persistent *found;

    return mpit__persistent_find(1, request, &found) ? found : NULL;
}

/* After a call on the request behind a single one. */
static int settle(struct mpit_persistent *persistent, int rc, MPI_Status *status)
{
    int error;

    if (persistent->behind != MPI_REQUEST_NULL)
        return rc;
    error = mpit__persistent_end(persistent, status);
    return error == MPI_SUCCESS ? rc : mpit__vendor_raise(persistent->comm, error);
}

int mpit__queue_Wait(MPI_Request *request, MPI_Status *status)
{
    struct mpit_persistent *persistent = behind(request);

    if (persistent)
        return settle(persistent, mpit__next.PMPI_Wait(&persistent->behind, status), status);
    return looked(mpit__next.PMPI_Wait(request, status));
}

int mpit__queue_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    struct mpit_persistent *persistent = behind(request);

    if (persistent)
        return settle(persistent, mpit__next.PMPI_Test(&persistent->behind, flag, status), status);
    return looked(mpit__next.PMPI_Test(request, flag, status));
}

/* What is said of one that is complete and goes on to be there. */
static int look(const struct mpit_persistent *persistent, MPI_Status *status)
{
    if (!persistent || !persistent->scratch)
        return MPI_SUCCESS;
    if (status && status != MPI_STATUS_IGNORE)
        mpit__status_set(status, persistent->taken.source, persistent->taken.tag, 0);
    return MPI_ERR_TRUNCATE;
}

int mpit__queue_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    struct mpit_persistent *persistent = behind(&request);
    int rc, error;

    if (!persistent)
        return looked(mpit__next.PMPI_Request_get_status(request, flag, status));
    rc = mpit__next.PMPI_Request_get_status(persistent->behind, flag, status);
    if (rc != MPI_SUCCESS || !*flag)
        return rc;
    error = look(persistent, status);
    return error == MPI_SUCCESS ? rc : mpit__vendor_raise(persistent->comm, error);
}

/* Its message is matched: the receive can only complete (3.8.4). */
int mpit__queue_Cancel(MPI_Request *request)
{
    return behind(request) ? MPI_SUCCESS : mpit__next.PMPI_Cancel(request);
}

int mpit__queue_Request_free(MPI_Request *request)
{
    if (MPIT_FACT(forgets_freed_sends) && request && *request != MPI_REQUEST_NULL &&
        !mpit__persistent_is_freed)
        return mpit__freed_request(request);
    return mpit__next.PMPI_Request_free(request);
}

/* The requests of an array as the vendor gets them: those of the program, if it is only to pass. */
enum { FEW = 32 };
struct translation {
    MPI_Request *requests;
    struct mpit_persistent **behind; /* NULL for a request that is the program's own; or for all */
    void *allocated;
    struct mpit_persistent *few_behind[FEW];
    MPI_Request few_requests[FEW];
};

static void pass(struct translation *t, MPI_Request requests[])
{
    t->requests = requests;
    t->behind = NULL;
    t->allocated = NULL;
}

/* False without memory. */
static bool make_room(struct translation *t, int n)
{
    t->allocated = NULL;
    t->behind = t->few_behind;
    t->requests = t->few_requests;
    if (n <= FEW)
        return true;
    t->allocated = malloc((size_t)n * (sizeof *t->behind + sizeof *t->requests));
    t->behind = t->allocated;
    t->requests = (MPI_Request *)(t->behind + n);
    return t->allocated != NULL;
}

static bool translate(struct translation *t, int n, MPI_Request requests[])
{
    if (atomic_load(&mpit__persistent_begun) == 0 || n <= 0 || !requests ||
        mpit__vendor_requests_there(n, requests) < n) {
        pass(t, requests);
        return true;
    }
    if (!make_room(t, n))
        return false;
    if (!mpit__persistent_find(n, requests, t->behind)) {
        free(t->allocated);
        pass(t, requests);
        return true;
    }
    for (int i = 0; i < n; i++)
        t->requests[i] = t->behind[i] ? t->behind[i]->behind : requests[i];
    return true;
}

/* What the vendor has changed: in the program's array its own requests alone. */
static void translate_back(const struct translation *t, int n, MPI_Request requests[])
{
    for (int i = 0; t->behind && i < n; i++)
        if (t->behind[i])
            t->behind[i]->behind = t->requests[i];
        else
            requests[i] = t->requests[i];
}

/* Ends what is complete, of one request of the array. */
static int end(const struct translation *t, int i, MPI_Status *status)
{
    struct mpit_persistent *persistent = t->behind ? t->behind[i] : NULL;

    return persistent && t->requests[i] == MPI_REQUEST_NULL
               ? mpit__persistent_end(persistent, status)
               : MPI_SUCCESS;
}

/* The same of a call that ends nothing. */
__attribute__((unused)) static int seen(const struct translation *t, int i, MPI_Status *status)
{
    return look(t->behind ? t->behind[i] : NULL, status);
}

/* Does so with what is complete: request indices[k], or request k, for each k below n.  An error
 * goes into its status, and what the call returns is MPI_ERR_IN_STATUS (3.7.5). */
static int each(int (*one)(const struct translation *, int, MPI_Status *),
                const struct translation *t, int n, const int indices[], MPI_Status statuses[],
                int rc)
{
    bool failed = false;

    for (int k = 0; t->behind && k < n; k++) {
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? NULL : &statuses[k];
        int error = one(t, indices ? indices[k] : k, status);

        if (error == MPI_SUCCESS)
            continue;
        for (int i = 0; status && !failed && rc == MPI_SUCCESS && i < n; i++)
            statuses[i].MPI_ERROR = MPI_SUCCESS;
        if (status)
            status->MPI_ERROR = error;
        failed = true;
    }
    return failed && rc == MPI_SUCCESS ? mpit__vendor_raise(MPI_COMM_WORLD, MPI_ERR_IN_STATUS) : rc;
}

static int end_one(const struct translation *t, int i, MPI_Status *status, int rc)
{
    int error = end(t, i, status);

    return error == MPI_SUCCESS ? rc : mpit__vendor_raise(t->behind[i]->comm, error);
}

/* Each kind of call over an array, that waits or that tests. */
enum how { WAIT, TEST };

static int all(enum how how, int n, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
    struct translation t;
    int rc;

    if (!translate(&t, n, requests))
        return mpit__vendor_raise(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
    rc = how == WAIT ? mpit__next.PMPI_Waitall(n, t.requests, statuses)
                     : mpit__next.PMPI_Testall(n, t.requests, flag, statuses);
    translate_back(&t, n, requests);
    rc = each(end, &t, n, NULL, statuses, rc);
    free(t.allocated);
    return looked(rc);
}

static int any(enum how how, int n, MPI_Request requests[], int *indx, int *flag,
               MPI_Status *status)
{
    struct translation t;
    int rc;

    if (!translate(&t, n, requests))
        return mpit__vendor_raise(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
    rc = how == WAIT ? mpit__next.PMPI_Waitany(n, t.requests, indx, status)
                     : mpit__next.PMPI_Testany(n, t.requests, indx, flag, status);
    translate_back(&t, n, requests);
    if (t.behind && indx && *indx >= 0 && *indx < n)
        rc = end_one(&t, *indx, status, rc);
    free(t.allocated);
    return looked(rc);
}

/* What else has failed has said of no request that it is complete. */
static bool has_completed(int rc)
{
    int class = MPI_SUCCESS;

    return rc == MPI_SUCCESS ||
           (mpit__next.PMPI_Error_class(rc, &class) == MPI_SUCCESS && class == MPI_ERR_IN_STATUS);
}

static int some(enum how how, int n, MPI_Request requests[], int *outcount, int indices[],
                MPI_Status statuses[])
{
    struct translation t;
    int rc;

    if (!translate(&t, n, requests))
        return mpit__vendor_raise(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
    rc = how == WAIT ? mpit__next.PMPI_Waitsome(n, t.requests, outcount, indices, statuses)
                     : mpit__next.PMPI_Testsome(n, t.requests, outcount, indices, statuses);
    translate_back(&t, n, requests);
    if (t.behind && has_completed(rc) && *outcount != MPI_UNDEFINED)
        rc = each(end, &t, *outcount, indices, statuses, rc);
    free(t.allocated);
    return looked(rc);
}

int mpit__queue_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    return all(WAIT, count, requests, NULL, statuses);
}

int mpit__queue_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
    return all(TEST, count, requests, flag, statuses);
}

int mpit__queue_Waitany(int count, MPI_Request requests[], int *indx, MPI_Status *status)
{
    return any(WAIT, count, requests, indx, NULL, status);
}

int mpit__queue_Testany(int count, MPI_Request requests[], int *indx, int *flag, MPI_Status *status)
{
    return any(TEST, count, requests, indx, flag, status);
}

int mpit__queue_Waitsome(int incount, MPI_Request requests[], int *outcount, int indices[],
                         MPI_Status statuses[])
{
    return some(WAIT, incount, requests, outcount, indices, statuses);
}

int mpit__queue_Testsome(int incount, MPI_Request requests[], int *outcount, int indices[],
                         MPI_Status statuses[])
{
    return some(TEST, incount, requests, outcount, indices, statuses);
}

/* The same calls that leave the requests as they are (MPI 4.1, 3.7.6). */

#if defined(MPIT_HAS_Request_get_status_all)
int mpit__queue_Request_get_status_all(int count, MPIT_CONST_REQUESTS MPI_Request requests[],
                                       int *flag, MPI_Status statuses[])
{
    struct translation t;
    int rc;

    if (!translate(&t, count, (MPI_Request *)requests))
        return mpit__vendor_raise(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
    rc = mpit__next.PMPI_Request_get_status_all(count, t.requests, flag, statuses);
    if (t.behind && rc == MPI_SUCCESS && *flag)
        rc = each(seen, &t, count, NULL, statuses, rc);
    free(t.allocated);
    return looked(rc);
}
#endif

#if defined(MPIT_HAS_Request_get_status_any)
int mpit__queue_Request_get_status_any(int count, MPIT_CONST_REQUESTS MPI_Request requests[],
                                       int *indx, int *flag, MPI_Status *status)
{
    struct translation t;
    int rc, error = MPI_SUCCESS;

    if (!translate(&t, count, (MPI_Request *)requests))
        return mpit__vendor_raise(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
    rc = mpit__next.PMPI_Request_get_status_any(count, t.requests, indx, flag, status);
    if (t.behind && rc == MPI_SUCCESS && *flag && *indx >= 0 && *indx < count)
        error = seen(&t, *indx, status);
    if (error != MPI_SUCCESS)
        rc = mpit__vendor_raise(t.behind[*indx]->comm, error);
    free(t.allocated);
    return looked(rc);
}
#endif

#if defined(MPIT_HAS_Request_get_status_some)
int mpit__queue_Request_get_status_some(int incount, MPIT_CONST_REQUESTS MPI_Request requests[],
                                        int *outcount, int indices[], MPI_Status statuses[])
{
    struct translation t;
    int rc;

    if (!translate(&t, incount, (MPI_Request *)requests))
        return mpit__vendor_raise(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
    rc = mpit__next.PMPI_Request_get_status_some(incount, t.requests, outcount, indices, statuses);
    if (t.behind && rc == MPI_SUCCESS && *outcount != MPI_UNDEFINED)
        rc = each(seen, &t, *outcount, indices, statuses, rc);
    free(t.allocated);
    return looked(rc);
}
#endif
