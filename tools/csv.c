/* Comma-separated values: fields, and a whole record.  The record has one header and one row for
 * each rank and quantity, call, pair, region and quantity, sample and quantity; what a kind of row
 * does not have stays empty. */
#include "config.h"

#include "csv.h"

#include <errno.h>
#include <math.h>
#include <string.h>

void tool_csv_field(const char *before, const char *text, FILE *out)
{
    fputs(before, out);
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

static void write_seconds(double seconds, FILE *out)
{
    char number[400]; /* the largest double has 309 digits before its point */

    putc(',', out);
    if (!isfinite(seconds))
        return;
    snprintf(number, sizeof number, "%.9f", seconds);
    mpit__number_use_point(number);
    fputs(number, out);
}

static void write_rank_number(int rank, FILE *out)
{
    if (rank < 0)
        putc(',', out);
    else
        fprintf(out, ",%d", rank);
}

static void write_spread(const struct mpit_spread *spread, int nrank, FILE *out)
{
    write_seconds(spread->total, out);
    write_seconds(nrank ? spread->total / nrank : NAN, out);
    write_seconds(spread->min, out);
    write_rank_number(spread->min_rank, out);
    write_seconds(spread->max, out);
    write_rank_number(spread->max_rank, out);
}

static void write_rank(const struct mpit_report_rank *rank, const char *name, double seconds,
                       FILE *out)
{
    fprintf(out, "rank,%s,%d", name, rank->rank);
    tool_csv_field(",", rank->host, out);
    fputs(",,,,", out);
    write_seconds(seconds, out);
    fputs(",,,,,\n", out);
}

/* A row for each quantity of a region; times over the ranks. */
static void write_region(const struct mpit_report_region *region, int nrank, FILE *out)
{
    static const char *const kinds[MPIT_AMOUNTS] = {
#define AMOUNT(name, title) "region_" #name,
        MPIT_REPORT_AMOUNTS(AMOUNT)
#undef AMOUNT
    };

    tool_csv_field("region_wall,", region->label, out);
    fprintf(out, ",,,,,%" PRIu64 ",", region->entries);
    write_spread(&region->wall, nrank, out);
    tool_csv_field("\nregion_mpi,", region->label, out);
    fputs(",,,,,,", out);
    write_spread(&region->mpi, nrank, out);
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        fprintf(out, "\n%s", kinds[i]);
        tool_csv_field(",", region->label, out);
        fprintf(out, ",,,,,%" PRIu64 ",%" PRIu64 ",,,,,,", region->amount[i].count,
                region->amount[i].bytes);
    }
    if (region->open) {
        tool_csv_field("\nregion_open,", region->label, out);
        fprintf(out, ",,,,,%" PRIu64 ",,,,,,,", region->open);
    }
    putc('\n', out);
}

/* A row for each thing that a sample has; its name is the time of the sample. */
static void write_sample(const struct mpit_report_sample *sample, int rank, FILE *out)
{
    char at[400];

    snprintf(at, sizeof at, "%.9f", sample->at);
    mpit__number_use_point(at);
    fprintf(out, "sample_mpi,%s,%d,,,,,", at, rank);
    write_seconds(sample->mpi, out);
    fputs(",,,,,\n", out);
#define AMOUNT(name, title)                                                                        \
    fprintf(out, "sample_" #name ",%s,%d,,,,%" PRIu64 ",%" PRIu64 ",,,,,,\n", at, rank,            \
            sample->amount[MPIT_AMOUNT_##name].count, sample->amount[MPIT_AMOUNT_##name].bytes);
    MPIT_REPORT_AMOUNTS(AMOUNT)
#undef AMOUNT
#define STATE(name)                                                                                \
    fprintf(out, "sample_seen_" #name ",%s,%d,,,,%" PRIu64 ",,,,,,,\n", at, rank,                  \
            sample->seen[MPIT_STATE_##name]);
    MPIT_STATES_EACH(STATE)
#undef STATE
#define LEVEL(name, title)                                                                         \
    if (sample->most[MPIT_REPORT_LEVEL_##name] >= 0)                                               \
        fprintf(out, "sample_most_" #name ",%s,%d,,,,%" PRId64 ",,,,,,,\n", at, rank,              \
                sample->most[MPIT_REPORT_LEVEL_##name]);
    MPIT_REPORT_LEVELS(LEVEL)
#undef LEVEL
}

int tool_csv_write_report(const struct mpit_report *report, FILE *out)
{
    errno = 0;
    fputs("kind,name,rank,host,sender,receiver,count,bytes,total,mean,min,min_rank,max,max_rank\n",
          out);
    for (int i = 0; i < report->nrank; i++) {
        write_rank(&report->rank[i], "wall", report->rank[i].wall, out);
        write_rank(&report->rank[i], "mpi", report->rank[i].mpi, out);
    }
    for (int i = 0; i < report->ncall; i++) {
        const struct mpit_report_call *call = &report->call[i];

        tool_csv_field("call,", call->name, out);
        fprintf(out, ",,,,,%" PRIu64 ",%" PRIu64, call->count, call->bytes);
        write_spread(&call->time, report->nrank, out);
        putc('\n', out);
    }
    for (int i = 0; i < report->npair; i++) {
        const struct mpit_report_pair *pair = &report->pair[i];

        fprintf(out, "pair,messages,,,%d,%d,%" PRIu64 ",%" PRIu64 ",,,,,,\n", pair->sender,
                pair->receiver, pair->messages, pair->bytes);
    }
    for (int i = 0; i < report->nregion; i++)
        write_region(&report->region[i], report->nrank, out);
    for (int i = 0; i < report->nseries; i++)
        for (int j = 0; j < report->series[i].nsample; j++)
            write_sample(&report->series[i].sample[j], report->series[i].rank, out);
    if (report->stray_ends)
        fprintf(out, "region_stray,ends,,,,,%" PRIu64 ",,,,,,,\n", report->stray_ends);
    if (report->lost_records)
        fprintf(out, "lost,records,,,,,%" PRIu64 ",,,,,,,\n", report->lost_records);
    return mpit__stream_finish(out);
}
