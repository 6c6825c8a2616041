/* The segments that a job has on its other nodes. */
#ifndef TOOL_JOB_REACH_H
#define TOOL_JOB_REACH_H

#include "tools/job/ask.h"

/* Adds the segments of other nodes to those of a job that are here, where these are not all; what
 * cannot be had is said in a line: `loud`.  False where a node that is known has not answered;
 * `silent`, unless NULL, is then to name such nodes: to be freed. */
bool tool_reach(const char *folder, const char *job, enum tool_ask_for what, bool loud,
                struct tool_segments *here, char **silent);

/* Has other nodes remove what no process has any more: `removed`, with what stays.  False where
 * anything may be left; a node that does not answer is said in a line: `loud`. */
bool tool_reach_remove(const char *folder, const char *job, bool loud,
                       struct tool_segments *removed);

/* The same, of these nodes, for the node that has asked us to ask them; it is told on standard
 * output what is not in the segments. */
void tool_reach_for_another(const char *folder, const char *job, enum tool_ask_for what,
                            const struct tool_nodes *nodes, struct tool_segments *here);

/* Whether all processes of a job are among its segments, and can be seen. */
bool tool_reach_is_whole(const struct tool_segments *segments);

/* Whether the job has other nodes that are known by their names. */
bool tool_reach_is_possible(const char *folder, const char *job);

/* Those of all jobs of a folder, or of one, with their other nodes. */
struct tool_segments tool_reach_take(const char *folder, const char *job, enum tool_ask_for what,
                                     bool loud);

#endif
