/* Segments, read and checked. */
#include "config.h"

#include "tools/live/segment.h"

#include "ground/file.h"
#include "live/join.h"
#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/live/calls_file.h"
#include "tools/live/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t LARGEST = (size_t)4 << 30;

/* ---- the file */

bool tool_segment_read(const struct tool_segment *segment, void *to, size_t bytes, uint64_t offset)
{
    if (segment->file >= 0)
        return mpit__file_read_at(segment->file, to, bytes, offset);
    if (!segment->content || offset > segment->size || bytes > segment->size - offset)
        return false;
    memcpy(to, segment->content + offset, bytes);
    return true;
}

static bool open_file(struct tool_segment *segment, const char *path, size_t *bytes, char *reason)
{
    segment->path = tool_print("%s", path);
    segment->file = tool_file_open(path, bytes, reason);
    return segment->file >= 0;
}

/* ---- the head */

#define END_TEXT(text) ((text)[sizeof(text) - 1] = '\0')

static bool take_head(struct tool_segment *segment, size_t bytes, char *reason)
{
    struct mpit_live_head *head = &segment->head;
    const char *path = segment->path;

    segment->size = bytes;
    if (!tool_segment_read(segment, head, sizeof *head, 0))
        return tool_file_refuse(reason, "%s: too short for a segment of mpit", path);
    if (memcmp(head->magic, MPIT_LIVE_MAGIC, sizeof MPIT_LIVE_MAGIC) != 0)
        return tool_file_refuse(reason, "%s: not a segment of mpit, or not yet one", path);
    if (head->order != MPIT_LIVE_ORDER)
        return tool_file_refuse(reason, "%s: written on a machine of another byte order", path);
    if (head->layout != MPIT_LIVE_LAYOUT || head->head_bytes != sizeof *head ||
        head->item_bytes != sizeof(struct mpit_live_item) ||
        head->name_bytes != sizeof(struct mpit_live_name) ||
        head->place_bytes != sizeof(struct mpit_live_place))
        return tool_file_refuse(reason, "%s: layout %" PRIu32 " of a segment, this mpit reads %d",
                                path, head->layout, MPIT_LIVE_LAYOUT);
    END_TEXT(head->boot);
    END_TEXT(head->mpit);
    END_TEXT(head->host);
    END_TEXT(head->job);
    END_TEXT(head->world);
    END_TEXT(head->vendor);
    END_TEXT(head->command);
    END_TEXT(head->report);
    END_TEXT(head->batch.user);
    END_TEXT(head->batch.job);
    END_TEXT(head->batch.account);
    END_TEXT(head->batch.folder);
    for (int i = 0; i < MPIT_LIVE_LIVES; i++)
        END_TEXT(head->life[i].call);
    if (head->state >= MPIT_LIVE_STATES || head->used < sizeof *head || head->used > bytes ||
        head->used > LARGEST || head->used % MPIT_LIVE_ALIGN || head->pid <= 0 ||
        head->pid > INT32_MAX || (head->began && mpit__live_tick(head) == 0) ||
        head->block_slots > MPIT_LIVE_ALIGN || head->block_slots % sizeof(uint64_t))
        return tool_file_refuse(reason, "%s: a broken segment", path);
    segment->size = head->used;
    return true;
}

/* ---- the items */

size_t tool_piece_peer_slots(const struct tool_piece *piece)
{
    return piece->item.kind == MPIT_LIVE_PEERS     ? MPIT_LIVE_PEER_SLOTS
           : piece->item.kind == MPIT_LIVE_WAITS   ? MPIT_LIVE_WAIT_SLOTS
           : piece->item.kind == MPIT_LIVE_TARGETS ? MPIT_LIVE_TARGET_SLOTS
                                                   : 0;
}

/* Whether what an item says of itself can be. */
static bool fits(const struct mpit_live_head *head, const struct tool_piece *piece)
{
    size_t n = piece->item.n, room = piece->bytes;

    switch (piece->item.kind) {
    case MPIT_LIVE_NAMES:
        return n <= room / sizeof(struct mpit_live_name);
    case MPIT_LIVE_PROCESS:
    case MPIT_LIVE_BLOCK:
        return room >= head->block_slots && n <= (room - head->block_slots) / sizeof(uint64_t);
    case MPIT_LIVE_MEETING:
        return room >= sizeof(struct mpit_live_synchronization);
    case MPIT_LIVE_COMM:
        return room >= sizeof(struct mpit_live_comm);
    case MPIT_LIVE_PEERS:
    case MPIT_LIVE_WAITS:
    case MPIT_LIVE_TARGETS:
        return piece->item.first <= INT32_MAX && n <= INT32_MAX &&
               n <= room / (tool_piece_peer_slots(piece) * sizeof(uint64_t) + sizeof(int32_t));
    case MPIT_LIVE_PAIRS:
        return n <= room / sizeof(struct mpit_live_pair);
    case MPIT_LIVE_PLACE:
        return room >= sizeof(struct mpit_live_place) &&
               (room - sizeof(struct mpit_live_place)) / sizeof(struct mpit_live_note) >= n;
    case MPIT_LIVE_CONSTANTS:
        return n <= room / sizeof(struct mpit_live_constant);
    case MPIT_LIVE_SITES:
        return n <= room / (sizeof(struct mpit_live_site) + sizeof(struct mpit_live_site_of));
    case MPIT_LIVE_MODULE:
        return room >= sizeof(struct mpit_live_module);
    case MPIT_LIVE_REGIONS:
        return n <= room / sizeof(struct mpit_live_region);
    case MPIT_LIVE_USES:
        return n <= room / sizeof(struct mpit_live_use);
    case MPIT_LIVE_RING:
        return n == MPIT_LIVE_ARRIVALS && room >= sizeof(struct mpit_live_ring);
    case MPIT_LIVE_PAST:
        return room >= offsetof(struct mpit_live_past, arrival) &&
               n <= (room - offsetof(struct mpit_live_past, arrival)) /
                        sizeof(struct mpit_live_past_arrival);
    case MPIT_LIVE_RECORDER:
        return n > 0 && room >= sizeof(struct mpit_live_recorder) &&
               n <= (room - sizeof(struct mpit_live_recorder)) / sizeof(struct mpit_live_called);
    default:
        return false;
    }
}

/* Items that cannot be are passed over, as are kinds that we do not know; where one has no length
 * that can be, nothing can be said of what is behind it. */
static bool take_items(struct tool_segment *segment, char *reason)
{
    struct tool_piece piece;
    int room = 0;

    for (size_t at = sizeof segment->head; at < segment->size; at += piece.item.bytes) {
        memcpy(&piece.item, segment->content + at, sizeof piece.item);
        if (piece.item.bytes < MPIT_LIVE_ALIGN || piece.item.bytes % MPIT_LIVE_ALIGN ||
            piece.item.bytes > segment->size - at)
            return tool_file_refuse(reason, "%s: broken at byte %zu", segment->path, at);
        piece.offset = at + sizeof piece.item;
        piece.data = segment->content + piece.offset;
        piece.bytes = piece.item.bytes - sizeof piece.item;
        if (!fits(&segment->head, &piece))
            continue;
        if (segment->npiece == room) {
            struct tool_piece *grown =
                realloc(segment->piece, sizeof *grown * (size_t)(room = 2 * room + 64));

            if (!grown)
                return tool_file_refuse(reason, "%s: no memory to read it", segment->path);
            segment->piece = grown;
        }
        segment->piece[segment->npiece++] = piece;
        if (piece.item.kind == MPIT_LIVE_NAMES) {
            segment->name = (const struct mpit_live_name *)piece.data;
            segment->nname = piece.item.n;
        }
    }
    return true;
}

static bool open_head(const char *path, struct tool_segment *segment, char *reason)
{
    size_t bytes = 0;

    *segment = (struct tool_segment){.file = -1};
    return open_file(segment, path, &bytes, reason) && take_head(segment, bytes, reason);
}

static bool load(struct tool_segment *segment, char *reason)
{
    if (!(segment->content = malloc(segment->size)))
        return tool_file_refuse(reason, "%s: no memory to read it", segment->path);
    if (!mpit__file_read_at(segment->file, segment->content, segment->size, 0))
        return tool_file_refuse(reason, "%s: it was cut short", segment->path);
    return take_items(segment, reason);
}

bool tool_segment_open(const char *path, struct tool_segment *segment, char *reason)
{
    bool good = open_head(path, segment, reason) && load(segment, reason);

    if (!good)
        tool_segment_close(segment);
    return good;
}

bool tool_segment_peek(const char *path, struct tool_segment *segment, char *reason)
{
    bool good = open_head(path, segment, reason);

    if (!good)
        tool_segment_close(segment);
    else
        close(segment->file);
    segment->file = -1;
    return good;
}

bool tool_segment_of_bytes(const char *path, char *bytes, size_t n, struct tool_segment *segment,
                           char *reason)
{
    *segment = (struct tool_segment){.file = -1, .path = tool_print("%s", path), .content = bytes};
    if (take_head(segment, n, reason) && take_items(segment, reason))
        return true;
    tool_segment_close(segment);
    return false;
}

int64_t tool_segment_now(const struct tool_segment *segment)
{
    return tool_clock_now() + (segment->far ? segment->far->ahead : 0);
}

void tool_segment_close(struct tool_segment *segment)
{
    if (segment->file >= 0)
        close(segment->file);
    tool_calls_free(segment);
    free(segment->content);
    free(segment->piece);
    free(segment->path);
    free(segment->far);
    *segment = (struct tool_segment){.file = -1};
}
