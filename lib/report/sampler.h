/* The time series of this process for the report (mpit_sample_interval).
 *
 * Where it is asked for, a thread of ours looks at the process from time to time.  It calls no
 * function of MPI, so that it is allowed under MPI_THREAD_SINGLE (12.4: the level is about threads
 * that call MPI); it blocks all signals, so that those of the program reach the program's threads;
 * and it reads totals that hooks add to without waiting for anybody.  It is gone before
 * MPI_Finalize returns.  A forked process has none. */
#ifndef MPIT_REPORT_SAMPLER_H
#define MPIT_REPORT_SAMPLER_H

#include <stdbool.h>

#include "record/record.h"
#include "report/gather.h"

/* The end of MPI_Init, the beginning of MPI_Finalize, where a report is wanted; of the first
 * session and of the last, which may be followed by others: the series goes on then. */
void mpit__sampler_begin(void);
void mpit__sampler_end(void);

/* Between them, in MPI_Finalize: so long it has waited there for the others. */
void mpit__sampler_waited(double seconds);

/* Puts what has been sampled by now into a report of this process alone. */
void mpit__sampler_fill(struct mpit_record *report, int rank);

/* Collective, after mpit__sampler_end: puts the series of all ranks into the report of rank 0. */
bool mpit__sampler_gather(struct mpit_record *report, struct mpit_gather *gather);

#endif
