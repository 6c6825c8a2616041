/* The calls that the threads of a process are in, or were when it died: each is counted when it has
 * ended, so what its time is to be added to knows nothing of it. */
#ifndef TOOL_LIVE_OPEN_CALLS_H
#define TOOL_LIVE_OPEN_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/live/segment.h"

struct tool_open_call {
    char name[48];
    uint64_t since; /* ticks */
    uint32_t shard; /* whose it is */
};

struct tool_open_calls {
    struct tool_open_call *call; /* [n], by thread; to be freed */
    int n;
    bool all; /* there are no others: each thread says where it is (mpit_live=where) */
};

struct tool_open_calls tool_open_calls_take(const struct tool_segment *segment);

#endif
