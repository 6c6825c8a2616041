#include "record/sections.h"

#include "record/slices.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* A line has room for the longest command, visible. */
enum { PAIRS_SHOWN = 10, HOSTS_SHOWN = 4, SLICES = 10, LINE_SIZE = 2304 };

/* Cells. */

static void put_text(struct mpit_cells *cells, int column, const char *text)
{
    mpit__visible(cells->text[column], MPIT_READABLE, text);
}

static void put_count(struct mpit_cells *cells, int column, uint64_t count)
{
    snprintf(cells->text[column], MPIT_READABLE, "%" PRIu64, count);
}

static void put_rank(struct mpit_cells *cells, int column, int rank)
{
    if (rank < 0)
        put_text(cells, column, "-");
    else
        snprintf(cells->text[column], MPIT_READABLE, "%d", rank);
}

static void put_seconds(struct mpit_cells *cells, int column, double seconds)
{
    mpit__readable_seconds(cells->text[column], seconds);
}

static void put_volume(struct mpit_cells *cells, int column, uint64_t bytes)
{
    mpit__readable_volume(cells->text[column], bytes);
}

static void put_mean_volume(struct mpit_cells *cells, int column, uint64_t bytes, uint64_t count)
{
    if (count)
        put_volume(cells, column, (uint64_t)((double)bytes / (double)count + 0.5));
    else
        put_text(cells, column, "-");
}

static void put_share(struct mpit_cells *cells, int column, double part, double whole)
{
    mpit__readable_share(cells->text[column], part, whole);
}

static void put_spread(struct mpit_cells *cells, int column, const struct mpit_spread *spread,
                       int nrank)
{
    put_seconds(cells, column, nrank ? spread->total / nrank : NAN);
    put_seconds(cells, column + 1, spread->min);
    put_rank(cells, column + 2, spread->min_rank);
    put_seconds(cells, column + 3, spread->max);
    put_rank(cells, column + 4, spread->max_rank);
}

/* Smallest and largest share and where; a spread of no ranks has none. */
static void put_extreme_shares(struct mpit_cells *cells, int column,
                               const struct mpit_spread *share)
{
    put_share(cells, column, share->min, share->min_rank < 0 ? 0 : 1);
    put_rank(cells, column + 1, share->min_rank);
    put_share(cells, column + 2, share->max, share->max_rank < 0 ? 0 : 1);
    put_rank(cells, column + 3, share->max_rank);
}

/* Text of several pieces; what does not fit is cut. */

struct line {
    char text[LINE_SIZE];
    size_t length;
};

static void __attribute__((format(printf, 2, 3))) append(struct line *line, const char *format, ...)
{
    size_t room = sizeof line->text - line->length;
    va_list arguments;

    va_start(arguments, format);
    int written = vsnprintf(line->text + line->length, room, format, arguments);
    va_end(arguments);
    if (written > 0)
        line->length += (size_t)written < room ? (size_t)written : room - 1;
}

static void append_visible(struct line *line, const char *text)
{
    char *end = line->text + line->length;

    mpit__visible(end, sizeof line->text - line->length, text);
    line->length += strlen(end);
}

/* The job. */

static void show_text(struct mpit_renderer *renderer, const char *name, const char *text)
{
    struct line line = {0};

    append_visible(&line, *text ? text : "-");
    renderer->line(renderer, name, line.text);
}

static bool host_is_new(const struct mpit_report *report, int i)
{
    if (i > 0 && !strcmp(report->rank[i].host, report->rank[i - 1].host))
        return false;
    for (int before = 0; before < i; before++)
        if (!strcmp(report->rank[i].host, report->rank[before].host))
            return false;
    return true;
}

static void show_hosts(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    struct line line = {0};
    int nhost = 0, shown = 0;

    for (int i = 0; i < report->nrank; i++)
        nhost += host_is_new(report, i);
    append(&line, "%d on %d host%s", report->nrank, nhost, nhost == 1 ? "" : "s");
    for (int i = 0; i < report->nrank && shown < HOSTS_SHOWN; i++) {
        if (!host_is_new(report, i))
            continue;
        append(&line, "%s", shown++ ? ", " : ": ");
        append_visible(&line, report->rank[i].host);
    }
    if (nhost > shown)
        append(&line, " and %d more", nhost - shown);
    renderer->line(renderer, "ranks", line.text);
}

static void show_partial(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    struct line line = {0};

    append(&line, "written ");
    if (*report->reason) {
        append(&line, "at ");
        append_visible(&line, report->reason);
        append(&line, ", ");
    }
    append(&line, "before the end of the job");
    if (report->nrank == 1)
        append(&line, ": rank %d alone, of %d", report->rank[0].rank, report->nranks);
    renderer->line(renderer, "partial", line.text);
}

static void show_lost(struct mpit_renderer *renderer, uint64_t lost)
{
    struct line line = {0};

    append(&line, "%" PRIu64 " objects went unrecorded: raise mpit_memory_limit", lost);
    renderer->line(renderer, "lost", line.text);
}

void mpit__section_job(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    show_text(renderer, "mpit", report->mpit);
    show_text(renderer, "vendor", report->vendor);
    show_text(renderer, "command", report->command);
    show_hosts(renderer, report);
    show_text(renderer, "start", report->start);
    if (!report->complete)
        show_partial(renderer, report);
    if (report->lost_records)
        show_lost(renderer, report->lost_records);
}

/* Time. */

static void time_row(struct mpit_renderer *renderer, const char *name,
                     const struct mpit_spread *spread, int nrank)
{
    struct mpit_cells cells = {0};

    put_text(&cells, 0, name);
    put_seconds(&cells, 1, spread->total);
    put_spread(&cells, 2, spread, nrank);
    renderer->row(renderer, &cells);
}

static void share_row(struct mpit_renderer *renderer, const struct mpit_times *times)
{
    struct mpit_cells cells = {0};

    put_text(&cells, 0, "MPI share of wall");
    put_share(&cells, 1, times->mpi.total, times->wall.total);
    put_share(&cells, 2, times->share.total, times->nshare);
    put_extreme_shares(&cells, 3, &times->share);
    renderer->row(renderer, &cells);
}

static void time_rows(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_cells header = {
        {"", "total", "mean", "min", "at rank", "max", "at rank"}, {0}};
    struct mpit_times times;

    mpit__times(report, &times);
    renderer->row(renderer, &header);
    time_row(renderer, "wall time", &times.wall, report->nrank);
    time_row(renderer, "MPI time", &times.mpi, report->nrank);
    share_row(renderer, &times);
}

void mpit__section_times(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_table table = {"lrrrrrr", time_rows};

    renderer->table(renderer, &table, report);
}

/* Ranks. */

static void rank_rows(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_cells header = {{"rank", "host", "wall time", "MPI time", "of wall"},
                                             {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < report->nrank; i++) {
        const struct mpit_report_rank *rank = &report->rank[i];
        struct mpit_cells cells = {0};

        put_rank(&cells, 0, rank->rank);
        put_text(&cells, 1, rank->host);
        put_seconds(&cells, 2, rank->wall);
        cells.bar[2] = rank->wall;
        put_seconds(&cells, 3, rank->mpi);
        cells.bar[3] = rank->mpi;
        put_share(&cells, 4, rank->mpi, rank->wall);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_ranks(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_table table = {"rlrrr", rank_rows};

    renderer->title(renderer, "ranks");
    renderer->table(renderer, &table, report);
}

/* Calls. */

static void call_rows(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_cells header = {{"call", "count", "bytes", "volume", "time", "of wall",
                                              "mean", "min", "at rank", "max", "at rank"},
                                             {0}};
    struct mpit_times times;

    mpit__times(report, &times);
    renderer->row(renderer, &header);
    for (int i = 0; i < report->ncall; i++) {
        const struct mpit_report_call *call = &report->call[i];
        struct mpit_cells cells = {0};

        put_text(&cells, 0, call->name);
        put_count(&cells, 1, call->count);
        put_count(&cells, 2, call->bytes);
        put_volume(&cells, 3, call->bytes);
        put_seconds(&cells, 4, call->time.total);
        cells.bar[4] = call->time.total;
        put_share(&cells, 5, call->time.total, times.wall.total);
        put_spread(&cells, 6, &call->time, report->nrank);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_calls(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_table table = {"lrrrrrrrrrr", call_rows};

    if (report->ncall == 0) {
        renderer->title(renderer, "no calls recorded");
        return;
    }
    renderer->title(renderer, "calls, most time first; times over all ranks");
    renderer->table(renderer, &table, report);
}

static void size_rows(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_cells header = {{"call", "count", "bytes", "bytes a call"}, {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < report->ncall; i++) {
        const struct mpit_report_call *call = &report->call[i];
        struct mpit_cells cells = {0};

        if (!call->bytes || !call->count)
            continue;
        put_text(&cells, 0, call->name);
        put_count(&cells, 1, call->count);
        put_count(&cells, 2, call->bytes);
        put_mean_volume(&cells, 3, call->bytes, call->count);
        cells.bar[3] = (double)call->bytes / (double)call->count;
        renderer->row(renderer, &cells);
    }
}

void mpit__section_sizes(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_table table = {"lrrr", size_rows};
    bool any = false;

    for (int i = 0; i < report->ncall; i++)
        any = any || (report->call[i].bytes && report->call[i].count);
    if (!any)
        return;
    renderer->title(renderer, "message sizes, mean of all calls that had any");
    renderer->table(renderer, &table, report);
}

/* Regions. */

static void region_rows(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_cells header = {{"region", "entered", "time", "MPI time", "of it",
                                              "sends", "volume", "collectives", "volume",
                                              "max time", "at rank"},
                                             {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < report->nregion; i++) {
        const struct mpit_report_region *region = &report->region[i];
        struct mpit_cells cells = {0};

        put_text(&cells, 0, region->label);
        put_count(&cells, 1, region->entries);
        put_seconds(&cells, 2, region->wall.total);
        cells.bar[2] = region->wall.total;
        put_seconds(&cells, 3, region->mpi.total);
        cells.bar[3] = region->mpi.total;
        put_share(&cells, 4, region->mpi.total, region->wall.total);
        put_count(&cells, 5, region->amount[MPIT_AMOUNT_sends].count);
        put_volume(&cells, 6, region->amount[MPIT_AMOUNT_sends].bytes);
        put_count(&cells, 7, region->amount[MPIT_AMOUNT_collectives].count);
        put_volume(&cells, 8, region->amount[MPIT_AMOUNT_collectives].bytes);
        put_seconds(&cells, 9, region->wall.max);
        put_rank(&cells, 10, region->wall.max_rank);
        renderer->row(renderer, &cells);
    }
}

static void note_open_region(struct mpit_renderer *renderer,
                             const struct mpit_report_region *region)
{
    struct line line = {0};

    append(&line, "region ");
    append_visible(&line, region->label);
    append(&line, ": %" PRIu64 " of its entries had no end: it counts up to that of the job",
           region->open);
    renderer->note(renderer, line.text);
}

void mpit__section_regions(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_table table = {"lrrrrrrrrrr", region_rows};

    if (report->nregion) {
        renderer->title(renderer,
                        "regions of MPI_Pcontrol, with what is inside of them; over all ranks");
        renderer->table(renderer, &table, report);
    }
    for (int i = 0; i < report->nregion; i++)
        if (report->region[i].open)
            note_open_region(renderer, &report->region[i]);
    if (report->stray_ends) {
        struct line line = {0};

        append(&line, "MPI_Pcontrol(4) outside of any region, ignored: %" PRIu64,
               report->stray_ends);
        renderer->note(renderer, line.text);
    }
}

/* Time series. */

static void put_level(struct mpit_cells *cells, int column, int64_t level)
{
    if (level < 0)
        put_text(cells, column, "-");
    else
        put_count(cells, column, (uint64_t)level);
}

static void slice_row(struct mpit_renderer *renderer, const struct mpit_slice *slice)
{
    struct mpit_cells cells = {0};

    put_seconds(&cells, 0, slice->from);
    put_seconds(&cells, 1, slice->to);
    put_share(&cells, 2, slice->share.total, slice->nrank);
    put_extreme_shares(&cells, 3, &slice->share);
    put_count(&cells, 7, slice->amount[MPIT_AMOUNT_sends].count);
    put_volume(&cells, 8, slice->amount[MPIT_AMOUNT_sends].bytes);
    put_count(&cells, 9, slice->amount[MPIT_AMOUNT_collectives].count);
    put_level(&cells, 10, slice->most[MPIT_REPORT_LEVEL_posted]);
    put_level(&cells, 11, slice->most[MPIT_REPORT_LEVEL_unexpected]);
    renderer->row(renderer, &cells);
}

static void slice_rows(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_cells header = {{"from", "to", "in MPI", "min", "at rank", "max",
                                              "at rank", "sends", "volume", "collectives", "posted",
                                              "unexpected"},
                                             {0}};
    struct mpit_slice slices[SLICES];

    renderer->row(renderer, &header);
    mpit__slices(report, SLICES, slices);
    for (int i = 0; i < SLICES; i++)
        slice_row(renderer, &slices[i]);
}

static void title_series(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    char text[MPIT_READABLE];
    struct line line = {0};
    double asked = 0, interval = 0;

    for (int i = 0; i < report->nseries; i++) {
        asked = fmax(asked, report->series[i].asked);
        interval = fmax(interval, report->series[i].interval);
    }
    mpit__readable_seconds(text, interval);
    append(&line, "time series of %d rank%s, a sample each %s", report->nseries,
           report->nseries == 1 ? "" : "s", text);
    if (interval > asked) {
        mpit__readable_seconds(text, asked);
        append(&line, " (from a look each %s)", text);
    }
    append(&line, "; posted receives and unexpected messages: most on a rank");
    renderer->title(renderer, line.text);
}

void mpit__section_series(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_table table = {"rrrrrrrrrrrr", slice_rows};

    if (report->nseries == 0)
        return;
    title_series(renderer, report);
    renderer->table(renderer, &table, report);
}

/* Pairs. */

static int pairs_shown(const struct mpit_report *report)
{
    return report->npair < PAIRS_SHOWN ? report->npair : PAIRS_SHOWN;
}

static void pair_rows(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_cells header = {
        {"sender", "->", "receiver", "messages", "bytes", "volume", "a message"}, {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < pairs_shown(report); i++) {
        const struct mpit_report_pair *pair = &report->pair[i];
        struct mpit_cells cells = {0};

        put_rank(&cells, 0, pair->sender);
        put_text(&cells, 1, "->");
        put_rank(&cells, 2, pair->receiver);
        put_count(&cells, 3, pair->messages);
        put_count(&cells, 4, pair->bytes);
        cells.bar[4] = (double)pair->bytes;
        put_volume(&cells, 5, pair->bytes);
        put_mean_volume(&cells, 6, pair->bytes, pair->messages);
        renderer->row(renderer, &cells);
    }
}

static void note_pairs_left_out(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    struct line line = {0};
    uint64_t messages = 0, bytes = 0;
    int more = report->npair - pairs_shown(report);

    if (more == 0)
        return;
    for (int i = pairs_shown(report); i < report->npair; i++) {
        messages += report->pair[i].messages;
        bytes += report->pair[i].bytes;
    }
    append(&line, "and %d more pair%s: %" PRIu64 " messages, %" PRIu64 " bytes", more,
           more == 1 ? "" : "s", messages, bytes);
    renderer->note(renderer, line.text);
}

void mpit__section_pairs(struct mpit_renderer *renderer, const struct mpit_report *report)
{
    static const struct mpit_table table = {"rlrrrrr", pair_rows};

    if (report->npair == 0) {
        renderer->title(renderer, "no point-to-point messages sent");
        return;
    }
    renderer->title(renderer, "busiest pairs by rank in MPI_COMM_WORLD, most bytes first");
    renderer->table(renderer, &table, report);
    note_pairs_left_out(renderer, report);
}
