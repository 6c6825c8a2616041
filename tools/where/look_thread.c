/* The thread of a rank that counts, and the calls that it has made. */
#include "config.h"

#include "tools/where/look_parts.h"

#include "tools/ground/tool.h"
#include "tools/live/place.h"

#include <stdlib.h>

double where_look_seconds_since(const struct tool_segment *segment, int64_t ns)
{
    double seconds = (double)(tool_segment_now(segment) - ns) * 1e-9;

    return seconds > 0 ? seconds : 0;
}

/* The thread that counts: the main one where it is in a call, else one that is; else the one that
 * has left its last call last. */
static bool is_better(const struct tool_segment *segment, const struct mpit_live_place *place,
                      const struct mpit_live_place *best)
{
    bool in = !place->left || where_look_is_polling(place),
         best_in = !best->left || where_look_is_polling(best);

    if (in != best_in)
        return in;
    if (in)
        return place->tid == (uint64_t)segment->head.pid;
    return place->left > best->left;
}

/* Where it stands in the segment; NULL where there is none. */
static const struct tool_piece *take_place(const struct tool_segment *segment,
                                           struct mpit_live_place *best, uint64_t *mark)
{
    const struct tool_piece *found = NULL;
    struct mpit_live_place place;

    for (int i = 0; i < segment->npiece; i++) {
        if (!tool_segment_place(segment, &segment->piece[i], &place))
            continue;
        *mark = where_look_is_polling(&place)
                    ? where_look_mix(*mark, place.polling)
                    : where_look_mix(where_look_mix(*mark, place.sequence), place.left);
        if (place.sequence && (!found || is_better(segment, &place, best))) {
            *best = place;
            found = &segment->piece[i];
        }
    }
    return found;
}

/* Which collective each of them was: those that are over count in `calls`. */
static void number_calls(struct where_rank *rank)
{
    uint64_t *over = tool_allocate((size_t)rank->ncomm, sizeof *over);

    for (int i = 0; i < rank->ncomm; i++)
        over[i] = rank->comm[i].calls;
    if (rank->state == WHERE_INSIDE && rank->now.comm >= 0)
        rank->now.number = over[rank->now.comm] + 1;
    for (int i = 0; i < rank->nbefore; i++)
        if (rank->before[i].counted && over[rank->before[i].comm])
            rank->before[i].number = over[rank->before[i].comm]--;
    free(over);
}

static void take_calls(const struct tool_segment *segment, const struct tool_piece *piece,
                       const struct mpit_live_place *place, struct where_rank *rank)
{
    uint64_t n = place->sequence;
    int back = place->left ? 0 : 1;

    if (where_look_is_polling(place)) {
        rank->state = WHERE_INSIDE;
        rank->seconds = where_look_seconds_since(segment, tool_segment_ns(segment, place->polling));
        where_look_loop(segment, piece, place, rank);
        return;
    }
    if (!place->left) {
        const struct mpit_live_call_made *made = &place->made[n % MPIT_LIVE_CALLS_MADE];

        rank->state = WHERE_INSIDE;
        rank->now = where_look_call(segment, rank, made);
        rank->seconds = where_look_seconds_since(segment, tool_segment_ns(segment, made->since));
        if (rank->now.completes)
            where_look_awaited(segment, piece, place, rank);
    } else {
        rank->seconds = where_look_seconds_since(segment, tool_segment_ns(segment, place->left));
    }
    for (; back < MPIT_LIVE_CALLS_MADE - 1 && (uint64_t)back < n; back++)
        rank->before[rank->nbefore++] = where_look_call(
            segment, rank, &place->made[(n - (uint64_t)back) % MPIT_LIVE_CALLS_MADE]);
    number_calls(rank);
}

bool where_look_thread(const struct tool_segment *segment, struct where_rank *rank)
{
    struct mpit_live_place place;
    const struct tool_piece *piece = take_place(segment, &place, &rank->mark);

    if (piece && rank->state != WHERE_INIT)
        take_calls(segment, piece, &place, rank);
    return piece != NULL;
}
