/* What the ranks of a job are in, by their segments. */
#ifndef TOOL_WHERE_LOOK_H
#define TOOL_WHERE_LOOK_H

#include "tools/live/segment.h"
#include "tools/where/job.h"

/* One look at the segments of a job; a second one, later, says in the first who has moved. */
void where_look(const struct tool_segment *segment, int n, struct where_job *job);
void where_look_again(const struct tool_segment *segment, int n, struct where_job *job);

#endif
