/* Of several sends that MPI_Startall starts, those behind a buffered one never arrive. */
#include "fault.h"

int main(int argc, char **argv)
{
    enum { ROOM = 1000 };
    int out[2] = {1, 2}, in[2], rank, size;
    MPI_Request sends[2], receives[2];
    void *buffer = malloc(ROOM);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(buffer, ROOM);
    MPI_Bsend_init(&out[0], 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, &sends[0]);
    MPI_Ssend_init(&out[1], 1, MPI_INT, rank ^ 1, 1, MPI_COMM_WORLD, &sends[1]);
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, rank ^ 1, i, MPI_COMM_WORLD, &receives[i]);
    come_to_the_fault();
    MPI_Startall(2, sends);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&sends[i]);
    MPI_Buffer_detach(&buffer, &size);
    MPI_Finalize();
    free(buffer);
    return past_the_fault();
}
