/* The report of a job: switched on by mpit_report, gathered in MPI_Finalize. */
#ifndef MPIT_REPORT_COLLECT_H
#define MPIT_REPORT_COLLECT_H

#include <stdbool.h>

struct mpit_object;

/* Whether this process records for a report. */
bool mpit__report_wanted(void);

/* In the hooks of MPI_Init (after) and MPI_Finalize (before the vendor's). */
void mpit__report_begin(void);
void mpit__report_end(void);

/* Writes what this process has so far to its own partial file; no communication. */
void mpit__report_flush(const char *reason);

/* A communicator ends: its traffic is added to the pairs. */
void mpit__report_object_ends(struct mpit_object *object);

#endif
