/* Traffic of the process with each rank of MPI_COMM_WORLD, over all of its communicators and those
 * that have ended: what the monitoring of a vendor has.
 *
 * Hooks count by communicator, and who reads adds up.  A communicator's ranks are translated when
 * it first counts by peer, so that adding up calls no function of MPI; what one has counted is kept
 * when it ends. */
#ifndef MPIT_PROFILE_WORLD_H
#define MPIT_PROFILE_WORLD_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/object.h"
#include "profile/totals.h"

/* Whether this is MPI_COMM_WORLD. */
bool mpit__world_is(const struct mpit_object *comm);

/* One more, one fewer reader: these quantities are looked at on all communicators.  False without
 * memory.  Not from a signal handler. */
bool mpit__world_open(struct mpit_object *world, uint32_t mask);
void mpit__world_close(uint32_t mask);

/* Adds up.  A signal handler that has interrupted who looks after objects finds the sums as they
 * were last. */
void mpit__world_update(void);

/* As last added up.  Lock-free. */
uint64_t mpit__world_peer(enum mpit_peer_slot slot, int rank);
uint64_t mpit__world_partner(enum mpit_partner_slot slot, int rank);

/* Of mpit__comm_listener. */
void mpit__world_learn(struct mpit_object *comm);
void mpit__world_comm_made(struct mpit_object *comm);
void mpit__world_comm_ends(struct mpit_object *comm);

#endif
