/* Whom a process has had to do with, of a segment: messages, one-sided operations, waits. */
#ifndef TOOL_LIVE_PAIRS_H
#define TOOL_LIVE_PAIRS_H

#include "record/record.h"
#include "tools/live/segment.h"

/* Of the rank that the part has. */
void tool_live_pairs(const struct tool_segment *segment, struct mpit_record *part);

#endif
