/* Processes that one launcher has started on one node cannot have a window in shared memory. */
#include "fault.h"

int main(int argc, char **argv)
{
    int *memory, failed;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    failed = MPI_Win_allocate_shared(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                                     &win) != MPI_SUCCESS;
    if (!failed)
        MPI_Win_free(&win);
    MPI_Finalize();
    return failed ? FAULT_IS_HERE : FAULT_IS_GONE;
}
