/* Where the length of a communicator's unexpected queue comes from (mpit_umq_source). */
#ifndef MPIT_QUEUE_SOURCE_H
#define MPIT_QUEUE_SOURCE_H

#include <stdbool.h>

#include "cvar/cvar.h"

/* MPI_Init has returned, MPI_Finalize is called. */
void mpit__source_begin(void);
void mpit__source_end(void);

/* The source in force for a communicator: never MPIT_UMQ_AUTO. */
enum mpit_umq_source mpit__source_of(struct mpit_object *comm);

/* Whether messages are drained where somebody watches; signal safe. */
bool mpit__source_is_drain(void);

/* Whether calls are served from MPI_Init to MPI_Finalize, watched or not. */
bool mpit__source_is_armed(void);

#endif
