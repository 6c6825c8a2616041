/* The calls that go through the queue, by mpit__queue_<name>. */
#ifndef MPIT_QUEUE_CALLS_H
#define MPIT_QUEUE_CALLS_H

#include <mpi.h>

/* Those of calls.def that do: while it is drained, or always. */
#define QUEUED_vendor(name, formals)
#define QUEUED_queue(name, formals)                        int mpit__queue_##name formals;
#define QUEUED_waits(name, formals)                        int mpit__queue_##name formals;
#define QUEUED_always(name, formals)                       int mpit__queue_##name formals;
#define CALL(name, family, payload, via, formals, actuals) QUEUED_##via(name, formals)
#define ALWAYS                                             CALL
#include "mpi/calls.def"
#undef QUEUED_always
#undef QUEUED_waits
#undef QUEUED_queue
#undef QUEUED_vendor

/* A communicator is being made (MPI_Comm_idup): the MPI library is not asked for its queue before
 * the program receives or probes there, as it crashes on one that is not complete. */
void mpit__queue_comm_begins(MPI_Comm comm);

/* A persistent receive is made; a request is about to be freed, and has been or not: NULL where it
 * is no such receive.  Watched or not: it may be started later, on a message that we hold. */
void mpit__queue_persistent_made(void *buf, MPI_Count count, MPI_Datatype datatype, int source,
                                 int tag, MPI_Comm comm, MPI_Request request);
struct mpit_persistent *mpit__queue_persistent_free_begins(MPI_Request request);
void mpit__queue_persistent_free_ends(struct mpit_persistent *persistent, bool freed);

/* The handle is that of another persistent request now (mpit__request_forget_freed). */
void mpit__queue_persistent_forget(MPI_Request request);

#endif
