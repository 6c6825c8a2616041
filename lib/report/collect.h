/* The report of a job: switched on by mpit_report, gathered in MPI_Finalize. */
#ifndef MPIT_REPORT_COLLECT_H
#define MPIT_REPORT_COLLECT_H

#include <stdbool.h>

#include "ledger/object.h"

/* Whether this process records for a report. */
bool mpit__report_wanted(void);

/* In the hooks of MPI_Init (after) and MPI_Finalize (before the vendor's). */
void mpit__report_begin(void);
void mpit__report_end(void);

/* The process has closed a session: what it does without MPI_Init is in no report, which is said
 * once where one was asked for. */
void mpit__report_hears_of_session(void);

/* Writes what this process has so far to its own partial file; no communication. */
void mpit__report_flush(const char *reason);

/* A communicator has ended: its traffic is added to the pairs. */
void mpit__report_hears_of_object(struct mpit_object *object, enum mpit_object_news news);

#endif
