/* The report of a job: switched on by mpit_report, gathered in MPI_Finalize.
 *
 * Sessions (MPI 4.0, 11.3) end in each process for itself, and others may follow: nothing that is
 * collective could be done there without the danger of waiting for ever.  So what a process has
 * done when its last session closes is written as its part of the report, anew each time, and
 * `mpit run` puts the parts of all processes together. */
#ifndef MPIT_REPORT_COLLECT_H
#define MPIT_REPORT_COLLECT_H

#include <stdbool.h>

#include "profile/object.h"

/* Whether this process records, for a report or for who reads its segment. */
bool mpit__report_records(void);

/* In the hooks of MPI_Init and of the MPI_Session_init that opens the only session without it
 * (after the vendor's): from there on, or again, the process records.  By one thread at a time, as
 * the next two. */
void mpit__report_begin(void);

/* In the hook of MPI_Finalize (before the vendor's).  go_on: sessions of this process stay open. */
void mpit__report_end(bool go_on);

/* In the hook of MPI_Session_finalize (before the vendor's), for the last one while MPI_Init has
 * not been called or MPI_Finalize has. */
void mpit__report_part(void);

/* Writes what this process has so far to its own partial file; no communication. */
void mpit__report_flush(const char *reason);

/* The same in the hook of MPI_Abort, after which the process writes nothing that is complete. */
void mpit__report_abort(void);

/* When the process ends, and MPI_Finalize has not been called: the same, and says so. */
void mpit__report_leave(void);

/* A communicator has ended: its traffic is added to the pairs. */
void mpit__report_hears_of_object(struct mpit_object *object, enum mpit_object_news news);

#endif
