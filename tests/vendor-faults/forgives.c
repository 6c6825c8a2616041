/* A call that has failed returns MPI_SUCCESS once the program's error handler has returned. */
#include "fault.h"

static int called;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    need(*code != MPI_SUCCESS, "the error handler is told of an error");
    called++;
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler;
    int out = 7, code;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    code = MPI_Send(&out, 1, MPI_INT, 5, 0, MPI_COMM_SELF); /* there is no rank 5 */
    need(called == 1, "the error handler is called once");
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return code != MPI_SUCCESS ? FAULT_IS_GONE : FAULT_IS_HERE;
}
