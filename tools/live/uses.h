/* Collectives by size, communicators and files, of a segment. */
#ifndef TOOL_LIVE_USES_H
#define TOOL_LIVE_USES_H

#include "record/record.h"
#include "tools/live/segment.h"

void tool_live_uses(const struct tool_segment *segment, struct mpit_record *part);

#endif
