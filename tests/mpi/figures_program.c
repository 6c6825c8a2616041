/* Calls whose sizes are known, for tests/mpi/figures.sh; 4 ranks.  With an argument, rank 3 has
 * another command line than the others: mpirun starts it so.  Rank 3 is late at the barrier, where
 * the others wait. */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

enum { LARGE = 1 << 20, SMALL = 1000, PART = 100 };

int main(int argc, char **argv)
{
    static char large[LARGE], out[SMALL], in[SMALL], parts[4 * PART];
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(large, LARGE, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(out, SMALL, MPI_CHAR, (rank + 1) % size, 0, in, SMALL, MPI_CHAR,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allgather(out, PART, MPI_CHAR, parts, PART, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Ssend(out, SMALL, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Send(out, PART, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Send(out, PART, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(in, PART, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 3)
        usleep(50000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return argc > 2 ? atoi(argv[2]) : 0;
}
