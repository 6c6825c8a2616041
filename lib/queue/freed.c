#include "config.h"

#include "queue/freed.h"

#include <stdlib.h>

#include "mpi/vendor.h"
#include "queue/lock.h"

static struct {
    _Atomic size_t n;
    size_t room;
    MPI_Request *request;
} kept;

static bool has_room(void)
{
    MPI_Request *more;

    if (kept.n < kept.room)
        return true;
    more = realloc(kept.request, (2 * kept.room + 8) * sizeof *more);
    if (!more)
        return false;
    kept.request = more;
    kept.room = 2 * kept.room + 8;
    return true;
}

static bool keep(MPI_Request request)
{
    bool keeps;

    mpit__umq_lock();
    keeps = has_room();
    if (keeps)
        kept.request[kept.n++] = request;
    mpit__umq_unlock();
    return keeps;
}

int mpit__freed_request(MPI_Request *request)
{
    int complete = 1,
        rc = mpit__next.PMPI_Request_get_status(*request, &complete, MPI_STATUS_IGNORE);

    if (rc != MPI_SUCCESS)
        return rc;
    if (complete || !keep(*request))
        return mpit__next.PMPI_Request_free(request);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

/* A persistent one is there when it is complete. */
static void free_now(MPI_Request *request)
{
    if (*request != MPI_REQUEST_NULL)
        mpit__next.PMPI_Request_free(request);
}

void mpit__freed_look(void)
{
    if (kept.n == 0)
        return;
    mpit__umq_lock();
    for (size_t i = kept.n; i-- > 0;) {
        int complete = 0;

        mpit__next.PMPI_Test(&kept.request[i], &complete, MPI_STATUS_IGNORE);
        if (!complete)
            continue;
        free_now(&kept.request[i]);
        kept.request[i] = kept.request[--kept.n];
    }
    mpit__umq_unlock();
}

void mpit__freed_end(void)
{
    while (kept.n > 0)
        free_now(&kept.request[--kept.n]);
    free(kept.request);
    kept.request = NULL;
    kept.room = 0;
}
