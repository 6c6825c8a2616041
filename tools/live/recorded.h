/* The last calls of the processes of a world, for its record. */
#ifndef TOOL_LIVE_RECORDED_H
#define TOOL_LIVE_RECORDED_H

#include "record/record.h"
#include "tools/live/worlds.h"

/* all: every call that is kept, whatever has become of the job; else those of a job that hangs, or
 * of which `died`, as many of each thread as a page has room for. */
void tool_recorded_put(const struct tool_live_world *world, bool all, bool died,
                       struct mpit_record *record);

#endif
