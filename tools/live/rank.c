/* The rank of a process: where it is, and where its time has gone. */
#include "config.h"

#include "tools/live/part_of.h"

#include "tools/records/call_family.h"

#include <stdio.h>
#include <string.h>

static void find_call(const struct tool_live_source *source, char in[48])
{
    const struct mpit_live_head *head = &source->segment->head;

    *in = '\0';
    if (source->ended)
        return;
    if (head->state == MPIT_LIVE_ABORTED)
        strcpy(in, "MPI_Abort");
    for (int i = 0; i < MPIT_LIVE_LIVES && !*in; i++)
        if (head->life[i].since)
            snprintf(in, 48, "%s", head->life[i].call);
    if (source->open.n && !*in)
        strcpy(in, source->open.call[0].name);
}

static const char *state_of(const struct tool_live_source *source,
                            const struct tool_live_view *view)
{
    if (source->ended)
        return MPIT_RANK_ENDED;
    if (source->fate == TOOL_FATE_GONE || (source->fate == TOOL_FATE_UNKNOWN && view->over))
        return MPIT_RANK_DEAD;
    return MPIT_RANK_RUNNING;
}

static bool has_time(const struct tool_segment *segment, const struct tool_piece *block)
{
    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == MPIT_LIVE_FAMILY &&
            tool_piece_slot(segment, block, segment->name[i].slot[MPIT_LIVE_TICKS]))
            return true;
    return false;
}

static bool is_in_call(const struct tool_live_source *source, uint32_t shard)
{
    for (int i = 0; i < source->open.n; i++)
        if (source->open.call[i].shard == shard && tool_live_counts_open(source))
            return true;
    return false;
}

/* Whose calls took time, or are taking some. */
static int threads_of(const struct tool_live_source *source)
{
    const struct tool_segment *segment = source->segment;
    int n = 0;

    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];

        if (piece->item.kind == MPIT_LIVE_PROCESS)
            n += has_time(segment, piece) || is_in_call(source, piece->item.shard);
    }
    return n;
}

static enum mpit_part part_of(const char *family)
{
    return mpit__part_of_state(tool_family_state(family));
}

static void take_parts(const struct tool_live_source *source, struct mpit_record_rank *rank)
{
    const struct tool_segment *segment = source->segment;

    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == MPIT_LIVE_FAMILY)
            rank->part[part_of(segment->name[i].name)] += tool_segment_seconds(
                segment, tool_live_total(source, &segment->name[i], MPIT_LIVE_TICKS));
    for (int i = 0; i < source->open.n; i++)
        rank->part[part_of(tool_call_family(source->open.call[i].name))] +=
            tool_segment_seconds(segment, tool_live_open_ticks(source, &source->open.call[i]));
    rank->part[MPIT_PART_init] = tool_live_life_seconds(source, "MPI_Init") +
                                 tool_live_life_seconds(source, "MPI_Init_thread");
    rank->part[MPIT_PART_finalize] = tool_live_life_seconds(source, "MPI_Finalize");
}

struct mpit_record_rank tool_live_rank(const struct tool_live_source *source,
                                       const struct tool_live_view *view)
{
    const struct mpit_live_head *head = &source->segment->head;
    struct mpit_record_rank rank = {.rank = tool_live_rank_of(head),
                                    .pid = (int)head->pid,
                                    MPIT_RECORD_RANK_UNSEEN,
                                    .threads = threads_of(source)};

    memcpy(rank.host, head->host, sizeof rank.host);
    strcpy(rank.state, state_of(source, view));
    find_call(source, rank.in);
    if (head->began) {
        rank.wall = tool_live_duration(source, tool_live_since(head->began, source->now), true);
        rank.paused = tool_live_duration(source, tool_live_paused(source), true);
        rank.mpi = tool_segment_seconds(
            source->segment, tool_live_total_of_class(source, MPIT_LIVE_FAMILY, MPIT_LIVE_TICKS) +
                                 tool_live_all_open_ticks(source));
    }
    rank.mpi_open = tool_live_has_unknown(source);
    take_parts(source, &rank);
    return rank;
}
