/* The unexpected queue of a communicator: what we have drained out of the vendor's, and how a call
 * gets a message of it. */
#ifndef MPIT_QUEUE_UMQ_H
#define MPIT_QUEUE_UMQ_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/internal.h"
#include "profile/object.h"
#include "queue/lock.h"
#include "queue/store.h"

struct mpit_umq {
    struct mpit_store store;
    struct mpit_object *object; /* of the communicator; NULL once that has ended */
    uint32_t users;             /* the communicator, and the persistent receives on it */
    uint32_t closed;            /* not drained while this is not 0 */
};

/* A message that was taken out of the queue: matched, and not yet received. */
struct mpit_taken {
    MPI_Message message;
    int source, tag;
    uint64_t bytes;
};

/* All of the following are called under the lock of the queues. */

/* Brings the levels of a communicator up to date for a reader, if somebody watches: takes what has
 * arrived out of the vendor's queue, or asks the vendor for the length. */
void mpit__umq_update(struct mpit_object *object);

/* The same where somebody follows it, inside a call that has made progress. */
void mpit__umq_refresh(struct mpit_object *object);

/* Nothing is drained between these two. */
void mpit__umq_close(struct mpit_object *object);
void mpit__umq_open(struct mpit_object *object);
/* Puts the number of messages from each rank where mpit__object_partner has it. */
void mpit__umq_count_sources(struct mpit_object *comm);

/* The communicator with this key is still being made: it is left alone until it is used or ends. */
void mpit__umq_comm_begins(uint64_t key);
void mpit__umq_comm_is_there(uint64_t key);
bool mpit__umq_is_unfinished(uint64_t key);

/* Whether the MPI library has accepted the communicator before: else we have nothing for it. */
bool mpit__umq_is_known(MPI_Comm comm);

/* The oldest message that matches, once the queue is up to date: looked at, or taken out and
 * counted as unexpected.  What cannot be drained any more (held.h) is taken from the MPI library,
 * if it matches.  A call that waits drains nothing: what comes is not unexpected.  The event
 * mpit_message_matched is raised for what fits into `room` bytes. */
bool mpit__umq_peek(MPI_Comm comm, int source, int tag, MPI_Status *status);
bool mpit__umq_take(MPI_Comm comm, int source, int tag, bool waits, uint64_t room,
                    struct mpit_taken *taken);

/* A receive or blocking matching probe for which our queue has no message: it is the vendor's. */
void mpit__umq_count_receive(MPI_Comm comm, int source, int tag);

/* The vendor has answered a matching probe with this message, at once unless the call has
 * waited. */
void mpit__umq_count_matched(MPI_Comm comm, bool waited, const MPI_Status *status);

/* Out of the queue of a communicator that has been freed, or for ourselves: nothing is drained for
 * it, and it is no receive of the program's. */
bool mpit__umq_take_left(struct mpit_umq *umq, int source, int tag, struct mpit_taken *taken);

/* A persistent receive keeps the queue that it may be started on, after its communicator is freed
 * too; NULL without memory. */
struct mpit_umq *mpit__umq_hold(struct mpit_object *object);
void mpit__umq_release(struct mpit_umq *umq);

#endif
