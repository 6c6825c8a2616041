/* MPI_Iscatterv refuses a datatype of what is sent that is none, on ranks that send nothing. */
#include "fault.h"

int main(int argc, char **argv)
{
    MPI_Request request;
    int rank, rc, in = 0, out[2] = {7, 8}, parts[2] = {1, 1}, starts[2] = {0, 1}, here;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    rc = rank == 0 ? MPI_SUCCESS
                   : MPI_Iscatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, &in, 1, MPI_INT, 0,
                                   MPI_COMM_WORLD, &request);
    here = rc != MPI_SUCCESS;
    if (rank == 0 || here)
        rc = MPI_Iscatterv(out, parts, starts, MPI_INT, &in, 1, MPI_INT, 0, MPI_COMM_WORLD,
                           &request);
    need(rc == MPI_SUCCESS, "a datatype is taken");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    need(in == 7 + rank, "it comes to each rank");
    MPI_Bcast(&here, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    return here ? FAULT_IS_HERE : FAULT_IS_GONE;
}
