#include "config.h"

#include "tools/live/open_calls.h"

#include "tools/ground/tool.h"
#include "tools/live/place.h"

/* What stands there is all that there is to be known of the thread. */
static bool is_outside(const struct tool_segment *segment, const struct tool_piece *piece)
{
    struct mpit_live_place place;

    return tool_segment_place(segment, piece, &place) && (!place.sequence || place.left);
}

struct tool_open_calls tool_open_calls_take(const struct tool_segment *segment)
{
    struct tool_open_calls open = {
        .call = tool_allocate((size_t)segment->npiece, sizeof *open.call),
        .all = segment->head.where,
    };

    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        struct tool_open_call *call = &open.call[open.n];

        if (piece->item.kind != MPIT_LIVE_PLACE)
            continue;
        call->shard = piece->item.shard;
        if (tool_segment_inside(segment, piece, call->name, &call->since))
            open.n++;
        else
            open.all = open.all && is_outside(segment, piece);
    }
    return open;
}
