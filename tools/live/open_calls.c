#include "config.h"

#include "tools/live/open_calls.h"

#include "tools/ground/tool.h"
#include "tools/live/place.h"

#include <string.h>

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

const char *tool_call_family(const char *name)
{
    static const struct {
        const char *name, *family;
    } calls[] = {
#define CALL(name, family, ...)    {"MPI_" #name, #family},
#define ALWAYS(name, family, ...)  {"MPI_" #name, #family},
#define SPECIAL(name, family, ...) {"MPI_" #name, #family},
#define LATER(kind, ...)           kind(__VA_ARGS__)
#include "mpi/calls.def"
    };

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(calls[i].name, name))
            return calls[i].family;
    return "other";
}
