/* What the segment (live/segment.h) says of the job beside its counts: world, times, state. */
#ifndef MPIT_REPORT_PUBLISH_H
#define MPIT_REPORT_PUBLISH_H

#include "live/layout.h"

/* Before the vendor's MPI_Init or first MPI_Session_init: makes the segment, if one is wanted. */
void mpit__publish_begin(void);

/* There is nothing to be read of this process: its segment has no name any more. */
void mpit__publish_nothing(void);

/* The process ends: of a job that nobody waits for, and that had a report to write, nothing
 * stays. */
void mpit__publish_over(void);

/* MPI is up, and is recorded from here on (ticks). */
void mpit__publish_running(uint64_t began);

/* What the process is about; aborted it stays, as MPI_Abort may return.  code: of MPI_Abort, else
 * 0.  Signal safe. */
void mpit__publish_state(enum mpit_live_state state, int code);

#endif
