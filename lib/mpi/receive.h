/* Receiving in other ways than the program asked for, with the errors that it would have got. */
#ifndef MPIT_MPI_RECEIVE_H
#define MPIT_MPI_RECEIVE_H

#include <mpi.h>
#include <stdint.h>

#include "mpi/available.h"
#include "mpi/vendor.h"

/* Calls the communicator's error handler; the code, if that returns. */
int mpit__vendor_raise(MPI_Comm comm, int code);

/* The vendor's function with large counts, where it is there, else that with small ones: every
 * count has come as an int then. */
#define MPIT_WITH_COUNT(call)                                                                      \
    MPIT_IF_THERE(call##_c, mpit__next.PMPI_##call##_c, mpit__next.PMPI_##call)
#define MPIT_COUNT_OF(call) MPIT_IF_THERE(call##_c, MPI_Count, int)

static inline int mpit__vendor_mrecv(void *buf, MPI_Count count, MPI_Datatype datatype,
                                     MPI_Message *message, MPI_Status *status)
{
    return MPIT_WITH_COUNT(Mrecv)(buf, (MPIT_COUNT_OF(Mrecv))count, datatype, message, status);
}

static inline int mpit__vendor_imrecv(void *buf, MPI_Count count, MPI_Datatype datatype,
                                      MPI_Message *message, MPI_Request *request)
{
    return MPIT_WITH_COUNT(Imrecv)(buf, (MPIT_COUNT_OF(Imrecv))count, datatype, message, request);
}

static inline int mpit__vendor_isend(const void *buf, MPI_Count count, MPI_Datatype datatype,
                                     int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return MPIT_WITH_COUNT(Isend)(buf, (MPIT_COUNT_OF(Isend))count, datatype, dest, tag, comm,
                                  request);
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
