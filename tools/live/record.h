/* The record of a job, made of the segments of its processes. */
#ifndef TOOL_LIVE_RECORD_H
#define TOOL_LIVE_RECORD_H

#include "tools/live/part.h"
#include "tools/live/worlds.h"

/* The record of a world, as far as segments of it are there: complete, or with a reason.  False
 * where no process in it has a rank. */
bool tool_live_record(const struct tool_live_world *world, const struct tool_live_view *view,
                      struct mpit_record *record);

#endif
