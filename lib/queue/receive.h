/* What receives of all kinds share. */
#ifndef MPIT_QUEUE_RECEIVE_H
#define MPIT_QUEUE_RECEIVE_H

#include <mpi.h>
#include <stdbool.h>

#include "queue/umq.h"

/* Under the lock: takes the message that a receive matches.  With a count or datatype that the
 * vendor refuses it finds none: then the vendor says so, and no message is lost. */
bool mpit__receive_take(MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                        struct mpit_taken *taken);

/* Whether the message is longer than the receive has room for. */
bool mpit__receive_is_truncated(const struct mpit_taken *taken, MPI_Count count,
                                MPI_Datatype datatype);

#endif
