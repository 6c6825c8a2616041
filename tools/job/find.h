/* Which job it is whose segments are looked at. */
#ifndef TOOL_JOB_FIND_H
#define TOOL_JOB_FIND_H

#include <stdbool.h>

#include "tools/live/record.h"

/* Reads the segments of a job in a folder (NULL: where they stand by default).  It is told by its
 * name or by the pid of one of its processes; NULL: the one that was started last.  False after
 * having said that there is none. */
bool tool_live_find(const char *folder, const char *job, struct tool_segments *segments);

/* The same of what a job has written into a folder of files of its calls (mpit_recorder_file), with
 * these. */
bool tool_calls_find(const char *folder, const char *job, struct tool_segments *segments);

#endif
