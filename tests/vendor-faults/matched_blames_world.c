/* An MPI_Imrecv that fails, and its completion, are raised on MPI_COMM_WORLD, that of an MPI_Irecv
 * on the communicator: messages cannot be taken out of the queue without its being noticed. */
#include "fault.h"

static int of_comm, of_world;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)code;
    *(*comm == MPI_COMM_WORLD ? &of_world : &of_comm) += 1;
}

static void receive(int matched, int from, MPI_Comm comm)
{
    MPI_Request receive, send;
    MPI_Message message;
    int in, out[2] = {0};

    if (!matched)
        MPI_Irecv(&in, 1, MPI_INT, from, 0, comm, &receive);
    MPI_Isend(out, 2, MPI_INT, from, 0, comm, &send);
    if (matched) {
        MPI_Mprobe(from, 0, comm, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(&in, 1, MPI_INT, &message, &receive);
    }
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler;
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    receive(0, rank ^ 1, comm);
    need(of_comm == 1 && of_world == 0, "the error of an MPI_Irecv is raised on the communicator");
    receive(1, rank ^ 1, comm);
    need(of_comm + of_world >= 2, "the error of an MPI_Imrecv is raised");
    MPI_Comm_free(&comm);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return of_world ? FAULT_IS_HERE : FAULT_IS_GONE;
}
