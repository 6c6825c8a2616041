/* MPI_Waitsome tells of an error in a status, and there is none: the receive is a persistent
 * one. */
#include "fault.h"

int main(int argc, char **argv)
{
    MPI_Request request, sent;
    MPI_Status status;
    int in[2], out[3] = {0}, n, index, rc;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Isend(out, 3, MPI_INT, 0, 3, MPI_COMM_SELF, &sent);
    MPI_Recv_init(in, 2, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
    MPI_Start(&request);
    status.MPI_ERROR = MPI_SUCCESS;
    rc = MPI_Waitsome(1, &request, &n, &index, &status);
    need(rc != MPI_SUCCESS, "MPI_Waitsome fails");
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return status.MPI_ERROR == MPI_SUCCESS ? FAULT_IS_HERE : FAULT_IS_GONE;
}
