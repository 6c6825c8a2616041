#include "config.h"

#include "tools/live/came.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/families.h"
#include "tools/ground/tool.h"

/* Bytes that the arrivals of all ranks of a job may take in answers, and that one takes there,
 * packed; and so many a rank may have in any case. */
enum { ALL_BYTES = 10 << 20, ONE_BYTES = 16, LEAST = 64, LEVELS = 64 };

static size_t room_of(const struct mpit_live_head *head)
{
    const int size = head->size > 0 ? head->size : 1;
    const size_t room = ALL_BYTES / ONE_BYTES / (size_t)size;

    return room > LEAST ? room : LEAST;
}

/* ---- what stands there */

static bool read_now(const struct tool_segment *segment, const struct tool_piece *piece,
                     size_t offset, void *to, size_t bytes)
{
    return tool_segment_read(segment, to, bytes, piece->offset + offset);
}

/* What has been written over while we read is none. */
static void take_ring(const struct tool_segment *segment, const struct tool_piece *piece,
                      struct tool_came *came)
{
    const struct mpit_live_ring *ring = (const struct mpit_live_ring *)(const void *)piece->data;
    uint64_t now, oldest;

    if (!read_now(segment, piece, offsetof(struct mpit_live_ring, started), &now, sizeof now))
        return;
    oldest = now >= MPIT_LIVE_ARRIVALS ? now - (MPIT_LIVE_ARRIVALS - 1) : 0;
    came->all += ring->started;
    for (int i = 0; i < MPIT_LIVE_ARRIVALS; i++) {
        const struct mpit_live_arrival *one = &ring->slot[i];

        if (one->index > oldest && one->size >= 2)
            came->mine[came->n++] = MPIT_MINE(one, 0, one->bytes != 0);
    }
}

/* One that was thinned out while we read is none. */
static void take_past(const struct tool_segment *segment, const struct tool_piece *piece,
                      struct tool_came *came)
{
    const struct mpit_live_past *past = (const struct mpit_live_past *)(const void *)piece->data;
    const uint32_t n = past->n < piece->item.n ? past->n : piece->item.n, level = past->level;
    uint32_t now;

    if (!read_now(segment, piece, offsetof(struct mpit_live_past, level), &now, sizeof now) ||
        now != level || level >= LEVELS)
        return;
    came->all += past->came;
    for (uint32_t i = 0; i < n; i++)
        if (past->arrival[i].size >= 2)
            came->mine[came->n++] = MPIT_MINE(&past->arrival[i], level, past->arrival[i].handed_in);
}

static size_t count(const struct tool_segment *segment)
{
    size_t n = 0;

    for (int i = 0; i < segment->npiece; i++) {
        const struct mpit_live_item *item = &segment->piece[i].item;

        n += item->kind == MPIT_LIVE_RING || item->kind == MPIT_LIVE_PAST ? item->n : 0;
    }
    return n;
}

static void take_all(const struct tool_segment *segment, struct tool_came *came)
{
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];

        if (piece->item.kind == MPIT_LIVE_RING)
            take_ring(segment, piece, came);
        else if (piece->item.kind == MPIT_LIVE_PAST)
            take_past(segment, piece, came);
    }
}

/* ---- what is kept of it */

static int by_name(const void *a, const void *b)
{
    const struct mpit_arrived *one = &((const struct mpit_mine *)a)->arrived,
                              *other = &((const struct mpit_mine *)b)->arrived;

    if (one->comm != other->comm)
        return one->comm < other->comm ? -1 : 1;
    return (one->nth > other->nth) - (one->nth < other->nth);
}

/* One that has gone from the ring to what is beside it while we read stands in both. */
static void drop_twins(struct tool_came *came)
{
    size_t n = 0;

    if (came->n)
        qsort(came->mine, came->n, sizeof *came->mine, by_name);
    for (size_t i = 0; i < came->n; i++)
        if (!n || by_name(&came->mine[n - 1], &came->mine[i]) != 0)
            came->mine[n++] = came->mine[i];
    came->n = n;
}

static void thin_out(struct tool_came *came, size_t room)
{
    for (uint8_t level = 1; came->n > room && level < LEVELS; level++) {
        size_t n = 0;

        for (size_t i = 0; i < came->n; i++) {
            struct mpit_mine one = came->mine[i];

            if (!mpit__meeting_is_kept(one.arrived.comm, one.arrived.nth, level))
                continue;
            one.level = one.level > level ? one.level : level;
            came->mine[n++] = one;
        }
        came->n = n;
    }
}

struct tool_came tool_came_of(const struct tool_segment *segment)
{
    const size_t n = segment->head.began ? count(segment) : 0;
    struct tool_came came = {.mine = n ? tool_allocate(n, sizeof *came.mine) : NULL};

    if (n)
        take_all(segment, &came);
    drop_twins(&came);
    thin_out(&came, room_of(&segment->head));
    return came;
}
