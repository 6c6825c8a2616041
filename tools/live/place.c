/* Where threads are, read while they go on. */
#include "config.h"

#include "tools/live/place.h"

#include <string.h>

static const struct mpit_live_call_made *newest_of(const struct mpit_live_place *place)
{
    return &place->made[place->sequence % MPIT_LIVE_CALLS_MADE];
}

/* What of it is the newest call's: `left` is 0 while the thread is in that. */
static void tidy_place(struct mpit_live_place *place)
{
    if (place->left < newest_of(place)->since)
        place->left = 0;
    if (place->left || !(MPIT_LIVE_HAS_OF(newest_of(place)->what) & MPIT_LIVE_HAS_AWAITED))
        place->awaiting = 0;
}

bool tool_segment_is_still(const struct tool_segment *segment, const struct tool_piece *piece,
                           const struct mpit_live_place *place)
{
    uint64_t begin[2];

    _Static_assert(offsetof(struct mpit_live_place, left) == sizeof *begin, "how it begins");
    if (!tool_segment_read(segment, begin, sizeof begin, piece->offset))
        return false;
    if (begin[1] < newest_of(place)->since)
        begin[1] = 0;
    return begin[0] == place->sequence && begin[1] == place->left;
}

enum { TRIES = 1000 };

/* A thread whose calls are too short to be seen still, but that has asked for the same all the
 * time: what stands of that does not change. */
static bool goes_round(const struct tool_segment *segment, const struct tool_piece *piece,
                       struct mpit_live_place *place)
{
    struct mpit_live_place later;

    if (!tool_segment_read(segment, &later, sizeof later, piece->offset) || !place->polled ||
        later.polled <= place->polled || later.polling != place->polling ||
        later.npoll != place->npoll || memcmp(later.poll, place->poll, sizeof later.poll) != 0)
        return false;
    place->sequence = place->polled;
    place->left = 0;
    place->awaiting = 0;
    return true;
}

bool tool_segment_place(const struct tool_segment *segment, const struct tool_piece *piece,
                        struct mpit_live_place *place)
{
    if (piece->item.kind != MPIT_LIVE_PLACE)
        return false;
    for (int i = 0; i < TRIES; i++) {
        if (!tool_segment_read(segment, place, sizeof *place, piece->offset))
            return false;
        tidy_place(place);
        if (tool_segment_is_still(segment, piece, place))
            return true;
    }
    return goes_round(segment, piece, place);
}

bool tool_segment_note(const struct tool_segment *segment, const struct tool_piece *piece,
                       uint64_t key, struct mpit_live_note *note)
{
    if (piece->item.kind != MPIT_LIVE_PLACE || piece->item.n != MPIT_LIVE_NOTES || !key)
        return false;
    for (int second = 0; second < 2; second++) {
        size_t at =
            sizeof(struct mpit_live_place) + mpit_live_note_index(key, second) * sizeof *note;

        if (tool_segment_read(segment, note, sizeof *note, piece->offset + at) && note->key == key)
            return true;
    }
    return false;
}

bool tool_segment_inside(const struct tool_segment *segment, const struct tool_piece *piece,
                         char name[48], uint64_t *since)
{
    struct mpit_live_place place;

    if (!tool_segment_place(segment, piece, &place) || !place.sequence || place.left)
        return false;
    *since = newest_of(&place)->since;
    return tool_segment_call_name(segment, MPIT_LIVE_CALL_OF(newest_of(&place)->what), name);
}
