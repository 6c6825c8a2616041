/* Files of calls beside a copy of a segment (live/calls_file.h), read and checked. */
#ifndef TOOL_LIVE_CALLS_FILE_H
#define TOOL_LIVE_CALLS_FILE_H

#include "tools/live/segment.h"

/* Those of a thread; without a file there are none. */
struct tool_calls {
    uint32_t shard;
    char *content;
    const struct mpit_live_called *slot; /* [n], with gaps */
    size_t n;
    uint64_t end; /* slots that the ring had been through after the last one */
};

/* Reads those of all threads of a segment, which has them from then on.  False, with a sentence in
 * reason[TOOL_SEGMENT_REASON], where one is none that we can read. */
bool tool_calls_take(struct tool_segment *segment, char *reason);
void tool_calls_free(struct tool_segment *segment);

/* Slots that are lost where this one stands; 0: it is none of these. */
uint64_t tool_calls_gap(const struct mpit_live_called *slot);

#endif
