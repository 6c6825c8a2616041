/* The record of a job, made of the segments of its processes. */
#ifndef TOOL_LIVE_RECORD_H
#define TOOL_LIVE_RECORD_H

#include "record/record.h"
#include "tools/live/folder.h"

/* From when the segments are looked at. */
struct tool_live_view {
    bool over;     /* the job has ended: what cannot be seen from here is no more */
    int64_t until; /* ns of CLOCK_MONOTONIC here when it had; 0: nobody knows */
};

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

/* The record of one process.  False where it has no rank. */
bool tool_live_part(const struct tool_segment *segment, const struct tool_live_view *view,
                    struct mpit_record *part);

/* The record of a world, as far as segments of it are there: complete, or with a reason.  False
 * where no process in it has a rank. */
bool tool_live_record(const struct tool_live_world *world, const struct tool_live_view *view,
                      struct mpit_record *record);

/* CLOCK_MONOTONIC in ns. */
int64_t tool_live_now(void);

#endif
