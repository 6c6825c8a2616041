/* What the system says of processes that have segments. */
#ifndef TOOL_LIVE_PROCESS_H
#define TOOL_LIVE_PROCESS_H

#include "tools/live/segment.h"

/* As it is now, or was when another node has sent the segment; the first part of it alone. */
struct tool_sight tool_segment_sight(const struct tool_segment *segment);
enum tool_fate tool_segment_fate(const struct tool_segment *segment);

/* What stands in its stat behind the name: its state and what follows; NULL: there is none. */
const char *tool_process_stat(int64_t pid, char *line, size_t size);

/* Whether its process, or at least its clock, is of this machine, or it has been sent here: else
 * what stands in it may be old (a file system that nodes share). */
bool tool_segment_can_be_seen(const struct tool_segment *segment);

/* When a process was started, in clock ticks since the machine was; 0: there is none. */
uint64_t tool_process_start(int64_t pid);

/* The parent of a process; 0: there is none any more. */
int64_t tool_process_parent(int64_t pid);

#endif
