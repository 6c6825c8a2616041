/* Arguments, memory, results. */
#include "config.h"

#include "ground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool raise_unless(bool holds, MPI_Comm comm, int error)
{
    if (!holds)
        MPI_Comm_call_errhandler(comm, error);
    return holds;
}

/* MPI_COMM_NULL raises its own error in the first call that gets it, as for any function. */
bool mpib_comm_holds(MPI_Comm comm)
{
    int inter;

    return MPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS &&
           raise_unless(!inter, comm, MPI_ERR_COMM);
}

bool mpib_arguments_hold(MPI_Comm comm, int root, int M)
{
    int size;

    if (!mpib_comm_holds(comm))
        return false;
    MPI_Comm_size(comm, &size);
    return raise_unless(root >= 0 && root < size, comm, MPI_ERR_ROOT) &&
           raise_unless(M >= 0, comm, MPI_ERR_COUNT);
}

bool mpib_precision_holds(MPI_Comm comm, MPIB_precision *precision)
{
    return raise_unless(mpib_precision_settle(precision), comm, MPI_ERR_ARG);
}

void *mpib_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (!memory) {
        fprintf(stderr, "mpib: no memory for %zu times %zu bytes: measure smaller messages\n",
                count, size);
        MPI_Abort(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
        abort();
    }
    return memory;
}

void mpib_result_set(MPIB_result *result, int M, double T, int reps, double ci)
{
    *result = (MPIB_result){.M = M, .T = T, .wtick = MPI_Wtick(), .reps = reps, .ci = ci};
}

void mpib_result_of_sample(MPIB_result *result, int M, const struct mpib_sample *sample,
                           const MPIB_precision *precision)
{
    double ci = mpib_sample_ci(sample, precision->cl);

    mpib_result_set(result, M, sample->mean, sample->n, isfinite(ci) ? ci : 0);
}

void mpib_result_share(MPIB_result *result, int from, MPI_Comm comm)
{
    double shared[] = {result->T, result->wtick, result->reps, result->ci};

    MPI_Bcast(shared, sizeof shared / sizeof *shared, MPI_DOUBLE, from, comm);
    result->T = shared[0];
    result->wtick = shared[1];
    result->reps = (int)shared[2];
    result->ci = shared[3];
}
