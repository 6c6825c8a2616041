/* For tests/mpi/many.sh: enters as many regions as it is told, one after the other, and half of the
 * ranks do so from the last to the first. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int regions = argc > 1 ? atoi(argv[1]) : 0, rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < regions; i++) {
        char label[32];

        snprintf(label, sizeof label, "region %d", rank % 2 ? regions - 1 - i : i);
        MPI_Pcontrol(3, label);
        MPI_Pcontrol(4);
    }
    MPI_Finalize();
    return 0;
}
