#include "config.h"

#include "mpi/agree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ground/strings_out.h"
#include "mpi/vendor.h"

/* Whoever waits longer than this is told, or told of. */
enum { LATE_SECONDS = 10, NAP_NS = 200000 };
static const double busy_seconds = 0.01;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool mpit__agree_wait(MPI_Request *request, double patience, void (*late)(void))
{
    static const struct timespec nap = {0, NAP_NS};
    double start = now(), waited;
    int done = 0;

    for (;;) {
        if (mpit__next.PMPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        if (done)
            return true;
        waited = now() - start;
        if (waited > patience)
            return false;
        if (late && waited > LATE_SECONDS) {
            late();
            late = NULL;
        }
        if (waited > busy_seconds)
            nanosleep(&nap, NULL);
    }
}

static bool all_enter(double patience, void (*late)(void))
{
    MPI_Request request;

    return mpit__next.PMPI_Ibarrier(MPI_COMM_WORLD, &request) == MPI_SUCCESS &&
           mpit__agree_wait(&request, patience, late);
}

/* Who comes after the others have lost their patience finds the first barrier complete, but waits
 * in vain in the second, which nobody enters who has given up in the first. */
bool mpit__agree_all_came(double patience, void (*late)(void))
{
    return all_enter(patience, late) && all_enter(patience, NULL);
}

/* The least number, and the complement of the greatest. */
bool mpit__agree_is_common(uint64_t number, void (*late)(void))
{
    uint64_t mine[2] = {number, ~number}, least[2] = {0, 0};
    MPI_Request request;

    if (mpit__next.PMPI_Iallreduce(mine, least, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD,
                                   &request) != MPI_SUCCESS ||
        !mpit__agree_wait(&request, HUGE_VAL, late))
        return true;
    return least[0] == ~least[1];
}

char *mpit__agree_gather(const char *text, int *nranks)
{
    char mine[MPIT_STRING] = "", *all = NULL;
    int rank;

    mpit__next.PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mpit__next.PMPI_Comm_size(MPI_COMM_WORLD, nranks);
    snprintf(mine, sizeof mine, "%s", text);
    if (rank == 0)
        all = calloc((size_t)*nranks, sizeof mine);
    if (mpit__next.PMPI_Gather(mine, MPIT_STRING, MPI_CHAR, all, MPIT_STRING, MPI_CHAR, 0,
                               MPI_COMM_WORLD) != MPI_SUCCESS) {
        free(all);
        all = NULL;
    }
    return all;
}
