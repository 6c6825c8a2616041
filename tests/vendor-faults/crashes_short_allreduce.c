/* MPI_Allreduce of fewer elements than ranks crashes where its algorithm is to be
 * reduce_scatter_allgather. */
#include "fault.h"

int main(int argc, char **argv)
{
    int value = 1, sum = 0;

    setenv("MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM", "reduce_scatter_allgather", 1);
    MPI_Init(&argc, &argv);
    come_to_the_fault();
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return past_the_fault();
}
