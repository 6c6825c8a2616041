/* The segments of a folder. */
#ifndef TOOL_LIVE_FOLDER_H
#define TOOL_LIVE_FOLDER_H

#include <time.h>

#include "tools/live/segment.h"

/* The segments in a folder, NULL for the default one; those that cannot be read are left out, and
 * said where `loud`.  To be freed. */
struct tool_segments {
    struct tool_segment *segment; /* [n], by job, world and rank */
    int n, room;
    int refused;
};
struct tool_segments tool_segments_take(const char *folder, bool loud);
/* Those of one job; and heads alone, of all where the job is NULL. */
struct tool_segments tool_segments_take_job(const char *folder, const char *job, bool loud);
struct tool_segments tool_segments_peek(const char *folder, const char *job);
/* Whether the same files are in a folder as when it was asked that before: false, too, where that
 * cannot be told.  `seen` is zero before the first time. */
bool tool_segments_are_as_seen(const char *folder, struct timespec *seen);

/* A place behind the last, for one more: counted by who fills it. */
struct tool_segment *tool_segments_room(struct tool_segments *segments);
void tool_segments_sort(struct tool_segments *segments);
void tool_segments_free(struct tool_segments *segments);

/* Where segments of this user stand if nothing else is said: MPIT_LIVE_DIR, else the default. */
const char *tool_segments_folder(void);

bool tool_is_folder(const char *name); /* NULL is none */

/* Whether a folder can be looked into, NULL for the default one, which comes with the first job;
 * else says why not. */
bool tool_segments_can_be_read(const char *folder);

/* The first one after `from` that is of another job or world: [from, end) is one job's. */
int tool_segments_job_end(const struct tool_segments *segments, int from);

#endif
