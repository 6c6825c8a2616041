/* The regions of a process. */
#include "config.h"

#include "tools/live/part_of.h"

#include "tools/ground/tool.h"

#include <math.h>
#include <string.h>

static struct mpit_live_totals totals_now(const struct tool_live_source *source)
{
    static const char *const names[MPIT_AMOUNTS] = {[MPIT_AMOUNT_sends] = "sends",
                                                    [MPIT_AMOUNT_recvs] = "recvs",
                                                    [MPIT_AMOUNT_rma] = "rma",
                                                    [MPIT_AMOUNT_reads] = "reads",
                                                    [MPIT_AMOUNT_writes] = "writes"};
    struct mpit_live_totals now = {.wall = source->now};

    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        const struct mpit_live_name *row =
            names[i] ? tool_segment_find(source->segment, MPIT_LIVE_AMOUNT, names[i]) : NULL;

        now.amount[i].count = tool_live_total(source, row, MPIT_LIVE_COUNT);
        now.amount[i].bytes = tool_live_total(source, row, MPIT_LIVE_BYTES);
    }
    now.amount[MPIT_AMOUNT_collectives] = (struct mpit_live_amount){
        tool_live_total_of_class(source, MPIT_LIVE_COLLECTIVE, MPIT_LIVE_COUNT),
        tool_live_total_of_class(source, MPIT_LIVE_COLLECTIVE, MPIT_LIVE_BYTES)};
    now.mpi = tool_live_total_of_class(source, MPIT_LIVE_FAMILY, MPIT_LIVE_TICKS) +
              tool_live_all_open_ticks(source);
    return now;
}

static struct mpit_record_region region_of(const struct tool_live_source *source,
                                           const struct mpit_live_region *its,
                                           const struct mpit_live_totals *now,
                                           const struct mpit_record_rank *rank)
{
    struct mpit_record_region region = {.entries = its->entries,
                                        .open = its->inside,
                                        .wall = MPIT_SPREAD_NONE,
                                        .mpi = MPIT_SPREAD_NONE,
                                        .outside = MPIT_SPREAD_NONE,
                                        .had = MPIT_RESOURCES_UNKNOWN};
    struct mpit_live_totals sum = its->sum;

    memcpy(region.label, its->label, sizeof region.label - 1);
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        if (its->inside) {
            sum.amount[i].count +=
                tool_live_since(its->began.amount[i].count, now->amount[i].count);
            sum.amount[i].bytes +=
                tool_live_since(its->began.amount[i].bytes, now->amount[i].bytes);
        }
        region.amount[i] = (struct mpit_record_amount){sum.amount[i].count, sum.amount[i].bytes};
    }
    if (its->inside) {
        sum.wall += tool_live_since(tool_live_since(its->paused, tool_live_paused(source)),
                                    tool_live_since(its->began.wall, now->wall));
        sum.mpi += tool_live_since(its->began.mpi, now->mpi);
    }
    mpit__spread_add(&region.wall, tool_live_duration(source, sum.wall, its->inside), rank->rank);
    mpit__spread_add(&region.mpi, tool_live_duration(source, sum.mpi, false), rank->rank);
    mpit__spread_add(&region.outside,
                     rank->threads > 1 || (rank->mpi_open && its->inside)
                         ? NAN
                         : region.wall.total - region.mpi.total,
                     rank->rank);
    return region;
}

_Static_assert((int)MPIT_LIVE_AMOUNTS == (int)MPIT_AMOUNTS, "a region counts what a record says");

void tool_live_regions(const struct tool_live_source *source, struct mpit_record *part)
{
    const struct tool_piece *piece = tool_segment_last(source->segment, MPIT_LIVE_REGIONS);
    const struct mpit_live_region *region = piece ? (const void *)piece->data : NULL;
    struct mpit_live_totals now = totals_now(source);

    if (!piece)
        return;
    part->region = tool_allocate(piece->item.n, sizeof *part->region);
    part->nregion = (int)piece->item.n;
    part->stray_ends = piece->item.first;
    for (int i = 0; i < part->nregion; i++)
        part->region[i] = region_of(source, &region[i], &now, &part->rank[0]);
}
