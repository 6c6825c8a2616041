/* recorder_program STEPS END: each step sends messages in all the ways that there are, each of them
 * longer than those of the step before.  Then END: kill (rank 2 dies while the others wait for it),
 * hang (they wait for it for good), sleep (it sleeps), end. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 10000 };

static int rank, size, out[ROOM], in[ROOM];
static MPI_Comm other;

/* Requests, made anew or persistent. */
static void to_next(int n, MPI_Request persistent[2])
{
    MPI_Request request[2];
    MPI_Status status[2];
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;

    MPI_Irecv(in, ROOM, MPI_INT, before, 7, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(out, n, MPI_INT, next, 7, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, status);
    MPI_Startall(2, persistent);
    MPI_Waitall(2, persistent, status);
}

/* Each request by itself, too. */
static void one_by_one(int n)
{
    MPI_Request request[2];

    MPI_Irecv(in, ROOM, MPI_INT, (rank + size - 1) % size, 11, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(out, n, MPI_INT, (rank + 1) % size, 11, MPI_COMM_WORLD, &request[1]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
}

/* From whoever comes first. */
static void to_first(int n)
{
    if (rank > 0) {
        MPI_Send(out, n, MPI_INT, 0, 100 + rank, other);
        return;
    }
    for (int i = 1; i < size; i++)
        MPI_Recv(in, ROOM, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Request persistent[2];
    int steps;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    steps = atoi(argv[1]);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_set_name(other, "</script><b>\"&'");
    MPI_Recv_init(in, ROOM, MPI_INT, (rank + size - 1) % size, 5, other, &persistent[0]);
    MPI_Send_init(out, 3, MPI_INT, (rank + 1) % size, 5, other, &persistent[1]);
    for (int i = 0; i < steps; i++) {
        to_next(i + 1, persistent);
        one_by_one(i + 1);
        to_first(i + 1);
        MPI_Sendrecv(out, i + 1, MPI_INT, rank ^ 1, 1, in, ROOM, MPI_INT, rank ^ 1, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(other);
    }
    if (rank == 2 && strcmp(argv[2], "end") != 0) {
        usleep(200000);
        if (strcmp(argv[2], "kill") == 0)
            raise(SIGKILL);
        if (strcmp(argv[2], "sleep") == 0)
            sleep(60);
        MPI_Recv(in, 1, MPI_INT, 0, 9, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Request_free(&persistent[0]);
    MPI_Request_free(&persistent[1]);
    MPI_Comm_free(&other);
    return MPI_Finalize();
}
