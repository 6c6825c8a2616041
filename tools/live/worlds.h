/* Worlds: processes of a job that were started together. */
#ifndef TOOL_LIVE_WORLDS_H
#define TOOL_LIVE_WORLDS_H

#include "tools/live/folder.h"

/* The segments of one world of processes that were started together, the lowest rank first. */
struct tool_live_world {
    const struct tool_segment **segment; /* [n] */
    int n;
};

/* The worlds of the segments [from, to), which are of one job; to be freed.  What was started
 * later, where there are several of a rank, is a world of its own. */
struct tool_live_world *tool_live_worlds(const struct tool_segments *segments, int from, int to,
                                         int *n);
void tool_live_worlds_free(struct tool_live_world *world, int n);

#endif
