/* Processes that MPI_Comm_spawn starts lack what the launcher's -x has set. */
#include <string.h>
#include <unistd.h>

#include "fault.h"

static int as_child(MPI_Comm parent)
{
    int has_it = getenv("FAULT_VARIABLE") != NULL;

    MPI_Send(&has_it, 1, MPI_INT, 0, 0, parent);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    const char *launcher = getenv("MPIRUN");
    MPI_Comm parent, child;
    char btl[100];
    int has_it;

    if (argc == 1) {
        need(launcher != NULL, "MPIRUN in the environment");
        snprintf(btl, sizeof btl, "%s,tcp", getenv("OMPI_MCA_btl"));
        setenv("OMPI_MCA_btl", btl, 1); /* shared memory does not reach spawned processes */
        execl(launcher, launcher, "-n", "1", "-x", "FAULT_VARIABLE=1", argv[0], "launched", NULL);
        need(0, "a launcher that can be started");
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        return as_child(parent);
    need(getenv("FAULT_VARIABLE") != NULL, "the variable in what the launcher starts");
    MPI_Comm_spawn(argv[0], (char *[]){"spawned", NULL}, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child,
                   MPI_ERRCODES_IGNORE);
    MPI_Recv(&has_it, 1, MPI_INT, 0, 0, child, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&child);
    MPI_Finalize();
    return has_it ? FAULT_IS_GONE : FAULT_IS_HERE;
}
