/* MPI_Request_get_status on a persistent receive that is complete makes the MPI_Wait that follows
 * return an empty status. */
#include "fault.h"

int main(int argc, char **argv)
{
    MPI_Request request;
    MPI_Status status;
    int in, out = 7, flag = 0;

    MPI_Init(&argc, &argv);
    MPI_Recv_init(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &request);
    MPI_Start(&request);
    MPI_Send(&out, 1, MPI_INT, 0, 3, MPI_COMM_SELF);
    while (!flag)
        MPI_Request_get_status(request, &flag, &status);
    need(status.MPI_TAG == 3, "the first status is right");
    MPI_Wait(&request, &status);
    MPI_Request_free(&request);
    MPI_Finalize();
    return status.MPI_TAG == 3 ? FAULT_IS_GONE : FAULT_IS_HERE;
}
