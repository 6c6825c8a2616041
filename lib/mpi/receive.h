/* Receiving in other ways than the program asked for, with the errors that it would have got. */
#ifndef MPIT_MPI_RECEIVE_H
#define MPIT_MPI_RECEIVE_H

#include <mpi.h>
#include <stdint.h>

#include "mpi/vendor.h"

/* Calls the communicator's error handler; the code, if that returns. */
int mpit__vendor_raise(MPI_Comm comm, int code);

/* Calls that the vendor has with large counts where its mpi.h is that of MPI 4.0.  Without them
 * every count has come as an int. */
static inline int mpit__vendor_mrecv(void *buf, MPI_Count count, MPI_Datatype datatype,
                                     MPI_Message *message, MPI_Status *status)
{
#if defined(HAVE_PMPI_SEND_C)
    return mpit__next.PMPI_Mrecv_c(buf, count, datatype, message, status);
#else
    return mpit__next.PMPI_Mrecv(buf, (int)count, datatype, message, status);
#endif
}

static inline int mpit__vendor_imrecv(void *buf, MPI_Count count, MPI_Datatype datatype,
                                      MPI_Message *message, MPI_Request *request)
{
#if defined(HAVE_PMPI_SEND_C)
    return mpit__next.PMPI_Imrecv_c(buf, count, datatype, message, request);
#else
    return mpit__next.PMPI_Imrecv(buf, (int)count, datatype, message, request);
#endif
}

static inline int mpit__vendor_isend(const void *buf, MPI_Count count, MPI_Datatype datatype,
                                     int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
#if defined(HAVE_PMPI_SEND_C)
    return mpit__next.PMPI_Isend_c(buf, count, datatype, dest, tag, comm, request);
#else
    return mpit__next.PMPI_Isend(buf, (int)count, datatype, dest, tag, comm, request);
#endif
}

/* A copy of what is to be sent, as so many bytes of MPI_PACKED, in memory from malloc; NULL without
 * memory, or where the vendor refuses. */
void *mpit__vendor_packed(const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Comm comm,
                          MPI_Count *bytes);

/* MPI_Recv in two halves: the first does not block.  Both raise errors as MPI_Recv does. */
int mpit__vendor_post(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Request *request);
int mpit__vendor_wait_posted(MPI_Request *request, MPI_Status *status);
void mpit__vendor_withdraw_posted(MPI_Request *request);

/* A buffer for any message of this size, and the datatype and count that receive it there; NULL
 * without memory.  Given back by mpit__vendor_scratch_free. */
void *mpit__vendor_scratch(uint64_t bytes, MPI_Count *count, MPI_Datatype *datatype);
void mpit__vendor_scratch_free(void *scratch, MPI_Datatype *datatype);

#endif
