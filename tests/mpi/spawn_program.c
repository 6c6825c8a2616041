/* Spawns itself for tests/mpi/worlds.sh: each world of one rank sends the other a message. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm other;
    int in = -1, out = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&other);
    if (other == MPI_COMM_NULL)
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other,
                       MPI_ERRCODES_IGNORE);
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
    MPI_Pcontrol(2);
    MPI_Comm_disconnect(&other);
    MPI_Finalize();
    return in != 1;
}
