/* MPI_Bcast crashes where its algorithm is to be smp. */
#include "fault.h"

int main(int argc, char **argv)
{
    int value = 1;

    setenv("MPIR_CVAR_BCAST_INTRA_ALGORITHM", "smp", 1);
    MPI_Init(&argc, &argv);
    come_to_the_fault();
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return past_the_fault();
}
