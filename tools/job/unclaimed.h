/* What a job has left that nobody has waited for: its report, by whoever comes next. */
#ifndef TOOL_JOB_UNCLAIMED_H
#define TOOL_JOB_UNCLAIMED_H

#include "tools/job/segments.h"

/* Writes the report of a job whose processes are no more, none of which has come through
 * MPI_Finalize, to where it was asked for; its segments are heads of a folder, from one to the one
 * before `end`.  Of a job that several nodes had, the part of this one; of one that has been seen
 * before, or that `mpit run` waits for, nothing.  False after having said why there is no report:
 * the job has been seen then. */
bool tool_unclaimed_write(const char *folder, const struct tool_segments *segments, int from,
                          int end);

/* All worlds of a job end together: the first segment behind those of the job that begins there. */
int tool_unclaimed_end(const struct tool_segments *segments, int from);

/* Of what processes of this user have left that are no more, makes the reports that nobody has made
 * (above), and removes it after a day. */
void tool_unclaimed_sweep(const struct tool_live_job *job);

#endif
