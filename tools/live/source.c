/* What the record of a process is made of. */
#include "config.h"

#include "tools/live/source.h"

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- when */

/* Moments before it began are as it began. */
static uint64_t ticks_at(const struct tool_segment *segment, int64_t ns)
{
    const struct mpit_live_head *head = &segment->head;
    double length = tool_segment_seconds(segment, 1), ticks;

    if (length <= 0 || ns < 0 || (uint64_t)ns <= head->ns)
        return head->ticks;
    ticks = (double)((uint64_t)ns - head->ns) * 1e-9 / length;
    return ticks < 9e18 ? head->ticks + (uint64_t)ticks : head->ticks;
}

/* It counts up to MPI_Finalize; that itself takes time up to when it is looked at. */
static void find_now(struct tool_live_source *source, const struct tool_live_view *view)
{
    const struct mpit_live_head *head = &source->segment->head;

    if (source->fate == TOOL_FATE_ALIVE || source->fate == TOOL_FATE_STOPPED)
        source->now_ns = tool_segment_now(source->segment);
    else if (source->fate == TOOL_FATE_GONE && view->until)
        source->now_ns = view->until + tool_segment_now(source->segment) - tool_clock_now();
    source->timed = source->now_ns != 0;
    source->now = ticks_at(source->segment, source->now_ns);
    if (head->ended && (source->ended || head->state == MPIT_LIVE_FINALIZING)) {
        source->timed = true;
        source->now = head->ended;
    }
}

double tool_live_duration(const struct tool_live_source *source, uint64_t ticks, bool open)
{
    return open && !source->timed ? NAN : tool_segment_seconds(source->segment, ticks);
}

uint64_t tool_live_paused(const struct tool_live_source *source)
{
    const struct mpit_live_head *head = &source->segment->head;
    uint64_t ticks = mpit_live_paused(head->paused, source->now);
    uint64_t wall = tool_live_since(head->began, source->now);

    return ticks < wall ? ticks : wall;
}

/* ---- calls that have not ended */

bool tool_live_counts_open(const struct tool_live_source *source)
{
    const struct mpit_live_head *head = &source->segment->head;

    return head->began && !source->ended && head->state != MPIT_LIVE_FINALIZING &&
           !(head->paused & 1);
}

uint64_t tool_live_open_ticks(const struct tool_live_source *source,
                              const struct tool_open_call *call)
{
    return tool_live_counts_open(source) && source->timed
               ? tool_live_since(call->since, source->now)
               : 0;
}

bool tool_live_has_unknown(const struct tool_live_source *source)
{
    return tool_live_counts_open(source) &&
           (!source->open.all || source->segment->head.state == MPIT_LIVE_ABORTED ||
            (source->open.n && !source->timed));
}

uint64_t tool_live_open_ticks_of(const struct tool_live_source *source, const char *name)
{
    uint64_t ticks = 0;

    for (int i = 0; i < source->open.n; i++)
        if (!strcmp(source->open.call[i].name, name))
            ticks += tool_live_open_ticks(source, &source->open.call[i]);
    return ticks;
}

uint64_t tool_live_all_open_ticks(const struct tool_live_source *source)
{
    uint64_t ticks = 0;

    for (int i = 0; i < source->open.n; i++)
        ticks += tool_live_open_ticks(source, &source->open.call[i]);
    return ticks;
}

/* ---- totals */

static void sum_up(struct tool_live_source *source)
{
    const struct tool_segment *segment = source->segment;

    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_PROCESS &&
            segment->piece[i].item.n > source->ntotal)
            source->ntotal = segment->piece[i].item.n;
    source->total = tool_allocate(source->ntotal, sizeof *source->total);
    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_PROCESS)
            for (size_t slot = 0; slot < segment->piece[i].item.n; slot++)
                source->total[slot] += tool_piece_slot(segment, &segment->piece[i], slot);
}

uint64_t tool_live_total(const struct tool_live_source *source, const struct mpit_live_name *row,
                         enum mpit_live_unit unit)
{
    return row && row->slot[unit] < source->ntotal ? source->total[row->slot[unit]] : 0;
}

uint64_t tool_live_total_of_class(const struct tool_live_source *source, enum mpit_live_class class,
                                  enum mpit_live_unit unit)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < source->segment->nname; i++)
        if (source->segment->name[i].class == class)
            sum += tool_live_total(source, &source->segment->name[i], unit);
    return sum;
}

/* ---- of a segment */

struct tool_live_source tool_live_source_of(const struct tool_segment *segment,
                                            const struct tool_live_view *view)
{
    struct tool_live_source source = {
        .segment = segment,
        .fate = tool_segment_fate(segment),
        .ended = segment->head.state == MPIT_LIVE_ENDED,
    };

    source.open = tool_open_calls_take(segment);
    find_now(&source, view);
    sum_up(&source);
    return source;
}

void tool_live_source_free(struct tool_live_source *source)
{
    free(source->open.call);
    free(source->total);
}
