/* What the system says of processes that have segments. */
#ifndef TOOL_LIVE_PROCESS_H
#define TOOL_LIVE_PROCESS_H

#include "tools/live/segment.h"

/* What has become of its process, as far as can be seen from here. */
enum tool_fate {
    TOOL_FATE_ALIVE,
    TOOL_FATE_STOPPED, /* by a signal, or a debugger */
    TOOL_FATE_GONE,    /* it is no more, or a zombie */
    TOOL_FATE_UNKNOWN, /* another node, or another pid namespace */
    TOOL_FATES
};
enum tool_fate tool_segment_fate(const struct tool_segment *segment);

/* What stands in its stat behind the name: its state and what follows; NULL: there is none. */
const char *tool_process_stat(int64_t pid, char *line, size_t size);

#endif
