/* What sites_program.c loads and unloads again: calls of 2 ranks together, as there. */
#include <mpi.h>

void call_mpi(int rank);

void call_mpi(int rank)
{
    int number = rank;

    for (int i = 0; i < 5; i++)
        MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);           /* 10 x, 20 */
    MPI_Send(&number, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD); /* 2 x, 0 */
}
