/* What of the profile others can read: the segment (live/segment.h).  Nothing happens here where
 * there is none. */
#ifndef MPIT_PROFILE_SHARED_H
#define MPIT_PROFILE_SHARED_H

#include <stdbool.h>

#include "profile/object.h"
#include "profile/totals.h"

/* What slots are: once, when the segment has been made. */
void mpit__shared_names(void);

/* Of mpit__comm_listener. */
void mpit__shared_comm_made(struct mpit_object *comm);
void mpit__shared_comm_described(struct mpit_object *comm);
void mpit__shared_comm_ended(struct mpit_object *comm);
void mpit__shared_comm_given(struct mpit_object *comm);
void mpit__shared_comm_identify(struct mpit_object *comm);
void mpit__shared_peers(struct mpit_object *object, unsigned shard, const struct mpit_peers *peers);
void mpit__shared_unexpected(void);

/* Whether communicators are told apart for who joins what several processes say of them; one has
 * been made. */
bool mpit__shared_identifies(void);
void mpit__shared_comm_new(MPI_Comm comm);

/* Whether somebody follows the length of the unexpected queues; the name of a communicator. */
void mpit__shared_queued(bool followed);
void mpit__shared_comm_named(MPI_Comm comm, const char *name);

#endif
