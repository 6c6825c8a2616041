#include "config.h"

#include "tools/live/far.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/live/came.h"
#include "tools/live/place.h"
#include "tools/live/process.h"

#define MAGIC "mpit far seg 1\n"
enum { ORDER = 0x01020304 };
enum { MOST = 1100 }; /* bytes that zlib packs into one, at most */
static const uint64_t LARGEST = (uint64_t)1 << 30;

struct block {
    char magic[16];
    uint32_t order, segments;
    uint64_t bytes, packed; /* behind it: packed; unpacked these bytes */
};

/* Before each segment. */
struct before {
    uint64_t bytes; /* of the segment, as follows */
    int64_t now;    /* CLOCK_MONOTONIC where it stands */
    uint64_t cpu, io;
    uint32_t fate, on_disk;
};

/* In place of names that are those of the segment before: most of the bytes. */
enum { SAME_NAMES = 1 << 16 };

/* ---- writing */

static void put_piece(const struct tool_segment *segment, const struct tool_piece *piece,
                      uint32_t kind, FILE *out)
{
    struct mpit_live_item item = piece->item;
    struct mpit_live_place place;
    size_t whole = 0;

    if (piece->item.kind == MPIT_LIVE_PLACE) {
        if (!tool_segment_place(segment, piece, &place))
            return;
        whole = sizeof place;
    }
    item.kind = kind;
    fwrite(&item, sizeof item, 1, out);
    if (kind == SAME_NAMES)
        return;
    fwrite(&place, whole, 1, out);
    fwrite(piece->data + whole, piece->bytes - whole, 1, out);
}

/* What a process has come to goes for itself: what there is room for of it. */
static bool is_of_arrivals(uint32_t kind)
{
    return kind == MPIT_LIVE_RING || kind == MPIT_LIVE_PAST;
}

static struct mpit_live_past_arrival row_of(const struct mpit_mine *mine)
{
    const struct mpit_arrived *its = &mine->arrived;

    return (struct mpit_live_past_arrival){.comm = its->comm,
                                           .nth = its->nth,
                                           .entry = its->entry,
                                           .since = its->since,
                                           .exit = its->exit,
                                           .size = its->size,
                                           .operation = (uint16_t)its->operation,
                                           .handed_in = mine->holds};
}

/* Those of one level, and to how many it has come. */
static void put_level(const struct tool_came *came, uint32_t level, uint64_t all, FILE *out)
{
    static const char zero[MPIT_LIVE_ALIGN];
    struct mpit_live_item item = {.kind = MPIT_LIVE_PAST, .object = 1};
    uint32_t head[2] = {0, level};
    const uint64_t rest[] = {all, 0, 0, 0, 0, 0, 0};
    size_t bytes = sizeof item + sizeof head + sizeof rest, more;

    _Static_assert(sizeof head + sizeof rest == offsetof(struct mpit_live_past, arrival),
                   "a head of struct mpit_live_past");

    for (size_t i = 0; i < came->n; i++)
        item.n += came->mine[i].level == level;
    bytes += item.n * sizeof(struct mpit_live_past_arrival);
    more = -bytes % MPIT_LIVE_ALIGN;
    item.bytes = bytes + more;
    head[0] = item.n;
    fwrite(&item, sizeof item, 1, out);
    fwrite(head, sizeof head, 1, out);
    fwrite(rest, sizeof rest, 1, out);
    for (size_t i = 0; i < came->n; i++)
        if (came->mine[i].level == level) {
            const struct mpit_live_past_arrival row = row_of(&came->mine[i]);

            fwrite(&row, sizeof row, 1, out);
        }
    fwrite(zero, more, 1, out);
}

static void put_arrivals(const struct tool_segment *segment, FILE *out)
{
    struct tool_came came = tool_came_of(segment);
    uint64_t all = came.all, levels = 0;

    for (size_t i = 0; i < came.n; i++)
        levels |= UINT64_C(1) << came.mine[i].level;
    for (uint32_t level = 0; level < 64 && levels >> level; level++)
        if (levels >> level & 1) {
            put_level(&came, level, all, out);
            all = 0;
        }
    free(came.mine);
}

static bool same_names(const struct tool_piece *names, const struct tool_piece *piece)
{
    return names && names->bytes == piece->bytes && !memcmp(names->data, piece->data, piece->bytes);
}

/* Its items; *names are those that were written last. */
static void put_segment(const struct tool_segment *segment, const struct tool_piece **names,
                        bool arrivals, FILE *out)
{
    fwrite(&segment->head, sizeof segment->head, 1, out);
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        uint32_t kind = piece->item.kind;

        if (is_of_arrivals(kind))
            continue;
        if (kind == MPIT_LIVE_NAMES && same_names(*names, piece))
            kind = SAME_NAMES;
        else if (kind == MPIT_LIVE_NAMES)
            *names = piece;
        put_piece(segment, piece, kind, out);
    }
    if (arrivals)
        put_arrivals(segment, out);
}

static int put_all(const struct tool_segment *segment, int n, bool arrivals, FILE *out)
{
    const struct tool_piece *names = NULL;
    int put = 0;

    for (int i = 0; i < n; i++) {
        struct tool_sight sight = tool_segment_sight(&segment[i]);
        char *bytes = NULL;
        size_t length = 0;
        FILE *one = sight.fate == TOOL_FATE_UNKNOWN ? NULL : open_memstream(&bytes, &length);

        if (!one)
            continue;
        put_segment(&segment[i], &names, arrivals, one);
        fclose(one);
        const struct before before = {
            length, tool_segment_now(&segment[i]), sight.cpu, sight.io, sight.fate, sight.on_disk};
        fwrite(&before, sizeof before, 1, out);
        fwrite(bytes, length, 1, out);
        free(bytes);
        put++;
    }
    return put;
}

int tool_far_write(const struct tool_segment *segment, int n, bool arrivals, FILE *out)
{
    struct block block = {.magic = MAGIC, .order = ORDER};
    char *bytes = NULL, *packed;
    size_t length = 0;
    FILE *plain = open_memstream(&bytes, &length);

    if (!plain)
        return ENOMEM;
    block.segments = (uint32_t)put_all(segment, n, arrivals, plain);
    if (fclose(plain) != 0) {
        free(bytes);
        return ENOMEM;
    }
    uLongf room = compressBound((uLong)length);
    packed = tool_allocate(room, 1);
    int error = compress2((Bytef *)packed, &room, (const Bytef *)bytes, (uLong)length, 6);
    block.bytes = length;
    block.packed = room;
    fwrite(&block, sizeof block, 1, out);
    fwrite(packed, room, 1, out);
    free(packed);
    free(bytes);
    return error == Z_OK && fflush(out) == 0 && !ferror(out) ? 0 : errno ? errno : EIO;
}

/* ---- reading */

struct reader {
    const char *bytes; /* unpacked */
    size_t length, at;
    const char *names; /* an item: those that were read last */
    size_t names_bytes;
};

/* The items of a segment with the names that were left out; NULL: they cannot be. */
static char *take_bytes(struct reader *reader, size_t bytes, size_t *whole)
{
    const char *from = reader->bytes + reader->at;
    struct mpit_live_item item;
    char *made = NULL;
    FILE *out = open_memstream(&made, whole);
    bool good = out && bytes >= sizeof(struct mpit_live_head);

    if (good)
        fwrite(from, sizeof(struct mpit_live_head), 1, out);
    for (size_t at = sizeof(struct mpit_live_head); good && at < bytes;) {
        size_t here = sizeof item;

        good = bytes - at >= sizeof item;
        if (!good)
            break;
        memcpy(&item, from + at, sizeof item);
        if (item.kind == SAME_NAMES) {
            good = reader->names && item.bytes == reader->names_bytes;
            if (good)
                fwrite(reader->names, reader->names_bytes, 1, out);
        } else {
            good = item.bytes >= sizeof item && item.bytes <= bytes - at;
            here = good ? (size_t)item.bytes : here;
            if (good)
                fwrite(from + at, here, 1, out);
            if (good && item.kind == MPIT_LIVE_NAMES) {
                reader->names = from + at;
                reader->names_bytes = here;
            }
        }
        at += here;
    }
    if (out && fclose(out) != 0)
        good = false;
    if (good && *whole >= sizeof(struct mpit_live_head))
        ((struct mpit_live_head *)(void *)made)->used = *whole;
    else {
        free(made);
        made = NULL;
    }
    return made;
}

static bool take_segment(struct reader *reader, struct tool_segments *segments, char *reason)
{
    struct before before;
    struct tool_segment *segment = tool_segments_room(segments);
    size_t whole = 0;
    char *bytes;

    if (reader->length - reader->at < sizeof before)
        return false;
    memcpy(&before, reader->bytes + reader->at, sizeof before);
    reader->at += sizeof before;
    if (before.bytes > reader->length - reader->at || before.fate >= TOOL_FATES)
        return false;
    bytes = take_bytes(reader, before.bytes, &whole);
    reader->at += before.bytes;
    if (!bytes ||
        !tool_segment_of_bytes("a segment of another node", bytes, whole, segment, reason))
        return bytes != NULL; /* of another version, say */
    segment->far = tool_allocate(1, sizeof *segment->far);
    *segment->far = (struct tool_far){{before.fate, before.on_disk != 0, before.cpu, before.io},
                                      before.now - tool_clock_now()};
    segments->n++;
    return true;
}

static bool unpack(const struct block *block, const char *packed, struct tool_segments *segments,
                   char *reason)
{
    uLongf length = (uLongf)block->bytes;
    char *bytes = tool_allocate(block->bytes + 1, 1);
    struct reader reader = {.bytes = bytes, .length = block->bytes};
    bool good =
        uncompress((Bytef *)bytes, &length, (const Bytef *)packed, (uLong)block->packed) == Z_OK &&
        length == block->bytes;

    for (uint32_t i = 0; good && i < block->segments; i++)
        good = take_segment(&reader, segments, reason);
    free(bytes);
    return good;
}

bool tool_far_read(const char *text, size_t length, struct tool_segments *segments, char *reason)
{
    struct block block;
    int blocks = 0;

    for (const char *at = text;
         (at = memmem(at, length - (size_t)(at - text), MAGIC, sizeof block.magic)); blocks++) {
        size_t left = length - (size_t)(at - text);

        memcpy(&block, at, left < sizeof block ? left : sizeof block);
        if (left < sizeof block || block.order != ORDER || block.bytes > LARGEST ||
            block.bytes / MOST > block.packed || block.packed > left - sizeof block ||
            !unpack(&block, at + sizeof block, segments, reason)) {
            snprintf(reason, TOOL_SEGMENT_REASON, "what it sent is not whole");
            return false;
        }
        at += sizeof block + block.packed;
    }
    if (!blocks)
        snprintf(reason, TOOL_SEGMENT_REASON, "it sent nothing of mpit's");
    return blocks > 0;
}

/* ---- putting together */

static bool is_same(const struct mpit_live_head *a, const struct mpit_live_head *b)
{
    return a->pid == b->pid && a->pid_start == b->pid_start && !strcmp(a->host, b->host) &&
           !strcmp(a->boot, b->boot) && !strcmp(a->job, b->job);
}

static struct tool_segment *find_same(struct tool_segments *segments, int n,
                                      const struct tool_segment *wanted)
{
    for (int i = 0; i < n; i++)
        if (is_same(&segments->segment[i].head, &wanted->head))
            return &segments->segment[i];
    return NULL;
}

void tool_far_merge(struct tool_segments *here, struct tool_segments *far)
{
    int before = here->n;

    for (int i = 0; i < far->n; i++) {
        struct tool_segment *one = &far->segment[i], *same = find_same(here, before, one);

        if (!same) {
            *tool_segments_room(here) = *one;
            here->n++;
        } else if (tool_segment_fate(same) == TOOL_FATE_UNKNOWN) {
            tool_segment_close(same);
            *same = *one;
        } else {
            tool_segment_close(one);
        }
    }
    free(far->segment);
    *far = (struct tool_segments){0};
    tool_segments_sort(here);
}
