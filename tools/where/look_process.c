/* The process of a rank: whether it lives, and what it has used. */
#include "config.h"

#include "tools/where/look_parts.h"

#include "tools/live/process.h"

enum where_state where_look_state(const struct tool_segment *segment)
{
    static const enum where_state states[] = {
        [MPIT_LIVE_STARTING] = WHERE_INIT,       [MPIT_LIVE_RUNNING] = WHERE_OUTSIDE,
        [MPIT_LIVE_FINALIZING] = WHERE_FINALIZE, [MPIT_LIVE_ENDED] = WHERE_ENDED,
        [MPIT_LIVE_ABORTED] = WHERE_DEAD,
    };
    enum where_state state = states[segment->head.state];

    switch (tool_segment_fate(segment)) {
    case TOOL_FATE_GONE:
        return state == WHERE_ENDED ? WHERE_ENDED : WHERE_DEAD;
    case TOOL_FATE_STOPPED:
        return state == WHERE_ENDED ? WHERE_ENDED : WHERE_STOPPED;
    default:
        return state;
    }
}

void where_look_process(const struct tool_segment *segment, struct where_rank *rank)
{
    struct tool_sight sight = tool_segment_sight(segment);

    rank->cpu = sight.cpu;
    rank->io = sight.io;
    rank->on_disk = sight.on_disk;
}
