/* What a job has left that nobody has waited for: its report, by whoever comes next. */
#ifndef TOOL_LEFT_H
#define TOOL_LEFT_H

#include "segment.h"

/* Writes the reports of jobs whose processes are no more, none of which has come through
 * MPI_Finalize, to where they were asked for; the segments are the heads of a folder.  Of a job
 * that has been seen before, that several nodes had, or that `mpit run` waits for, nothing. */
void tool_left_write(const char *folder, const struct tool_segments *segments);

#endif
