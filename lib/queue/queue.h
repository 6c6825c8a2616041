/* The unexpected messages, drained out of the vendor's queue into one of ours.
 *
 * umq.h       the queue of a communicator, and how calls take messages out of it
 * store.h     its messages, found by source and tag
 * source.h    where the length comes from; may.h: where MPI may be called for it
 * receive.c, probe.c, persistent.c, complete.c, exchange.c, create.c   the calls
 *
 * Where the vendor counts better than we could drain, its own number is taken (source.h). */
#ifndef MPIT_QUEUE_QUEUE_H
#define MPIT_QUEUE_QUEUE_H

#include <mpi.h>
#include <stdbool.h>

#include "profile/object.h"

/* MPI_Init has returned, a session without it is open; MPI_Finalize is called and no session is
 * open, or the last one without MPI_Init is closed. */
void mpit__queue_begin(void);
void mpit__queue_begin_session(void);
void mpit__queue_end(void);

/* A communicator is about to be freed: no other thread drains it from here on; or it has been: its
 * queue is given up.  Of other objects there is nothing to be done. */
void mpit__queue_hears_of_object(struct mpit_object *object, enum mpit_object_news news);

/* What a variable needs: any source of the length, or the messages themselves, drained. */
enum mpit_queue_need { MPIT_QUEUE_NOTHING, MPIT_QUEUE_LENGTH, MPIT_QUEUE_MESSAGES };

/* Whether that can be had for this communicator, or for the process (mpit_umq_source). */
bool mpit__queue_is_offered(struct mpit_object *object, enum mpit_queue_need need);

/* Whether that is had now, so that levels and counts of it are true: a queue that nobody looks at
 * is not known; before MPI_Init there is nothing in it.  Signal safe. */
bool mpit__queue_has(struct mpit_object *object, enum mpit_queue_need need);

/* The source in force for this communicator, before MPI_Init the one that it will have; an enum
 * mpit_umq_source. */
int mpit__queue_source(struct mpit_object *comm);

/* Where the levels of all communicators are asked for, whether a handle polls them or not
 * (mpit_watch, mpit_umq_warn): finds out where they come from.  MPI is up. */
void mpit__queue_look(void);

/* Whether they are followed so: at each receive and probe.  Any thread. */
bool mpit__queue_is_followed(void);

/* Brings the communicator's levels up to date, of the process those of all that we know, where MPI
 * may be called; else leaves the last known values. */
void mpit__queue_poll(struct mpit_object *object);

/* The same of those that somebody follows, inside a call of the program that has made progress by
 * itself (refresh.h). */
void mpit__queue_refresh(void);

/* The same for a communicator, with the number of messages from each rank. */
void mpit__queue_poll_sources(struct mpit_object *comm);

#endif
