/* A program that has done a known amount of all and then waits, for tests/tools/top.sh:
 *
 *   waiting_program READY GO [ANYTHING]...
 *
 * On two ranks, rank 0 sends LATER messages that are not received before the end and COUNTED that
 * are, of 8 bytes each; rank 1 has looked at the last of the former; there are BARRIERS barriers.
 * Then the file READY is made, and outside of MPI each rank waits for the file GO, for ten minutes
 * at most. A process alone does none of that but wait. */
#include <fcntl.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    COUNTED = 7,
    LATER = 5,
    BARRIERS = 3,
    EARLY = 1,
    LATE,
    LAST,
    STEPS = 6000,
    STEP_US = 100000
};

static double message = 1;

static void send(int n, int tag)
{
    for (int i = 0; i < n; i++)
        MPI_Send(&message, 1, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD);
}

static void receive(int n, int tag)
{
    for (int i = 0; i < n; i++)
        MPI_Recv(&message, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* What was sent before it has come, too. */
static void see_last(void)
{
    int flag = 0;

    while (!flag)
        MPI_Iprobe(0, LAST, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void exchange(int rank)
{
    if (rank == 0) {
        send(LATER - 1, LATE);
        send(1, LAST);
        send(COUNTED, EARLY);
    } else {
        receive(COUNTED, EARLY);
        see_last();
    }
    for (int i = 0; i < BARRIERS; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size;

    if (argc < 3)
        return 98;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 2)
        exchange(rank);
    if (rank == 0)
        close(open(argv[1], O_WRONLY | O_CREAT, 0600));
    for (int i = 0; i < STEPS && access(argv[2], F_OK) != 0; i++)
        usleep(STEP_US);
    if (size == 2 && rank == 1) {
        receive(LATER - 1, LATE);
        receive(1, LAST);
    }
    MPI_Finalize();
    return 0;
}
