/* Ranks that wait for rank 1, for tests/tools/waits.sh: a message and a collective a round, each of
 * which rank 1 starts so many microseconds later.  Rank 0 writes what it has waited, by its own
 * clock, to a file waited: seconds in MPI_Recv, and in MPI_Allreduce.
 *
 *   waits_program ROUNDS US [kill]    kill: in the end rank 1 is killed, as others wait for it */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LATE = 1 };

static void late(long us)
{
    nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000}, NULL);
}

static void write_waited(double in_recv, double in_allreduce)
{
    FILE *out = fopen("waited", "w");

    if (!out || fprintf(out, "%.9f %.9f\n", in_recv, in_allreduce) < 0 || fclose(out) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 10, us = argc > 2 ? atol(argv[2]) : 10000;
    double in_recv = 0, in_allreduce = 0;
    int rank, one = 1, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (long i = 0; i < rounds; i++) {
        double began;

        if (rank == LATE && us)
            late(us);
        began = MPI_Wtime();
        if (rank == LATE)
            MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Recv(&one, 1, MPI_INT, LATE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        in_recv += MPI_Wtime() - began;
        if (rank == LATE && us)
            late(us);
        began = MPI_Wtime();
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        in_allreduce += MPI_Wtime() - began;
    }
    if (rank == 0)
        write_waited(in_recv, in_allreduce);
    if (argc > 3 && strcmp(argv[3], "kill") == 0) {
        if (rank == LATE) {
            late(500000);
            raise(SIGKILL);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
