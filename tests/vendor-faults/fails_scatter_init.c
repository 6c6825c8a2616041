/* A persistent scatter that is started ends the job: its communicator is said to be invalid. */
#include "fault.h"

int main(int argc, char **argv)
{
    MPI_Request request;
    int in[8] = {0}, out[1];

    MPI_Init(&argc, &argv);
    MPI_Scatter_init(in, 1, MPI_INT, out, 1, MPI_INT, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    come_to_the_fault();
    MPI_Barrier(MPI_COMM_WORLD); /* the one that has nothing to wait for would end the job first */
    for (int i = 0; i < 2; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return past_the_fault();
}
