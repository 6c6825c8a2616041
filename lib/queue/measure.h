/* The length as the vendor counts it, where nothing is drained.
 *
 * What is in the vendor's queue leaves it when a receive or a matching probe finds it there, and
 * comes into it while the vendor makes progress in any call.  So the watermarks are taken where
 * something may leave, before it does and without it, and at reads. */
#ifndef MPIT_QUEUE_MEASURE_H
#define MPIT_QUEUE_MEASURE_H

#include <stdbool.h>

struct mpit_object;

/* Brings the level of a communicator up to date for a reader. */
void mpit__measure(struct mpit_object *comm);

/* The same where somebody follows it at every call, without another call that makes progress. */
void mpit__measure_again(struct mpit_object *comm);

/* A receive or a blocking matching probe is about to begin: whether its message is there. */
bool mpit__measure_receive(struct mpit_object *comm, int source, int tag);

/* Whether the vendor may be asked for such a message: what it refuses it is to say itself. */
bool mpit__measure_can_match(const struct mpit_object *comm, int source, int tag);

/* A matching probe has just taken a message out. */
void mpit__measure_taken(struct mpit_object *comm);

#endif
