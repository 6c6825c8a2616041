/* What a report says of the job beside its counts: the programs of its ranks, what was set. */
#ifndef MPIT_REPORT_JOB_H
#define MPIT_REPORT_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record.h"
#include "report/gather.h"

/* The control variables that something has set in this process; what there is no memory for is left
 * out. */
void mpit__job_settings(struct mpit_record *report);

/* Collective: the different programs of the ranks, at rank 0; none where all run the same. */
bool mpit__job_programs(struct mpit_record *report, struct mpit_gather *gather);

#endif
