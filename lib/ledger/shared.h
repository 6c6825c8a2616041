/* What of the ledger others can read: the segment (live/segment.h).  Nothing happens here where
 * there is none. */
#ifndef MPIT_LEDGER_SHARED_H
#define MPIT_LEDGER_SHARED_H

#include "ledger/object.h"
#include "ledger/totals.h"

/* What slots are: once, when the segment has been made. */
void mpit__shared_names(void);

/* Under MPIT_LOCK_OBJECTS: a communicator has come, its description is known; it ends; its record
 * goes to another. */
void mpit__shared_comm_made(struct mpit_object *comm);
void mpit__shared_comm_described(struct mpit_object *comm);
void mpit__shared_comm_ended(struct mpit_object *comm);
void mpit__shared_comm_given(struct mpit_object *comm);

/* Which communicator it is in all of its processes, where threads say where they are; not under a
 * lock: the MPI library is asked.  And its name. */
void mpit__shared_comm_identify(struct mpit_object *comm);
void mpit__shared_comm_named(MPI_Comm comm, const char *name);

/* Memory for slots: of an object, of a piece of its peers.  Under the same lock. */
void mpit__shared_block(const struct mpit_block *block, const struct mpit_object *object,
                        unsigned shard, int slots);
mpit_total *mpit__shared_piece(const struct mpit_peers *peers);

/* Says which ranks in the world the peers are that a block counts.  Not under a lock: the MPI
 * library is asked. */
void mpit__shared_peers(struct mpit_object *comm, unsigned shard, const struct mpit_peers *peers);

#endif
