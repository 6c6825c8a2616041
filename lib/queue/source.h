/* Where the length of a communicator's unexpected queue comes from (mpit_umq_source). */
#ifndef MPIT_QUEUE_SOURCE_H
#define MPIT_QUEUE_SOURCE_H

#include <stdbool.h>

#include "ground/in_force.h"

struct mpit_object;

/* MPI_Init has returned, or the first session is open; a call is found to go past us, so that
 * nothing can be drained; MPI_Finalize is called, or the last session closed: what is bound in its
 * callbacks shows what was known last. */
void mpit__source_begin(void);
void mpit__source_end(void);
void mpit__source_finalize(void);

/* The source in force for a communicator: never MPIT_UMQ_AUTO. */
enum mpit_umq_source mpit__source_of(struct mpit_object *comm);

/* The same of what comes with MPI_Init, before it: what it will be if all goes well.  And of what
 * sessions alone make. */
enum mpit_umq_source mpit__source_expected(void);
enum mpit_umq_source mpit__source_in_sessions(void);

/* The source in force now, of what has been asked of; the one that it will have where nothing has
 * come to be yet.  NULL: of sessions alone.  Signal safe. */
enum mpit_umq_source mpit__source_now(struct mpit_object *comm);

/* Whether messages are drained on this communicator where somebody watches. */
bool mpit__source_drains(struct mpit_object *comm);

/* Whether the user has asked all processes to drain, whatever they can (mpit_umq_source). */
bool mpit__source_is_drain_for_all(void);

#endif
