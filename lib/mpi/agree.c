#include "config.h"

#include "mpi/agree.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ground/strings_out.h"
#include "mpi/vendor.h"

/* At once, as long as an answer takes that comes from a rank with a processor; then a rank that has
 * none is let in, and who naps has the processor back as soon as it wakes; then seldom. */
static const double busy_seconds = 1e-4, soon_seconds = 0.01;
enum { NAP_NS = 200000, SOON_NS = 20000 };

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double mpit__agree_until(double patience)
{
    return now() + patience;
}

bool mpit__agree_wait(MPI_Request *request, double until, mpit_agree_late *late)
{
    static const struct timespec nap = {0, NAP_NS}, soon = {0, SOON_NS};
    double start = now(), time, second = 1;
    int done = 0;

    for (;;) {
        if (mpit__next.PMPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        if (done)
            return true;
        time = now();
        if (time > until)
            return false;
        if (late && time - start > second) {
            if (!late(time - start))
                return false;
            second = now() - start + 1;
        }
        if (time - start > busy_seconds)
            nanosleep(time - start > soon_seconds ? &nap : &soon, NULL);
    }
}

/* The least number, and the complement of the greatest. */
enum mpit_agreement mpit__agree_number(uint64_t number, double until, mpit_agree_late *late)
{
    static uint64_t mine[2], least[2];
    MPI_Request request;

    mine[0] = number;
    mine[1] = ~number;
    if (mpit__next.PMPI_Iallreduce(mine, least, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD,
                                   &request) != MPI_SUCCESS ||
        !mpit__agree_wait(&request, until, late))
        return MPIT_NOT_ALL;
    return least[0] == ~least[1] ? MPIT_COMMON : MPIT_DIFFERENT;
}

/* Who comes after the others have lost their patience finds the first step complete, but waits in
 * vain in the second, which nobody enters who has given up in the first. */
enum mpit_agreement mpit__agree_all_came(uint64_t number, double until, mpit_agree_late *late)
{
    enum mpit_agreement agreement = mpit__agree_number(number, until, late);
    MPI_Request request;

    if (agreement == MPIT_NOT_ALL ||
        mpit__next.PMPI_Ibarrier(MPI_COMM_WORLD, &request) != MPI_SUCCESS ||
        !mpit__agree_wait(&request, until, NULL))
        return MPIT_NOT_ALL;
    return agreement;
}

char *mpit__agree_gather(const char *text, int *nranks, double until)
{
    static char mine[MPIT_STRING];
    static int ready;
    char *all = NULL;
    int rank;
    MPI_Request request;

    mpit__next.PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mpit__next.PMPI_Comm_size(MPI_COMM_WORLD, nranks);
    snprintf(mine, sizeof mine, "%s", text);
    if (rank == 0)
        ready = (all = calloc((size_t)*nranks, sizeof mine)) != NULL;
    if (mpit__next.PMPI_Ibcast(&ready, 1, MPI_INT, 0, MPI_COMM_WORLD, &request) != MPI_SUCCESS ||
        !mpit__agree_wait(&request, until, NULL) || !ready ||
        mpit__next.PMPI_Igather(mine, MPIT_STRING, MPI_CHAR, all, MPIT_STRING, MPI_CHAR, 0,
                                MPI_COMM_WORLD, &request) != MPI_SUCCESS ||
        !mpit__agree_wait(&request, until, NULL))
        return NULL;
    return all;
}
