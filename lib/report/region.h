/* Regions of the program for the report: MPI_Pcontrol(3, label) and MPI_Pcontrol(4). */
#ifndef MPIT_REPORT_REGION_H
#define MPIT_REPORT_REGION_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record.h"
#include "report/gather.h"

/* A region begins inside the one that the process is in; the innermost one ends.  Nothing where no
 * report is wanted.  From any thread: regions are the process's. */
void mpit__region_begin(const char *label);
void mpit__region_end(void);

/* The label of a region by its number, as events tell it; false if there is none. */
bool mpit__region_label(int number, char *label, size_t size);

/* Puts the regions of this process into a report of it alone. */
void mpit__regions_fill(struct mpit_record *report, int rank);

/* Collective: puts those of all ranks, by their labels, into the report of rank 0. */
bool mpit__regions_gather(struct mpit_record *report, struct mpit_gather *gather);

#endif
