/* Whose messages most of the unexpected queue were when it was longest, for the report. */
#ifndef MPIT_QUEUE_PEAK_H
#define MPIT_QUEUE_PEAK_H

#include <stdint.h>

struct mpit_object;
struct mpit_store;

/* The length of the queue of a communicator has changed: looks at it where that of all is longer by
 * an eighth than when it was last looked at.  drained: the messages themselves, NULL where the MPI
 * library has them. */
void mpit__peak_note(struct mpit_object *comm, const struct mpit_store *drained);

/* What was seen: the rank in MPI_COMM_WORLD that has sent most of them, their tag (where the MPI
 * library has them, that of the oldest), and how many these were.  -1: nothing. */
struct mpit_peak {
    int64_t source, tag, messages;
};
struct mpit_peak mpit__peak_seen(void);

#endif
