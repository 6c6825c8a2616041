/* The record of one process, made of its segment. */
#ifndef TOOL_LIVE_PART_H
#define TOOL_LIVE_PART_H

#include "record/record.h"
#include "tools/live/segment.h"

/* From when the segments are looked at. */
struct tool_live_view {
    bool over;     /* the job has ended: what cannot be seen from here is no more */
    int64_t until; /* ns of CLOCK_MONOTONIC here when it had; 0: nobody knows */
    bool recorder; /* all calls that are kept are wanted, whatever has become of the job */
};

/* The record of one process.  False where it has no rank. */
bool tool_live_part(const struct tool_segment *segment, const struct tool_live_view *view,
                    struct mpit_record *part);

/* A program that was started without a launcher learns its rank in MPI_Init.  Where it can be none
 * it is -1. */
int tool_live_rank_of(const struct mpit_live_head *head);

#endif
