/* What the record of a process is made of: its segment, summed up, and the moment up to which it
 * counts. */
#ifndef TOOL_LIVE_SOURCE_H
#define TOOL_LIVE_SOURCE_H

#include "tools/live/open_calls.h"
#include "tools/live/part.h"
#include "tools/live/process.h"

struct tool_live_source {
    const struct tool_segment *segment;
    uint64_t *total; /* [ntotal]: slots of the process, over its threads */
    size_t ntotal;
    enum tool_fate fate;
    bool ended;     /* it has come out of MPI_Finalize */
    int64_t now_ns; /* CLOCK_MONOTONIC when it died, or at which it is looked at; 0: unknown */
    bool timed;     /* `now` is known */
    uint64_t now;   /* ticks up to which it counts */
    struct tool_open_calls open;
};

struct tool_live_source tool_live_source_of(const struct tool_segment *segment,
                                            const struct tool_live_view *view);
void tool_live_source_free(struct tool_live_source *source);

/* From one moment to another; 0 where it is the wrong way round, as nothing is written at once. */
static inline uint64_t tool_live_since(uint64_t began, uint64_t now)
{
    return now > began ? now - began : 0;
}

/* The number of ticks is what is known of them: what it comes to is not, without a time. */
double tool_live_duration(const struct tool_live_source *source, uint64_t ticks, bool open);
/* Ticks in which nothing was recorded. */
uint64_t tool_live_paused(const struct tool_live_source *source);

/* ---- calls that have not ended */

/* While nothing is recorded, none of them is; in MPI_Finalize and before MPI_Init there are none
 * whose time counts. */
bool tool_live_counts_open(const struct tool_live_source *source);
/* For how long it was in MPI_Abort nobody says. */
bool tool_live_has_unknown(const struct tool_live_source *source);
uint64_t tool_live_open_ticks(const struct tool_live_source *source,
                              const struct tool_open_call *call);
uint64_t tool_live_open_ticks_of(const struct tool_live_source *source, const char *name);
uint64_t tool_live_all_open_ticks(const struct tool_live_source *source);

/* ---- totals of the process */

uint64_t tool_live_total(const struct tool_live_source *source, const struct mpit_live_name *row,
                         enum mpit_live_unit unit);
uint64_t tool_live_total_of_class(const struct tool_live_source *source, enum mpit_live_class class,
                                  enum mpit_live_unit unit);

#endif
