/* The length of the unexpected queue as the vendor knows it, where it has a variable of it
 * (facts.def: umq_length): one number for each peer. */
#ifndef MPIT_QUEUE_UMQ_LENGTH_H
#define MPIT_QUEUE_UMQ_LENGTH_H

#include <stdbool.h>
#include <stdint.h>

struct mpit_object;

/* Whether the vendor has such a variable, sound on this communicator: on an intercommunicator it
 * reads beyond its array.  Takes the vendor's MPI_T reference where there is hope. */
bool mpit__vendor_umq_is_offered(struct mpit_object *comm);

/* The same without a question to the vendor, once that has been asked for any communicator. */
bool mpit__vendor_umq_is_known(struct mpit_object *comm);

/* The sum over the peers; false if it cannot be had. */
bool mpit__vendor_umq_length(struct mpit_object *comm, uint64_t *length);

/* The number for each of n peers. */
bool mpit__vendor_umq_lengths(struct mpit_object *comm, int n, unsigned lengths[]);

#endif
