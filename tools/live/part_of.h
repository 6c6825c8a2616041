/* What the record of a process has of its source: a file each. */
#ifndef TOOL_LIVE_PART_OF_H
#define TOOL_LIVE_PART_OF_H

#include "tools/live/source.h"

/* calls.c: calls, and how many messages of each size. */
void tool_live_calls(const struct tool_live_source *source, struct mpit_record *part);
void tool_live_sizes(const struct tool_live_source *source, struct mpit_record *part);
/* Seconds in a call with which MPI begins or ends. */
double tool_live_life_seconds(const struct tool_live_source *source, const char *name);

/* rank.c */
struct mpit_record_rank tool_live_rank(const struct tool_live_source *source,
                                       const struct tool_live_view *view);

/* sites.c */
void tool_live_sites(const struct tool_segment *segment, struct mpit_record *part);

/* regions.c */
void tool_live_regions(const struct tool_live_source *source, struct mpit_record *part);

#endif
