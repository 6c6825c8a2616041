/* The yardsticks of bench/overhead: what any PMPI tool costs before it has done anything. One
 * wrapper for each call that overhead_kernel.c makes in a measured loop, written the ordinary way.
 * It is built twice: empty_wrapper.so jumps to the PMPI function, returning_wrapper.so calls it. */
#include <mpi.h>

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    return PMPI_Send(buf, count, type, dest, tag, comm);
}

int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    return PMPI_Recv(buf, count, type, source, tag, comm, status);
}

int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    return PMPI_Isend(buf, count, type, dest, tag, comm, request);
}

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    return PMPI_Irecv(buf, count, type, source, tag, comm, request);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    return PMPI_Wait(request, status);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
    return PMPI_Allreduce(sendbuf, recvbuf, count, type, op, comm);
}

int MPI_Put(const void *origin, int origin_count, MPI_Datatype origin_type, int target_rank,
            MPI_Aint target_disp, int target_count, MPI_Datatype target_type, MPI_Win win)
{
    return PMPI_Put(origin, origin_count, origin_type, target_rank, target_disp, target_count,
                    target_type, win);
}

int MPI_Win_flush(int rank, MPI_Win win)
{
    return PMPI_Win_flush(rank, win);
}

int MPI_File_write_at(MPI_File file, MPI_Offset offset, const void *buf, int count,
                      MPI_Datatype type, MPI_Status *status)
{
    return PMPI_File_write_at(file, offset, buf, count, type, status);
}
