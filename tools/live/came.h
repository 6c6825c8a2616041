/* The collectives that a process has come to, of its segment: what its rings and pasts have
 * (live/layout.h), or what another node has sent in their place.
 *
 * What all nodes of a job send is bounded: of more than there is room for those are kept that
 * live/meetings.h keeps at a higher level, which are the same in all ranks. */
#ifndef TOOL_LIVE_CAME_H
#define TOOL_LIVE_CAME_H

#include <stddef.h>
#include <stdint.h>

#include "live/meetings.h"
#include "tools/live/segment.h"

struct tool_came {
    struct mpit_mine *mine; /* [n], to be freed: by name, none twice */
    size_t n;
    uint64_t all; /* to how many it has come */
};
struct tool_came tool_came_of(const struct tool_segment *segment);

#endif
