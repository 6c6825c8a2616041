/* The record as text for people: readable times and volumes, exact counts and bytes.
 *
 * A table is printed by walking its rows twice, first to measure the columns, then to print them:
 * so columns align whatever the numbers are, and nothing is allocated. */
#include "slices.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { MAX_COLUMNS = 12, CELL_SIZE = 64, PAIRS_SHOWN = 10, HOSTS_SHOWN = 4, SLICES = 10 };

struct cells {
    char text[MAX_COLUMNS][CELL_SIZE];
};

struct table {
    FILE *out;
    const char *align; /* a letter a column: 'l' or 'r' */
    bool measuring;
    int width[MAX_COLUMNS];
};

static void table_row(struct table *table, const struct cells *cells)
{
    int ncolumn = (int)strlen(table->align);

    for (int i = 0; i < ncolumn; i++) {
        const char *text = cells->text[i];
        int width = (int)strlen(text);

        if (table->measuring) {
            if (width > table->width[i])
                table->width[i] = width;
        } else if (table->align[i] == 'r') {
            fprintf(table->out, "%s%*s", i ? "  " : "", table->width[i], text);
        } else {
            int padded = i + 1 < ncolumn ? table->width[i] : 0; /* no blanks at the line's end */
            fprintf(table->out, "%s%-*s", i ? "  " : "", padded, text);
        }
    }
    if (!table->measuring)
        putc('\n', table->out);
}

static void table_print(FILE *out, const char *align, const struct mpit_report *report,
                        void (*rows)(struct table *, const struct mpit_report *))
{
    struct table table = {.out = out, .align = align, .measuring = true};

    rows(&table, report);
    table.measuring = false;
    rows(&table, report);
}

/* Cells. */

static void put_text(struct cells *cells, int column, const char *text)
{
    snprintf(cells->text[column], CELL_SIZE, "%s", text);
}

static void put_count(struct cells *cells, int column, uint64_t count)
{
    snprintf(cells->text[column], CELL_SIZE, "%" PRIu64, count);
}

static void put_rank(struct cells *cells, int column, int rank)
{
    if (rank < 0)
        put_text(cells, column, "-");
    else
        snprintf(cells->text[column], CELL_SIZE, "%d", rank);
}

/* Units of one letter come with a blank before them where others have two: so the numbers of one
 * unit stand under each other. */
static void put_number(struct cells *cells, int column, const char *format, double value,
                       const char *unit)
{
    char number[CELL_SIZE - 8];

    snprintf(number, sizeof number, format, value);
    mpit__number_use_point(number);
    snprintf(cells->text[column], CELL_SIZE, "%s %s", number, unit);
}

static void put_seconds(struct cells *cells, int column, double seconds)
{
    double size = fabs(seconds);

    if (!isfinite(seconds))
        put_text(cells, column, "-");
    else if (size >= 1e15)
        put_number(cells, column, "%.3e", seconds, " s");
    else if (size >= 1 || size == 0)
        put_number(cells, column, "%.3f", seconds, " s");
    else if (size >= 1e-3)
        put_number(cells, column, "%.3f", seconds * 1e3, "ms");
    else if (size >= 1e-6)
        put_number(cells, column, "%.3f", seconds * 1e6, "us");
    else
        put_number(cells, column, "%.0f", seconds * 1e9, "ns");
}

static void put_volume(struct cells *cells, int column, uint64_t bytes)
{
    static const char *const unit[] = {" B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double value = (double)bytes;
    int i = 0;

    while (value >= 999.95 && i < 6) { /* what "%.1f" would print as 1000.0 */
        value /= 1000;
        i++;
    }
    put_number(cells, column, i ? "%.1f" : "%.0f", value, unit[i]);
}

static bool has_ratio(double part, double whole)
{
    return whole > 0 && isfinite(part / whole);
}

static void put_share(struct cells *cells, int column, double part, double whole)
{
    if (!has_ratio(part, whole) || part / whole > 1e6)
        put_text(cells, column, "-");
    else
        put_number(cells, column, "%.1f", 100 * part / whole, "%");
}

static void put_spread(struct cells *cells, int column, const struct mpit_spread *spread, int nrank)
{
    put_seconds(cells, column, nrank ? spread->total / nrank : NAN);
    put_seconds(cells, column + 1, spread->min);
    put_rank(cells, column + 2, spread->min_rank);
    put_seconds(cells, column + 3, spread->max);
    put_rank(cells, column + 4, spread->max_rank);
}

/* The job. */

/* A command line may hold anything; what would move a terminal's cursor is shown as \xNN. */
static void print_visible(const char *text, FILE *out)
{
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p == '\t') /* stands in MPICH's version */
            putc(' ', out);
        else if (*p < 0x20 || *p == 0x7f)
            fprintf(out, "\\x%02x", *p);
        else
            putc(*p, out);
    }
}

static void print_line(const char *name, const char *text, FILE *out)
{
    fprintf(out, "%-9s", name);
    print_visible(*text ? text : "-", out);
    putc('\n', out);
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

static void print_ranks(const struct mpit_report *report, FILE *out)
{
    int nhost = 0;

    for (int i = 0; i < report->nrank; i++)
        nhost += host_is_new(report, i);

    fprintf(out, "%-9s%d on %d host%s", "ranks", report->nrank, nhost, nhost == 1 ? "" : "s");
    int shown = 0;
    for (int i = 0; i < report->nrank && shown < HOSTS_SHOWN; i++) {
        if (!host_is_new(report, i))
            continue;
        fputs(shown++ ? ", " : ": ", out);
        print_visible(report->rank[i].host, out);
    }
    if (nhost > shown)
        fprintf(out, " and %d more", nhost - shown);
    putc('\n', out);
}

static void print_partial(const struct mpit_report *report, FILE *out)
{
    fputs("partial  written ", out);
    if (*report->reason) {
        fputs("at ", out);
        print_visible(report->reason, out);
        fputs(", ", out);
    }
    fputs("before the end of the job", out);
    if (report->nrank == 1)
        fprintf(out, ": rank %d alone, of %d", report->rank[0].rank, report->nranks);
    putc('\n', out);
}

static void print_job(const struct mpit_report *report, FILE *out)
{
    print_line("mpit", report->mpit, out);
    print_line("vendor", report->vendor, out);
    print_line("command", report->command, out);
    print_ranks(report, out);
    print_line("start", report->start, out);
    if (!report->complete)
        print_partial(report, out);
}

/* Time. */

static void time_header(struct table *table)
{
    static const struct cells header = {{"", "total", "mean", "min", "at rank", "max", "at rank"}};
    table_row(table, &header);
}

static void time_row(struct table *table, const char *name, const struct mpit_spread *spread,
                     int nrank)
{
    struct cells cells = {0};

    put_text(&cells, 0, name);
    put_seconds(&cells, 1, spread->total);
    put_spread(&cells, 2, spread, nrank);
    table_row(table, &cells);
}

static void share_row(struct table *table, const struct mpit_spread *mpi,
                      const struct mpit_spread *wall, const struct mpit_spread *share, int nrank)
{
    struct cells cells = {0};

    put_text(&cells, 0, "MPI share of wall");
    put_share(&cells, 1, mpi->total, wall->total);
    put_share(&cells, 2, share->total, nrank);
    put_share(&cells, 3, share->min, share->min_rank < 0 ? 0 : 1);
    put_rank(&cells, 4, share->min_rank);
    put_share(&cells, 5, share->max, share->max_rank < 0 ? 0 : 1);
    put_rank(&cells, 6, share->max_rank);
    table_row(table, &cells);
}

static void time_rows(struct table *table, const struct mpit_report *report)
{
    struct mpit_spread wall = MPIT_SPREAD_NONE, mpi = MPIT_SPREAD_NONE, share = MPIT_SPREAD_NONE;
    int nshare = 0;

    for (int i = 0; i < report->nrank; i++) {
        const struct mpit_report_rank *rank = &report->rank[i];

        mpit__spread_add(&wall, rank->wall, rank->rank);
        mpit__spread_add(&mpi, rank->mpi, rank->rank);
        if (has_ratio(rank->mpi, rank->wall)) {
            mpit__spread_add(&share, rank->mpi / rank->wall, rank->rank);
            nshare++;
        }
    }
    time_header(table);
    time_row(table, "wall time", &wall, report->nrank);
    time_row(table, "MPI time", &mpi, report->nrank);
    share_row(table, &mpi, &wall, &share, nshare);
}

/* Calls. */

static double wall_of_all(const struct mpit_report *report)
{
    double total = 0;

    for (int i = 0; i < report->nrank; i++)
        total += report->rank[i].wall;
    return total;
}

static void call_rows(struct table *table, const struct mpit_report *report)
{
    static const struct cells header = {{"call", "count", "bytes", "volume", "time", "of wall",
                                         "mean", "min", "at rank", "max", "at rank"}};
    double wall = wall_of_all(report);

    table_row(table, &header);
    for (int i = 0; i < report->ncall; i++) {
        const struct mpit_report_call *call = &report->call[i];
        struct cells cells = {0};

        put_text(&cells, 0, call->name);
        put_count(&cells, 1, call->count);
        put_count(&cells, 2, call->bytes);
        put_volume(&cells, 3, call->bytes);
        put_seconds(&cells, 4, call->time.total);
        put_share(&cells, 5, call->time.total, wall);
        put_spread(&cells, 6, &call->time, report->nrank);
        table_row(table, &cells);
    }
}

static void print_calls(const struct mpit_report *report, FILE *out)
{
    if (report->ncall == 0)
        fputs("\nno calls recorded\n", out);
    else {
        fputs("\ncalls, most time first; times over all ranks\n", out);
        table_print(out, "lrrrrrrrrrr", report, call_rows);
    }
}

/* Regions. */

static void region_rows(struct table *table, const struct mpit_report *report)
{
    static const struct cells header = {{"region", "entered", "time", "MPI time", "of it", "sends",
                                         "volume", "collectives", "volume", "max time",
                                         "at rank"}};

    table_row(table, &header);
    for (int i = 0; i < report->nregion; i++) {
        const struct mpit_report_region *region = &report->region[i];
        struct cells cells = {0};

        put_text(&cells, 0, region->label);
        put_count(&cells, 1, region->entries);
        put_seconds(&cells, 2, region->wall.total);
        put_seconds(&cells, 3, region->mpi.total);
        put_share(&cells, 4, region->mpi.total, region->wall.total);
        put_count(&cells, 5, region->amount[MPIT_AMOUNT_sends].count);
        put_volume(&cells, 6, region->amount[MPIT_AMOUNT_sends].bytes);
        put_count(&cells, 7, region->amount[MPIT_AMOUNT_collectives].count);
        put_volume(&cells, 8, region->amount[MPIT_AMOUNT_collectives].bytes);
        put_seconds(&cells, 9, region->wall.max);
        put_rank(&cells, 10, region->wall.max_rank);
        table_row(table, &cells);
    }
}

static void print_regions(const struct mpit_report *report, FILE *out)
{
    if (report->nregion) {
        fputs("\nregions of MPI_Pcontrol, with what is inside of them; over all ranks\n", out);
        table_print(out, "lrrrrrrrrrr", report, region_rows);
    }
    for (int i = 0; i < report->nregion; i++)
        if (report->region[i].open) {
            fputs("region ", out);
            print_visible(report->region[i].label, out);
            fprintf(out, ": %" PRIu64 " of its entries had no end: it counts up to that of the job\n",
                    report->region[i].open);
        }
    if (report->stray_ends)
        fprintf(out, "MPI_Pcontrol(4) outside of any region, ignored: %" PRIu64 "\n",
                report->stray_ends);
}

/* Time series. */

static void put_level(struct cells *cells, int column, int64_t level)
{
    if (level < 0)
        put_text(cells, column, "-");
    else
        put_count(cells, column, (uint64_t)level);
}

static void put_slice(struct cells *cells, const struct mpit_slice *slice)
{
    const struct mpit_spread *share = &slice->share;

    put_seconds(cells, 0, slice->from);
    put_seconds(cells, 1, slice->to);
    put_share(cells, 2, share->total, slice->nrank);
    put_share(cells, 3, share->min, share->min_rank < 0 ? 0 : 1);
    put_rank(cells, 4, share->min_rank);
    put_share(cells, 5, share->max, share->max_rank < 0 ? 0 : 1);
    put_rank(cells, 6, share->max_rank);
    put_count(cells, 7, slice->amount[MPIT_AMOUNT_sends].count);
    put_volume(cells, 8, slice->amount[MPIT_AMOUNT_sends].bytes);
    put_count(cells, 9, slice->amount[MPIT_AMOUNT_collectives].count);
    put_level(cells, 10, slice->most[MPIT_REPORT_LEVEL_posted]);
    put_level(cells, 11, slice->most[MPIT_REPORT_LEVEL_unexpected]);
}

static void slice_rows(struct table *table, const struct mpit_report *report)
{
    static const struct cells header = {{"from", "to", "in MPI", "min", "at rank", "max", "at rank",
                                         "sends", "volume", "collectives", "posted",
                                         "unexpected"}};
    struct mpit_slice slices[SLICES];

    table_row(table, &header);
    mpit__slices(report, SLICES, slices);
    for (int i = 0; i < SLICES; i++) {
        struct cells cells = {0};

        put_slice(&cells, &slices[i]);
        table_row(table, &cells);
    }
}

static void print_series(const struct mpit_report *report, FILE *out)
{
    struct cells asked = {0}, longest = {0};
    double most_asked = 0, interval = 0;

    if (report->nseries == 0)
        return;
    for (int i = 0; i < report->nseries; i++) {
        most_asked = fmax(most_asked, report->series[i].asked);
        interval = fmax(interval, report->series[i].interval);
    }
    put_seconds(&asked, 0, most_asked);
    put_seconds(&longest, 0, interval);
    fprintf(out, "\ntime series of %d rank%s, a sample each %s", report->nseries,
            report->nseries == 1 ? "" : "s", longest.text[0]);
    if (interval > most_asked)
        fprintf(out, " (from a look each %s)", asked.text[0]);
    fputs("; posted receives and unexpected messages: most on a rank\n", out);
    table_print(out, "rrrrrrrrrrrr", report, slice_rows);
}

/* Pairs. */

static int pairs_shown(const struct mpit_report *report)
{
    return report->npair < PAIRS_SHOWN ? report->npair : PAIRS_SHOWN;
}

static void pair_rows(struct table *table, const struct mpit_report *report)
{
    static const struct cells header = {
        {"sender", "->", "receiver", "messages", "bytes", "volume"}};

    table_row(table, &header);
    for (int i = 0; i < pairs_shown(report); i++) {
        const struct mpit_report_pair *pair = &report->pair[i];
        struct cells cells = {0};

        put_rank(&cells, 0, pair->sender);
        put_text(&cells, 1, "->");
        put_rank(&cells, 2, pair->receiver);
        put_count(&cells, 3, pair->messages);
        put_count(&cells, 4, pair->bytes);
        put_volume(&cells, 5, pair->bytes);
        table_row(table, &cells);
    }
}

static void print_pairs_left_out(const struct mpit_report *report, FILE *out)
{
    uint64_t messages = 0, bytes = 0;
    int more = report->npair - pairs_shown(report);

    if (more == 0)
        return;
    for (int i = pairs_shown(report); i < report->npair; i++) {
        messages += report->pair[i].messages;
        bytes += report->pair[i].bytes;
    }
    fprintf(out, "and %d more pair%s: %" PRIu64 " messages, %" PRIu64 " bytes\n", more,
            more == 1 ? "" : "s", messages, bytes);
}

static void print_pairs(const struct mpit_report *report, FILE *out)
{
    if (report->npair == 0) {
        fputs("\nno point-to-point messages sent\n", out);
        return;
    }
    fputs("\nbusiest pairs by rank in MPI_COMM_WORLD, most bytes first\n", out);
    table_print(out, "rlrrrr", report, pair_rows);
    print_pairs_left_out(report, out);
}

static void print_lost(const struct mpit_report *report, FILE *out)
{
    if (report->lost_records)
        fprintf(out, "\nlost     %" PRIu64 " objects went unrecorded: raise mpit_memory_limit\n",
                report->lost_records);
}

int mpit__report_write_text(const struct mpit_report *report, FILE *out)
{
    errno = 0;
    print_job(report, out);
    putc('\n', out);
    table_print(out, "lrrrrrr", report, time_rows);
    print_calls(report, out);
    print_regions(report, out);
    print_series(report, out);
    print_pairs(report, out);
    print_lost(report, out);
    return mpit__stream_finish(out);
}
