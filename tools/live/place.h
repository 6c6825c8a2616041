/* Where the threads of a process are, read while they go on. */
#ifndef TOOL_LIVE_PLACE_H
#define TOOL_LIVE_PLACE_H

#include "tools/live/segment.h"

/* The place of a thread as it is now, whole; false where it cannot be had. */
bool tool_segment_place(const struct tool_segment *segment, const struct tool_piece *piece,
                        struct mpit_live_place *place);

/* Whether the thread has made no call since, and has left none. */
bool tool_segment_is_still(const struct tool_segment *segment, const struct tool_piece *piece,
                           const struct mpit_live_place *place);

/* What a thread has noted of a request; false where it has noted nothing. */
bool tool_segment_note(const struct tool_segment *segment, const struct tool_piece *piece,
                       uint64_t key, struct mpit_live_note *note);

/* The call that a thread is in, and since when (ticks); false: it is in none, or that cannot be
 * had. */
bool tool_segment_inside(const struct tool_segment *segment, const struct tool_piece *piece,
                         char name[48], uint64_t *since);

#endif
