/* Segments of another node: how one node writes them, and the other reads them.
 *
 * What is written is a block: a head, and packed (zlib) behind it each segment as its file is, with
 * what the system says of its process and what the clock there shows.  Several blocks may follow
 * each other, and what is not of one is passed over: what a shell prints when it starts. */
#ifndef TOOL_LIVE_FAR_H
#define TOOL_LIVE_FAR_H

#include <stdio.h>

#include "tools/live/folder.h"

/* The segments [n] as one block; of the collectives that their processes have come to nothing, or
 * what there is room for (came.h).
 * Those of which the system here says nothing are left out: another node has to.  0 or an errno. */
int tool_far_write(const struct tool_segment *segment, int n, bool arrivals, FILE *out);

/* Adds the segments of all blocks of a text.  False, with a sentence in
 * reason[TOOL_SEGMENT_REASON], where there is no block, or one is not whole; those before it are
 * added. */
bool tool_far_read(const char *text, size_t length, struct tool_segments *segments, char *reason);

/* Puts far segments among those that are here, in order.  Of the same process the one stays whose
 * node can see it. */
void tool_far_merge(struct tool_segments *here, struct tool_segments *far);

#endif
