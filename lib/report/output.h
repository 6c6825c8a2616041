/* Where a report goes, by the value of mpit_report. */
#ifndef MPIT_REPORT_OUTPUT_H
#define MPIT_REPORT_OUTPUT_H

#include "record/record.h"

/* Where a report is wanted, after MPI_Init: what the name stands for. */
void mpit__output_begin(void);

/* Writes the report of the job.  If the file cannot be written, says why and writes the text to
 * standard error instead: it is not lost. */
void mpit__output_report(const struct mpit_record *report);

/* Writes, or removes, the file of one process that did not get to the end. */
void mpit__output_partial(const struct mpit_record *report);
void mpit__output_remove_partial(int rank);

#endif
