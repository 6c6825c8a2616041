/* The record of one process. */
#include "config.h"

#include "tools/live/part.h"

#include "tools/ground/tool.h"
#include "tools/live/pairs.h"
#include "tools/live/part_of.h"
#include "tools/live/uses.h"

#include <string.h>
#include <time.h>

int tool_live_rank_of(const struct mpit_live_head *head)
{
    if (head->rank < 0 && head->size < 0)
        return 0;
    return head->rank < INT32_MAX ? head->rank : -1;
}

static void describe_start(const struct tool_segment *segment, struct mpit_record *part)
{
    const struct mpit_live_head *head = &segment->head;
    double after =
        head->began ? tool_segment_seconds(segment, tool_live_since(head->ticks, head->began)) : 0;
    time_t start = (time_t)head->utc + (time_t)(after < 1e9 ? after : 0);
    struct tm utc;

    if (head->utc > 0 && head->utc < INT32_MAX && gmtime_r(&start, &utc))
        strftime(part->start, sizeof part->start, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static void describe_job(const struct tool_segment *segment, struct mpit_record *part)
{
    const struct mpit_live_head *head = &segment->head;
    int rank = tool_live_rank_of(head);

    memcpy(part->mpit, head->mpit, sizeof part->mpit);
    memcpy(part->vendor, head->vendor, sizeof part->vendor);
    memcpy(part->command, head->command, sizeof part->command);
    part->batch = head->batch;
    describe_start(segment, part);
    part->nranks = head->size > rank ? head->size : rank + 1;
    part->lost_records = head->lost;
    part->complete = head->state == MPIT_LIVE_ENDED;
}

bool tool_live_part(const struct tool_segment *segment, const struct tool_live_view *view,
                    struct mpit_record *part)
{
    struct tool_live_source source;

    *part = (struct mpit_record){0};
    if (tool_live_rank_of(&segment->head) < 0)
        return false;
    source = tool_live_source_of(segment, view);
    describe_job(segment, part);
    part->rank = tool_allocate(1, sizeof *part->rank);
    part->rank[0] = tool_live_rank(&source, view);
    part->nrank = 1;
    tool_live_calls(&source, part);
    tool_live_sizes(&source, part);
    tool_live_uses(segment, part);
    tool_live_pairs(segment, part);
    tool_live_sites(segment, part);
    tool_live_regions(&source, part);
    tool_live_source_free(&source);
    return true;
}
