/* Requests that a rank waits for. */
#include "config.h"

#include "tools/where/look_parts.h"

#include "tools/live/place.h"

/* What its thread has noted of a request, else what another has. */
static bool find_note(const struct tool_segment *segment, const struct tool_piece *own,
                      uint64_t key, struct mpit_live_note *note)
{
    if (tool_segment_note(segment, own, key, note))
        return true;
    for (int i = 0; i < segment->npiece; i++)
        if (tool_segment_note(segment, &segment->piece[i], key, note))
            return true;
    return false;
}

bool where_look_request(const struct tool_segment *segment, const struct tool_piece *own,
                        const struct where_rank *rank, uint64_t key, struct where_awaited *request)
{
    struct mpit_live_note note;

    if (!find_note(segment, own, key, &note))
        return false;
    request->kind = MPIT_LIVE_HAS_OF(note.what);
    request->comm = where_look_comm_by_key(segment, rank,
                                           request->kind == MPIT_LIVE_AWAITS_FILE     ? WHERE_FILE
                                           : request->kind == MPIT_LIVE_AWAITS_TARGET ? WHERE_WINDOW
                                                                                      : WHERE_COMM,
                                           note.comm);
    request->peer = where_look_number(segment, MPIT_LIVE_RANK, note.peer);
    request->tag = where_look_number(segment, MPIT_LIVE_TAG, note.tag);
    where_look_call_name(segment, note.what, request->call);
    return true;
}

void where_look_awaited(const struct tool_segment *segment, const struct tool_piece *piece,
                        const struct mpit_live_place *place, struct where_rank *rank)
{
    rank->awaiting = (int)(place->awaiting < INT32_MAX ? place->awaiting : INT32_MAX);
    for (int i = 0; i < MPIT_LIVE_AWAITS && i < (int)place->awaiting; i++) {
        struct where_awaited *to = &rank->await[rank->nawait];

        if (!where_look_request(segment, piece, rank, place->awaits[i], to))
            continue;
        if (to->kind < MPIT_LIVE_AWAITED_KINDS && to->peer != WHERE_NOBODY)
            rank->nawait++;
        else
            rank->awaiting--; /* it is not, or no more */
    }
    if (!tool_segment_is_still(segment, piece, place))
        rank->awaiting = rank->nawait = 0;
}
