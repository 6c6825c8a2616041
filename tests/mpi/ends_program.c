/* A program of MPI and nothing else, for tests/mpi/ends.sh: it is linked without libmpit.
 *
 *   ends_program [WORD]...
 *
 *   late:RANK:MS  this rank comes to MPI_Finalize so late
 *   flood         each rank has messages that nobody expects before the barrier
 *   exit:CODE     all end by exit without MPI_Finalize, rank 0 first
 *   _exit:CODE    the same by _exit, where nothing of the process is run any more */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FLOOD = 20 };
static int rank, size;

static void flood(void)
{
    static int in[FLOOD], out[FLOOD];
    MPI_Request request[2 * FLOOD];
    MPI_Status status[2 * FLOOD];
    int flag;

    for (int i = 0; i < FLOOD; i++)
        MPI_Isend(&out[i], 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD, &request[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < FLOOD; i++)
        MPI_Iprobe(MPI_ANY_SOURCE, FLOOD + 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    for (int i = 0; i < FLOOD; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD,
                  &request[FLOOD + i]);
    MPI_Waitall(2 * FLOOD, request, status);
}

/* A launcher that sees the first one end kills the others. */
static void leave(int code)
{
    if (rank > 0)
        sleep(30);
    exit(code);
}

static void act(const char *word)
{
    int who, ms;

    if (sscanf(word, "late:%d:%d", &who, &ms) == 2 && who == rank)
        usleep((useconds_t)ms * 1000);
    else if (strcmp(word, "flood") == 0)
        flood();
    else if (strncmp(word, "exit:", 5) == 0)
        leave(atoi(word + 5));
    else if (strncmp(word, "_exit:", 6) == 0)
        _exit(atoi(word + 6));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc; i++)
        act(argv[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    printf("rank %d of %d\n", rank, size);
    return 0;
}
