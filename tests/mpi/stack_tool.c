/* A PMPI tool like any other: it defines MPI_Send and MPI_Recv, counts, and calls PMPI_x.  Its
 * totals go to standard error in MPI_Finalize.  Built as a module to preload, and into a program.
 */
#include <mpi.h>
#include <stdio.h>

#define EXPORTED __attribute__((visibility("default")))

static long sends, recvs;

EXPORTED int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm)
{
    sends++;
    return PMPI_Send(buf, count, datatype, dest, tag, comm);
}

EXPORTED int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Status *status)
{
    recvs++;
    return PMPI_Recv(buf, count, datatype, source, tag, comm, status);
}

EXPORTED int MPI_Finalize(void)
{
    fprintf(stderr, "tool: %ld sends, %ld recvs\n", sends, recvs);
    return PMPI_Finalize();
}
