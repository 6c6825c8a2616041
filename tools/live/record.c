/* The record of a world of processes. */
#include "config.h"

#include "tools/live/record.h"

#include "tools/ground/tool.h"
#include "tools/live/arrivals.h"
#include "tools/live/meetings.h"
#include "tools/live/recorded.h"
#include "tools/live/source.h"
#include "tools/records/join.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- why it is not complete */

static bool any_is(const struct mpit_record *record, const char *state)
{
    for (int i = 0; i < record->nrank; i++)
        if (mpit__rank_is(&record->rank[i], state))
            return true;
    return false;
}

static const struct mpit_live_head *who_aborted(const struct tool_live_world *world)
{
    for (int i = 0; i < world->n; i++)
        if (world->segment[i]->head.state == MPIT_LIVE_ABORTED)
            return &world->segment[i]->head;
    return NULL;
}

static void give_reason(const struct tool_live_world *world, const struct tool_live_view *view,
                        struct mpit_record *record)
{
    const struct mpit_live_head *aborted = who_aborted(world);

    if (record->complete)
        return;
    if (aborted)
        snprintf(record->reason, sizeof record->reason, "MPI_Abort(%d) by rank %d", aborted->code,
                 tool_live_rank_of(aborted));
    else if (!view->over && any_is(record, MPIT_RANK_RUNNING) && !any_is(record, MPIT_RANK_DEAD))
        snprintf(record->reason, sizeof record->reason, "the job is running");
    else if (any_is(record, MPIT_RANK_RUNNING) || any_is(record, MPIT_RANK_DEAD))
        snprintf(record->reason, sizeof record->reason,
                 "not all ranks have reached the end of MPI_Finalize");
}

/* A launcher that has ended its job may have done so because of one of them. */
static bool any_died(const struct tool_live_world *world, const struct tool_live_view *view,
                     const struct mpit_record *record)
{
    return who_aborted(world) || any_is(record, MPIT_RANK_DEAD) ||
           (view->over && !record->complete);
}

/* ---- the end */

/* When it came to MPI_Finalize, by CLOCK_MONOTONIC; 0: it has not. */
static double came_to_end(const struct tool_segment *segment)
{
    const struct mpit_live_head *head = &segment->head;

    if (!head->ended || (head->state != MPIT_LIVE_FINALIZING && head->state != MPIT_LIVE_ENDED))
        return 0;
    return 1e-9 * (double)head->ns +
           tool_segment_seconds(segment, tool_live_since(head->ticks, head->ended));
}

/* When the last of all came there; 0: not all have, no number: clocks of several nodes. */
static double all_came(const struct tool_live_world *world, const struct mpit_record *part, int n)
{
    double last = 0;

    for (int i = 0; i < world->n; i++) {
        double came = came_to_end(world->segment[i]);

        if (came == 0 || n != world->n || n < part[0].nranks)
            return 0;
        if (strcmp(world->segment[i]->head.host, world->segment[0]->head.host) != 0)
            return NAN;
        last = fmax(last, came);
    }
    return last;
}

/* Of its time in MPI_Finalize it has waited up to there. */
static void settle_end(const struct tool_live_world *world, struct mpit_record *part, int n)
{
    double last = all_came(world, part, n);

    for (int i = 0; n == world->n && i < n; i++) {
        struct mpit_record_rank *rank = &part[i].rank[0];
        double its = rank->part[MPIT_PART_finalize];
        double wait = last == 0 ? its : fmin(its, last - came_to_end(world->segment[i]));

        rank->part[MPIT_PART_finalize_wait] = isnan(last) ? NAN : wait;
        if (isnan(last) || !isfinite(wait))
            continue;
        rank->wall += wait;
        if (world->segment[i]->head.paused & 1) {
            rank->paused += wait;
            rank->part[MPIT_PART_finalize_wait] = NAN;
        } else {
            rank->mpi += wait;
        }
        rank->part[MPIT_PART_finalize] = its - wait;
    }
}

/* ---- the whole */

/* The last collectives stand in the rings: of those that are not over nobody else knows. */
static void join_arrivals(const struct tool_live_world *world, struct mpit_record *record)
{
    struct tool_arrivals *arrivals = tool_arrivals_make();

    for (int i = 0; i < world->n; i++) {
        const struct tool_segment *segment = world->segment[i];
        int file = segment->head.began && segment->file >= 0 ? dup(segment->file) : -1;

        if (file >= 0)
            tool_arrivals_add(arrivals, file, &segment->head);
    }
    tool_arrivals_read(arrivals);
    tool_arrivals_put(arrivals, record);
    tool_arrivals_free(arrivals);
}

bool tool_live_record(const struct tool_live_world *world, const struct tool_live_view *view,
                      struct mpit_record *record)
{
    struct mpit_record *part = tool_allocate((size_t)world->n, sizeof *part);
    int n = 0;

    *record = (struct mpit_record){0};
    for (int i = 0; i < world->n; i++)
        n += tool_live_part(world->segment[i], view, &part[n]);
    if (n) {
        settle_end(world, part, n);
        tool_records_join(part, n, record);
        if (tool_meetings_are_of_nodes(world))
            tool_meetings_put(world, record);
        else
            join_arrivals(world, record);
    }
    for (int i = 0; i < n; i++)
        mpit__record_free(&part[i]);
    free(part);
    if (n)
        tool_recorded_put(world, view->recorder, any_died(world, view, record), record);
    give_reason(world, view, record);
    return n > 0;
}
