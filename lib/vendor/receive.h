/* Receiving in other ways than the program asked for, with the errors that it would have got. */
#ifndef MPIT_VENDOR_RECEIVE_H
#define MPIT_VENDOR_RECEIVE_H

#include <mpi.h>
#include <stdint.h>

/* MPICH raises the errors of MPI_Mrecv and of MPI_Wait on MPI_COMM_WORLD, but for persistent
 * requests, and those of MPI_Recv and MPI_Sendrecv on the communicator.  Open MPI raises all of
 * them on the communicator. */
#if defined(MPIT_MPICH)
#define MPIT_VENDOR_ERRORS_WANDER 1
#else
#define MPIT_VENDOR_ERRORS_WANDER 0
#endif

/* Calls the communicator's error handler; the code, if that returns. */
int mpit__vendor_raise(MPI_Comm comm, int code);

/* MPI_Recv in two halves: the first does not block.  Both raise errors as MPI_Recv does. */
int mpit__vendor_post(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Request *request);
int mpit__vendor_wait_posted(MPI_Request *request, MPI_Status *status);
void mpit__vendor_withdraw_posted(MPI_Request *request);

/* A buffer for any message of this size, and the datatype and count that receive it there; NULL
 * without memory.  Given back by mpit__vendor_scratch_free. */
void *mpit__vendor_scratch(uint64_t bytes, int *count, MPI_Datatype *datatype);
void mpit__vendor_scratch_free(void *scratch, MPI_Datatype *datatype);

#endif
