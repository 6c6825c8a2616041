#include "config.h"

#include "report/gather.h"

#include <stdlib.h>

#include "mpi/vendor.h"

static int largest(const int counts[], int n)
{
    int most = 1;

    for (int i = 0; i < n; i++)
        if (counts[i] > most)
            most = counts[i];
    return most;
}

/* Rank 0.  Goes on after a rank whose rows had no room: those after it are waiting to send. */
static bool take_all(const void *rows, void *buffer, const int counts[], int nranks, size_t size,
                     MPI_Comm comm, mpit_take_rows *take, void *context)
{
    bool ok = take(context, 0, rows, counts[0]);

    for (int from = 1; from < nranks; from++) {
        if (counts[from] > 0 &&
            mpit__next.PMPI_Recv(buffer, counts[from] * (int)size, MPI_BYTE, from, 0, comm,
                                 MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        ok = ok && take(context, from, buffer, counts[from]);
    }
    return ok;
}

bool mpit__gather_rows(const void *rows, int n, size_t size, MPI_Comm comm, mpit_take_rows *take,
                       void *context)
{
    int rank, nranks, ready = 1, *counts = NULL;
    void *buffer = NULL;
    bool ok;

    mpit__next.PMPI_Comm_rank(comm, &rank);
    mpit__next.PMPI_Comm_size(comm, &nranks);
    if (rank == 0)
        ready = (counts = calloc((size_t)nranks, sizeof *counts)) != NULL;
    ok = mpit__next.PMPI_Bcast(&ready, 1, MPI_INT, 0, comm) == MPI_SUCCESS && ready &&
         mpit__next.PMPI_Gather(&n, 1, MPI_INT, counts, 1, MPI_INT, 0, comm) == MPI_SUCCESS;
    if (ok && rank == 0)
        ready = (buffer = malloc(size * (size_t)largest(counts, nranks))) != NULL;
    ok = ok && mpit__next.PMPI_Bcast(&ready, 1, MPI_INT, 0, comm) == MPI_SUCCESS && ready;
    if (ok && rank == 0)
        ok = take_all(rows, buffer, counts, nranks, size, comm, take, context);
    else if (ok && n > 0)
        ok = mpit__next.PMPI_Send(rows, n * (int)size, MPI_BYTE, 0, 0, comm) == MPI_SUCCESS;
    free(buffer);
    free(counts);
    return ok;
}
