/* hang [ROUNDS]: a program that hangs, for `mpit where`.  After ROUNDS rounds (default 10) the
 * last rank, which has found its part of the sum to be small enough, goes to tell the others, while
 * these still wait for it in MPI_Allreduce.
 *
 *     mpirun -n 4 -x LD_PRELOAD=libmpit.so -x MPIT_LIVE=where examples/hang &
 *     mpit where */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* What a rank adds to the sum in a round. */
static double part(int rank, int round)
{
    return 1.0 / (1 + rank) / (1 << round % 30);
}

int main(int argc, char **argv)
{
    int rank, size, rounds = argc > 1 ? atoi(argv[1]) : 10;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0;; round++) {
        double mine = part(rank, round);

        /* The mistake: each rank decides for itself. */
        if (rank == size - 1 && round == rounds)
            break;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Bcast(&sum, 1, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    if (rank == 0)
        printf("the sum is %g\n", sum);
    MPI_Finalize();
    return 0;
}
