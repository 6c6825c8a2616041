/* What is in a segment that has been read. */
#include "config.h"

#include "tools/live/segment.h"

#include "live/join.h"

#include <stdio.h>
#include <string.h>

const char *tool_segment_name(const struct mpit_live_name *row, char name[48])
{
    snprintf(name, 48, "%.*s", (int)strnlen(row->name, sizeof row->name), row->name);
    return name;
}

bool tool_segment_call_name(const struct tool_segment *segment, uint32_t call, char name[48])
{
    for (uint32_t i = 0, n = 0; i < segment->nname; i++)
        if (segment->name[i].class == MPIT_LIVE_CALL && n++ == call) {
            tool_segment_name(&segment->name[i], name);
            return true;
        }
    return false;
}

uint64_t tool_piece_slot(const struct tool_segment *segment, const struct tool_piece *piece,
                         size_t slot)
{
    size_t of_peer = tool_piece_peer_slots(piece), before = of_peer ? 0 : segment->head.block_slots;
    uint64_t value;

    if ((of_peer ? slot / of_peer : slot) >= piece->item.n)
        return 0;
    memcpy(&value, piece->data + before + slot * sizeof value, sizeof value);
    return value;
}

uint64_t tool_segment_total(const struct tool_segment *segment, uint32_t slot)
{
    uint64_t sum = 0;

    for (int i = 0; slot != MPIT_LIVE_NO_SLOT && i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_PROCESS)
            sum += tool_piece_slot(segment, &segment->piece[i], slot);
    return sum;
}

uint64_t tool_segment_class(const struct tool_segment *segment, enum mpit_live_class class,
                            enum mpit_live_unit unit)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == class)
            sum += tool_segment_total(segment, segment->name[i].slot[unit]);
    return sum;
}

const struct mpit_live_name *tool_segment_find(const struct tool_segment *segment,
                                               enum mpit_live_class class, const char *name)
{
    char its[48];

    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == class &&
            !strcmp(tool_segment_name(&segment->name[i], its), name))
            return &segment->name[i];
    return NULL;
}

const struct mpit_live_comm *tool_segment_comm_at(const struct tool_piece *piece)
{
    const struct mpit_live_comm *comm = (const struct mpit_live_comm *)piece->data;

    return piece->item.kind == MPIT_LIVE_COMM && piece->item.object && !comm->ended ? comm : NULL;
}

const struct mpit_live_comm *tool_segment_comm(const struct tool_segment *segment, uint64_t id)
{
    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.object == id && tool_segment_comm_at(&segment->piece[i]))
            return tool_segment_comm_at(&segment->piece[i]);
    return NULL;
}

const struct mpit_live_comm *tool_segment_comm_of(const struct tool_segment *segment, uint64_t key,
                                                  uint64_t *id)
{
    for (int i = segment->npiece; i-- > 0;) {
        const struct mpit_live_comm *comm = tool_segment_comm_at(&segment->piece[i]);

        if (comm && comm->key == key) {
            *id = segment->piece[i].item.object;
            return comm;
        }
    }
    *id = 0;
    return NULL;
}

uint64_t tool_segment_collectives(const struct tool_segment *segment, uint64_t id)
{
    const struct mpit_live_name *row = tool_segment_find(segment, MPIT_LIVE_OF_COMM, "collectives");
    uint64_t sum = 0;

    for (int i = 0; row && i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_BLOCK && segment->piece[i].item.object == id)
            sum += tool_piece_slot(segment, &segment->piece[i], row->slot[MPIT_LIVE_COUNT]);
    return sum;
}

const struct tool_piece *tool_segment_last(const struct tool_segment *segment, uint32_t kind)
{
    const struct tool_piece *last = NULL;

    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == kind && segment->piece[i].item.object &&
            (!last || segment->piece[i].item.object > last->item.object))
            last = &segment->piece[i];
    return last;
}

double tool_segment_seconds(const struct tool_segment *segment, uint64_t ticks)
{
    return (double)ticks * mpit__live_tick(&segment->head);
}

int64_t tool_segment_ns(const struct tool_segment *segment, uint64_t ticks)
{
    const struct mpit_live_head *head = &segment->head;
    double ahead = ticks >= head->ticks ? tool_segment_seconds(segment, ticks - head->ticks)
                                        : -tool_segment_seconds(segment, head->ticks - ticks);

    return ahead < 1e9 && ahead > -1e9 && head->ns < INT64_MAX / 2
               ? (int64_t)head->ns + (int64_t)(ahead * 1e9)
               : 0;
}
