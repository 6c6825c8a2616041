/* Requests that the program has freed before they were complete (3.7.3), and that are kept because
 * the MPI library would give their memory to others (the fact forgets_freed_sends): a message that
 * we have taken out of its queue would be lost with it. */
#ifndef MPIT_QUEUE_FREED_H
#define MPIT_QUEUE_FREED_H

#include <mpi.h>
#include <stdbool.h>

/* MPI_Request_free of what is no persistent receive.  An error where the MPI library, asked whether
 * it is complete, does not know the request. */
int mpit__freed_request(MPI_Request *request);

/* Frees those that are complete; all of them, at the end. */
void mpit__freed_look(void);
void mpit__freed_end(void);

#endif
