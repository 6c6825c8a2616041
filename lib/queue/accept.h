/* Whether the MPI library accepts what a call is given that may take a message out of our queue.
 *
 * A receive that fails leaves its message where it lies, and the error is that of the call (8.3).
 * So before anything is taken, or posted for the call, the MPI library is asked: by its own call,
 * to and from MPI_PROC_NULL, which looks at all other arguments, raises the error where they are
 * wrong, and does nothing else.  What can be seen to be right is not asked about: a buffer, and a
 * datatype that it has accepted before.  Source and tag of a receive are right where our queue has
 * a message for them, and the MPI library's where it has none. */
#ifndef MPIT_QUEUE_ACCEPT_H
#define MPIT_QUEUE_ACCEPT_H

#include <mpi.h>
#include <stdbool.h>

/* Whether our queue may have a message for a receive: it names a communicator that the MPI library
 * has accepted before.  Under MPI_THREAD_MULTIPLE each receive is posted by us, and asked about. */
bool mpit__accept_is_served(MPI_Comm comm, int source);

/* What is to be sent, or received into: seen to be right; found to be so. */
bool mpit__accept_is_seen(const void *buf, MPI_Count count, MPI_Datatype datatype);
void mpit__accept_was_found(MPI_Count count, MPI_Datatype datatype);

/* The destination and the tag of a send are seen to be right; the destination for the question:
 * MPI_PROC_NULL unless it is wrong. */
bool mpit__accept_is_dest(MPI_Comm comm, int dest, int tag);
int mpit__accept_dest(MPI_Comm comm, int dest);

/* A status is right, or ignored, and where NULL is neither it is the question's too. */
#define MPIT_ACCEPT_IS_STATUS(status) ((status) != NULL || MPI_STATUS_IGNORE == NULL)
#define MPIT_ACCEPT_STATUS(status)    ((status) ? MPI_STATUS_IGNORE : (status))

/* The request of a question that was answered. */
int mpit__accept_end(int rc, MPI_Request *nobody);

#endif
