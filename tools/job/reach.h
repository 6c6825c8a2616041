/* The segments that a job has on its other nodes.
 *
 * Each node is asked by itself, some at a time, with `mpit answer`: one that does not answer takes
 * nothing from the others, and is named. */
#ifndef TOOL_JOB_REACH_H
#define TOOL_JOB_REACH_H

#include "tools/live/folder.h"

/* What is asked of a node. */
enum tool_reach_for {
    TOOL_REACH_SEGMENTS,
    TOOL_REACH_REMOVE, /* them, and to remove those of processes that are no more */
};

/* Adds the segments of other nodes to those of a job that are here, where these are not all; what
 * cannot be had is said in a line: `loud`.  False where a node that is known has not answered;
 * `silent`, unless NULL, is then to name such nodes: to be freed. */
bool tool_reach(const char *folder, const char *job, enum tool_reach_for what, bool loud,
                struct tool_segments *here, char **silent);

/* Has other nodes remove what no process has any more: `removed`, with what stays.  False where
 * anything may be left; a node that does not answer is said in a line: `loud`. */
bool tool_reach_remove(const char *folder, const char *job, bool loud,
                       struct tool_segments *removed);

/* Nodes that were silent are asked again. */
void tool_reach_anew(void);

/* Whether all processes of a job are among its segments, and can be seen. */
bool tool_reach_is_whole(const struct tool_segments *segments);

/* Whether the job has other nodes that are known by their names. */
bool tool_reach_is_possible(const char *folder, const char *job);

/* Those of all jobs of a folder, or of one, with their other nodes. */
struct tool_segments tool_reach_take(const char *folder, const char *job, enum tool_reach_for what,
                                     bool loud);

#endif
