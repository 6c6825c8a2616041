/* A partitioned receive takes an ordinary message with the same tag for one of its own, and
 * crashes. */
#include "fault.h"

int main(int argc, char **argv)
{
    MPI_Request request, both[2];
    int in = 0, out = 7, other = 1;

    MPI_Init(&argc, &argv);
    MPI_Isend(&other, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
    MPI_Psend_init(&out, 1, 1, MPI_INT, 0, 3, MPI_COMM_SELF, MPI_INFO_NULL, &both[0]);
    MPI_Precv_init(&in, 1, 1, MPI_INT, 0, 3, MPI_COMM_SELF, MPI_INFO_NULL, &both[1]);
    come_to_the_fault();
    MPI_Startall(2, both);
    MPI_Pready(0, both[0]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return in == 7 && other == 1 ? past_the_fault() : FAULT_IS_HERE;
}
