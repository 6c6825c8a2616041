/* An MPI_Waitsome that fails calls no error handler. */
#include "fault.h"

static int called;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    called++;
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler;
    MPI_Request receive, send;
    int in, out[2] = {0}, n, which, code;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &receive);
    MPI_Isend(out, 2, MPI_INT, 0, 0, MPI_COMM_SELF, &send);
    code = MPI_Waitsome(1, &receive, &n, &which, &status);
    need(code != MPI_SUCCESS, "a message that is too long is an error");
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return called ? FAULT_IS_GONE : FAULT_IS_HERE;
}
