#include "config.h"

#include "tools/live/calls_file.h"

#include "ground/file.h"
#include "live/calls_file.h"
#include "tools/ground/tool.h"
#include "tools/live/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t tool_calls_gap(const struct mpit_live_called *slot)
{
    return MPIT_LIVE_CALLED_CALL(slot->what) == MPIT_LIVE_CALLED_CALL(MPIT_CALLS_FILE_GAP)
               ? slot->entry
               : 0;
}

static bool is_head_of(const struct mpit_calls_file_head *head, const struct tool_segment *segment,
                       uint32_t shard)
{
    return head->order == MPIT_LIVE_ORDER && head->head_bytes == sizeof *head &&
           head->call_bytes == sizeof(struct mpit_live_called) && head->pid == segment->head.pid &&
           head->pid_start == segment->head.pid_start && head->shard == shard;
}

static bool check_head(const struct tool_segment *segment, const struct tool_calls *calls,
                       const char *path, size_t bytes, char *reason)
{
    const struct mpit_calls_file_head *head = (const struct mpit_calls_file_head *)calls->content;

    if (bytes < sizeof *head ||
        memcmp(head->magic, MPIT_CALLS_FILE_MAGIC, sizeof MPIT_CALLS_FILE_MAGIC) != 0)
        return tool_file_refuse(reason, "%s: not a file of calls of mpit", path);
    if (head->layout != MPIT_CALLS_FILE_LAYOUT)
        return tool_file_refuse(reason, "%s: layout %" PRIu32 " of calls, this mpit reads %d", path,
                                head->layout, MPIT_CALLS_FILE_LAYOUT);
    if (!is_head_of(head, segment, calls->shard))
        return tool_file_refuse(reason, "%s: not of the process of %s", path, segment->path);
    return true;
}

/* Which numbers are calls. */
static void know_calls(const struct tool_segment *segment, bool is_call[], uint32_t n)
{
    char name[48];

    for (uint32_t call = 0; call < n; call++)
        is_call[call] = tool_segment_call_name(segment, call, name);
}

/* Each slot is a call that there is, a message beside one, or a gap. */
static bool check_slots(const struct tool_segment *segment, struct tool_calls *calls,
                        const char *path, char *reason)
{
    enum { CALLS = MPIT_LIVE_CALLED_CALL(MPIT_CALLS_FILE_GAP) + 1 };
    const uint64_t most = UINT64_C(1) << 56;
    bool is_call[CALLS];

    know_calls(segment, is_call, CALLS);
    for (size_t i = 0; i < calls->n; i++) {
        const struct mpit_live_called *slot = &calls->slot[i];
        const uint64_t gap = tool_calls_gap(slot);

        if (gap ? gap > most : !is_call[MPIT_LIVE_CALLED_CALL(slot->what)])
            return tool_file_refuse(reason, "%s: broken at byte %zu", path,
                                    (size_t)((const char *)slot - calls->content));
        calls->end += gap ? gap : 1;
    }
    return true;
}

static bool take_file(const struct tool_segment *segment, struct tool_calls *calls,
                      const char *path, char *reason)
{
    size_t bytes = 0;
    int file = tool_file_open(path, &bytes, reason);

    if (file < 0)
        return access(path, F_OK) != 0 && errno == ENOENT;
    calls->content = malloc(bytes + 1);
    if (!calls->content || !mpit__file_read_at(file, calls->content, bytes, 0)) {
        close(file);
        return tool_file_refuse(reason, "%s: %s", path,
                                calls->content ? "it was cut short" : "no memory to read it");
    }
    close(file);
    if (!check_head(segment, calls, path, bytes, reason))
        return false;
    calls->slot =
        (const struct mpit_live_called *)(calls->content + sizeof(struct mpit_calls_file_head));
    calls->n = (bytes - sizeof(struct mpit_calls_file_head)) / sizeof *calls->slot;
    return check_slots(segment, calls, path, reason);
}

bool tool_calls_take(struct tool_segment *segment, char *reason)
{
    bool good = true;

    segment->calls = tool_allocate((size_t)segment->npiece + 1, sizeof *segment->calls);
    for (int i = 0; i < segment->npiece && good; i++) {
        const struct mpit_live_item *item = &segment->piece[i].item;
        struct tool_calls *calls = &segment->calls[segment->ncalls];
        char *path;

        if (item->kind != MPIT_LIVE_RECORDER)
            continue;
        segment->ncalls++;
        calls->shard = item->shard;
        path = tool_print("%s.%" PRIu32 MPIT_CALLS_FILE_ENDING, segment->path, item->shard);
        good = take_file(segment, calls, path, reason);
        free(path);
    }
    return good;
}

void tool_calls_free(struct tool_segment *segment)
{
    for (int i = 0; i < segment->ncalls; i++)
        free(segment->calls[i].content);
    free(segment->calls);
    segment->calls = NULL;
    segment->ncalls = 0;
}
