/* A program that chooses the faster of two broadcasts at its start, by libmpib.
 *
 *   choose_bcast [BYTES]      default: 64 KiB
 *
 * One is the MPI library's; the other sends to each rank in turn, which can be faster for small
 * messages and few ranks, and never is for many.  Both are measured as MPIBlib does: the time until
 * the last rank has the data.  The choice is the same on all ranks, as the results are. */
#include <mpi.h>
#include <mpib.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAG = 1, REPETITIONS = 50 };

static int of_the_library(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    return MPI_Bcast(buffer, count, datatype, root, comm);
}

static int to_each_in_turn(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    int rank, ranks, rc = MPI_SUCCESS;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    if (rank != root)
        return MPI_Recv(buffer, count, datatype, root, TAG, comm, MPI_STATUS_IGNORE);
    for (int to = 0; to < ranks && rc == MPI_SUCCESS; to++)
        if (to != root)
            rc = MPI_Send(buffer, count, datatype, to, TAG, comm);
    return rc;
}

static const struct {
    const char *name;
    MPIB_Bcast bcast;
} broadcasts[] = {{"of the library", of_the_library}, {"to each in turn", to_each_in_turn}};
enum { BROADCASTS = sizeof broadcasts / sizeof *broadcasts };

static int fastest(int bytes, int rank)
{
    double best = 0;
    int choice = 0;

    for (int i = 0; i < BROADCASTS; i++) {
        MPIB_result result;

        MPIB_measure_bcast(broadcasts[i].bcast, MPI_COMM_WORLD, 0, bytes, REPETITIONS, &result);
        if (rank == 0)
            printf("%-16s %.3g us\n", broadcasts[i].name, result.T * 1e6);
        if (i == 0 || result.T < best) {
            best = result.T;
            choice = i;
        }
    }
    return choice;
}

int main(int argc, char **argv)
{
    int rank, choice, bytes = argc > 1 ? atoi(argv[1]) : 64 * 1024;
    unsigned char *data;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    data = calloc((size_t)(bytes > 0 ? bytes : 1), 1);
    if (bytes < 1 || !data)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPIB_bcast_timer_init(MPI_COMM_WORLD, 1, (MPIB_precision){0});
    choice = fastest(bytes, rank);
    if (rank == 0)
        data[bytes - 1] = 42;
    broadcasts[choice].bcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (data[bytes - 1] != 42)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0)
        printf("%d bytes: chosen is that %s\n", bytes, broadcasts[choice].name);
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0});
    free(data);
    MPI_Finalize();
    return 0;
}
