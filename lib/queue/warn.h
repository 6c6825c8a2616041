/* The warning of mpit_umq_warn. */
#ifndef MPIT_QUEUE_WARN_H
#define MPIT_QUEUE_WARN_H

#include <stdbool.h>
#include <stdint.h>

struct mpit_object;
struct mpit_store;

/* Whether a warning of this communicator's queue is asked for, and not yet given. */
bool mpit__warn_is_due(const struct mpit_object *comm);

/* Its queue is so long now: says it once if that is more than the communicator's limit.  drained:
 * the messages themselves, NULL where the vendor has them. */
void mpit__warn_of_length(struct mpit_object *comm, uint64_t length,
                          const struct mpit_store *drained);

#endif
