/* The warning of mpit_umq_warn. */
#ifndef MPIT_QUEUE_WARN_H
#define MPIT_QUEUE_WARN_H

struct mpit_umq;

/* Messages have come: says it once if they are more than the communicator's limit. */
void mpit__warn_of_length(struct mpit_umq *umq);

#endif
