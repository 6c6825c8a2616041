/* A library that stands ahead of libmpit under a name where nobody should: what receives by it may
 * pass us by. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                       MPI_Comm comm, MPI_Status *status)
{
    void *found = dlsym(RTLD_NEXT, "PMPI_Recv");
    __typeof__(&PMPI_Recv) next;

    memcpy(&next, &found, sizeof next);
    return next(buf, count, datatype, source, tag, comm, status);
}
