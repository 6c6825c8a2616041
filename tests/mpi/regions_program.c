/* Regions for tests/mpi/regions.sh, which knows what they count; 4 ranks. */
#include <mpi.h>

static int rank, ranks, in[16], out[16];

static void exchange(int n)
{
    MPI_Sendrecv(out, n, MPI_INT, (rank + 1) % ranks, 0, in, n, MPI_INT, (rank + ranks - 1) % ranks,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    exchange(1); /* in no region */
    if (rank == 2)
        MPI_Pcontrol(4);

    MPI_Pcontrol(3, "setup, first");
    MPI_Bcast(out, 3, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Pcontrol(3, "inner");
    exchange(10);
    MPI_Pcontrol(4);
    MPI_Pcontrol(17, "of another tool");
    MPI_Pcontrol(4);

    MPI_Pcontrol(3, "setup, first");
    MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Pcontrol(0);
    exchange(5); /* not recorded */
    MPI_Pcontrol(1);
    MPI_Pcontrol(4);

    MPI_Pcontrol(3, "again");
    exchange(1);
    MPI_Pcontrol(3, "again");
    exchange(2);
    MPI_Pcontrol(4);
    MPI_Pcontrol(4);

    if (rank == 1)
        MPI_Pcontrol(3, "open");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
