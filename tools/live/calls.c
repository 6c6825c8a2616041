/* The calls of a process, and the sizes of its messages. */
#include "config.h"

#include "tools/live/part_of.h"

#include "tools/ground/tool.h"
#include "tools/records/join.h"

#include <stdio.h>
#include <string.h>

static const struct mpit_live_life *life_of(const struct tool_live_source *source, const char *name)
{
    const struct mpit_live_head *head = &source->segment->head;

    for (int i = 0; i < MPIT_LIVE_LIVES; i++)
        if (head->life[i].call[0] && !strcmp(head->life[i].call, name))
            return &head->life[i];
    return NULL;
}

/* A call with which MPI begins or ends counts when it has begun, as in what the ranks gather. */
static void add_life(const struct tool_live_source *source, struct mpit_record_call *call,
                     double *seconds)
{
    const struct mpit_live_life *life = life_of(source, call->name);

    if (!life)
        return;
    call->count += life->count + (life->since != 0);
    *seconds += (double)life->ns * 1e-9;
    if (life->since && (uint64_t)source->now_ns > life->since)
        *seconds += (double)((uint64_t)source->now_ns - life->since) * 1e-9;
}

double tool_live_life_seconds(const struct tool_live_source *source, const char *name)
{
    struct mpit_record_call call = {0};
    double seconds = 0;

    snprintf(call.name, sizeof call.name, "%s", name);
    add_life(source, &call, &seconds);
    return seconds;
}

void tool_live_calls(const struct tool_live_source *source, struct mpit_record *part)
{
    const struct tool_segment *segment = source->segment;

    part->call = tool_allocate(segment->nname, sizeof *part->call);
    for (uint32_t i = 0; i < segment->nname; i++) {
        const struct mpit_live_name *row = &segment->name[i];
        struct mpit_record_call *call = &part->call[part->ncall];
        double seconds;

        if (row->class != MPIT_LIVE_CALL)
            continue;
        *call = (struct mpit_record_call){.time = MPIT_SPREAD_NONE};
        tool_segment_name(row, call->name);
        call->count = tool_live_total(source, row, MPIT_LIVE_COUNT);
        call->messages = tool_live_total(source, row, MPIT_LIVE_MESSAGES);
        call->bytes = tool_live_total(source, row, MPIT_LIVE_BYTES);
        seconds = tool_segment_seconds(segment, tool_live_total(source, row, MPIT_LIVE_TICKS) +
                                                    tool_live_open_ticks_of(source, call->name));
        add_life(source, call, &seconds);
        mpit__spread_add(&call->time, seconds, part->rank[0].rank);
        if (call->count || seconds > 0)
            tool_record_add_call_rank(call, &(struct mpit_record_call_rank){part->rank[0].rank,
                                                                            call->count,
                                                                            call->bytes, seconds});
        part->ncall += call->count || seconds > 0;
    }
}

/* ---- sizes */

static uint64_t total_of_size(const struct tool_live_source *source, const char *name,
                              unsigned class)
{
    const struct mpit_live_name *row = tool_segment_find(source->segment, MPIT_LIVE_SIZES, name);
    size_t first = row ? row->slot[MPIT_LIVE_COUNT] : MPIT_LIVE_NO_SLOT;

    return first + class < source->ntotal ? source->total[first + class] : 0;
}

void tool_live_sizes(const struct tool_live_source *source, struct mpit_record *part)
{
    for (unsigned i = 0; i < MPIT_RECORD_SIZES; i++) {
        struct mpit_record_size size = mpit__record_size_of(i);

        size.sends = total_of_size(source, "sends", i);
        size.recvs = total_of_size(source, "recvs", i);
        tool_record_add_sizes(part, &size, 1);
    }
}
