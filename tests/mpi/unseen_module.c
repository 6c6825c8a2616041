/* The part of a program that calls MPI: run_mpi of a module that is loaded. */
#include <mpi.h>
#include <stddef.h>

int run_mpi(void);
int run_mpi(void)
{
    return MPI_Init(NULL, NULL) != MPI_SUCCESS || MPI_Finalize() != MPI_SUCCESS;
}
