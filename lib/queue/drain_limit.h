/* What is drained is memory: of ours and of the MPI library, which keeps what has come of a message
 * until it is received.  Where that is bounded (mpit_umq_drain_bytes, and mpit_memory_limit), more
 * stays with the MPI library, which holds the senders back as it would without us. */
#ifndef MPIT_QUEUE_DRAIN_LIMIT_H
#define MPIT_QUEUE_DRAIN_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether one more message may be drained, whatever its size: that is known when it is.  Under the
 * lock of the queues, as the next. */
bool mpit__drain_limit_has_room(void);

/* A message of so many bytes is held; is held no more. */
void mpit__drain_limit_more(uint64_t bytes);
void mpit__drain_limit_less(uint64_t bytes);

#endif
