#include "config.h"

#include "report/gather.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "ground/memory.h"
#include "mpi/agree.h"
#include "mpi/vendor.h"

/* UCX below MPICH ends the process when it gets no memory for the messages of a collective
 * operation; those of a few bytes need none. */
enum { SPARE_BYTES = 16 << 20 };

/* What has been started, with what the start returned. */
static bool wait(const struct mpit_gather *gather, int started, MPI_Request *request)
{
    return started == MPI_SUCCESS && mpit__agree_wait(request, gather->until, NULL);
}

/* Rank 0 says whether to go on. */
static bool is_ready(struct mpit_gather *gather, bool mine, bool *ready)
{
    MPI_Request request;
    bool ok;

    gather->ready = mine;
    ok = wait(gather, mpit__next.PMPI_Ibcast(&gather->ready, 1, MPI_INT, 0, gather->comm, &request),
              &request);
    *ready = ok && gather->ready;
    return ok;
}

static bool all_have_memory(double until)
{
    bool spare = mpit__memory_is_spare(SPARE_BYTES);

    mpit__memory_miss(!spare);
    return mpit__agree_number(spare, until, NULL) == MPIT_COMMON && spare;
}

/* Our communicator.  One that was not waited for long enough may be there later: it is begun
 * once. */
static struct {
    bool begun, there;
    MPI_Comm comm;
    MPI_Request request;
} own;

static bool need_comm(struct mpit_gather *gather)
{
    if (!own.begun &&
        mpit__next.PMPI_Comm_idup(MPI_COMM_WORLD, &own.comm, &own.request) != MPI_SUCCESS)
        return false;
    own.begun = true;
    if (!own.there && !wait(gather, MPI_SUCCESS, &own.request))
        return false;
    if (!own.there)
        mpit__next.PMPI_Comm_set_errhandler(own.comm, MPI_ERRORS_RETURN);
    own.there = true;
    gather->comm = own.comm;
    return true;
}

static void describe(struct mpit_gather *gather, double until)
{
    mpit__next.PMPI_Comm_rank(MPI_COMM_WORLD, &gather->rank);
    mpit__next.PMPI_Comm_size(MPI_COMM_WORLD, &gather->nranks);
    gather->until = until;
    gather->comm = MPI_COMM_NULL;
}

bool mpit__gather_among(struct mpit_gather *gather, double until)
{
    describe(gather, until);
    return need_comm(gather);
}

bool mpit__gather_begin(struct mpit_gather *gather, double until, bool has_room)
{
    bool ready;

    describe(gather, until);
    gather->counts = gather->rank == 0 ? calloc((size_t)gather->nranks, sizeof(int)) : NULL;
    has_room = has_room && (gather->counts || gather->rank != 0);
    mpit__memory_miss(!has_room);
    return all_have_memory(until) && need_comm(gather) && is_ready(gather, has_room, &ready) &&
           ready;
}

bool mpit__gather_end(struct mpit_gather *gather, bool done)
{
    own.begun = own.there = false;
    if (mpit__agree_all_came(done, gather->until, NULL) != MPIT_COMMON || !done)
        return false;
    mpit__next.PMPI_Comm_free(&gather->comm);
    free(gather->counts);
    return true;
}

bool mpit__gather_reduce(struct mpit_gather *gather, const void *mine, void *all, int n,
                         MPI_Datatype type, MPI_Op op)
{
    MPI_Request request;

    return wait(gather, mpit__next.PMPI_Ireduce(mine, all, n, type, op, 0, gather->comm, &request),
                &request);
}

bool mpit__gather_extremes(struct mpit_gather *gather, const double mine[],
                           struct mpit_extremes *extremes, MPI_Op op)
{
    MPI_Request request;

    if (!wait(gather,
              mpit__next.PMPI_Iallreduce(mine, extremes->value, MPIT_CALLS, MPI_DOUBLE, op,
                                         gather->comm, &request),
              &request))
        return false;
    for (int call = 0; call < MPIT_CALLS; call++)
        extremes->mine[call] = mine[call] == extremes->value[call] ? gather->rank : INT_MAX;
    return mpit__gather_reduce(gather, extremes->mine, extremes->at_rank, MPIT_CALLS, MPI_INT,
                               MPI_MIN);
}

bool mpit__gather_bytes(struct mpit_gather *gather, const void *mine, int n, void *all)
{
    MPI_Request request;

    return wait(
        gather,
        mpit__next.PMPI_Igather(mine, n, MPI_BYTE, all, n, MPI_BYTE, 0, gather->comm, &request),
        &request);
}

static int largest(const int counts[], int n)
{
    int most = 1;

    for (int i = 0; i < n; i++)
        if (counts[i] > most)
            most = counts[i];
    return most;
}

/* Rank 0. */
static bool take_others(struct mpit_gather *gather, void *buffer, size_t size, mpit_take_rows *take,
                        void *context)
{
    MPI_Request request;

    for (int from = 1; from < gather->nranks; from++) {
        int n = gather->counts[from];

        if (n > 0 && !wait(gather,
                           mpit__next.PMPI_Irecv(buffer, n * (int)size, MPI_BYTE, from,
                                                 MPIT_ROWS_TAG, gather->comm, &request),
                           &request))
            return false;
        take(context, from, buffer, n);
    }
    return true;
}

static void miss_others(const struct mpit_gather *gather, mpit_take_rows *take, void *context)
{
    for (int from = 1; from < gather->nranks; from++) {
        mpit__memory_miss((uint64_t)gather->counts[from]);
        take(context, from, NULL, 0);
    }
}

static bool send_rows(struct mpit_gather *gather, const void *rows, int n, size_t size)
{
    MPI_Request request;

    return n == 0 || wait(gather,
                          mpit__next.PMPI_Isend(rows, n * (int)size, MPI_BYTE, 0, MPIT_ROWS_TAG,
                                                gather->comm, &request),
                          &request);
}

bool mpit__gather_rows(struct mpit_gather *gather, const void *rows, int n, size_t size,
                       mpit_take_rows *take, void *context)
{
    MPI_Request request;
    void *buffer = NULL;
    bool ready, ok;

    gather->n = n;
    if (!wait(gather,
              mpit__next.PMPI_Igather(&gather->n, 1, MPI_INT, gather->counts, 1, MPI_INT, 0,
                                      gather->comm, &request),
              &request))
        return false;
    if (gather->rank == 0)
        buffer = malloc(size * (size_t)largest(gather->counts, gather->nranks));
    ok = is_ready(gather, buffer != NULL, &ready);
    if (ok && gather->rank == 0)
        take(context, 0, rows, n);
    if (ok && !ready && gather->rank == 0)
        miss_others(gather, take, context);
    else if (ok && ready)
        ok = gather->rank == 0 ? take_others(gather, buffer, size, take, context)
                               : send_rows(gather, rows, n, size);
    if (ok)
        free(buffer);
    return ok;
}
