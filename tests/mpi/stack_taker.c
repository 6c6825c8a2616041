/* A tool that goes on by the next MPI_x instead of PMPI_x: where it lies below libmpit, what it
 * gets never comes back.  MPI_Barrier alone does; and it has functions of MPI_T.  Its totals go to
 * standard error in MPI_Finalize. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

static long sends, recvs;

/* result = the next function of that name, called */
#define GO_ON(name, ...)                                                                           \
    __typeof__(&name) next;                                                                        \
    void *found = dlsym(RTLD_NEXT, #name);                                                         \
    memcpy(&next, &found, sizeof next);                                                            \
    return next(__VA_ARGS__)

EXPORTED int MPI_Init(int *argc, char ***argv)
{
    GO_ON(MPI_Init, argc, argv);
}

EXPORTED int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm)
{
    sends++;
    GO_ON(MPI_Send, buf, count, datatype, dest, tag, comm);
}

EXPORTED int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Status *status)
{
    recvs++;
    GO_ON(MPI_Recv, buf, count, datatype, source, tag, comm, status);
}

EXPORTED int MPI_Barrier(MPI_Comm comm)
{
    return PMPI_Barrier(comm);
}

EXPORTED int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    GO_ON(MPI_Comm_dup, comm, newcomm);
}

EXPORTED int MPI_Comm_free(MPI_Comm *comm)
{
    GO_ON(MPI_Comm_free, comm);
}

EXPORTED int MPI_Pcontrol(const int level, ...)
{
    (void)level;
    return MPI_SUCCESS;
}

EXPORTED int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    GO_ON(MPI_T_pvar_start, session, handle);
}

EXPORTED int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    GO_ON(MPI_T_pvar_read, session, handle, buf);
}

EXPORTED int MPI_Finalize(void)
{
    fprintf(stderr, "tool: %ld sends, %ld recvs\n", sends, recvs);
    GO_ON(MPI_Finalize);
}
