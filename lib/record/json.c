/* The record as JSON.  It is written inside the program under study, which may have set any locale
 * and may hand us any bytes as its command line: what comes out is valid JSON in UTF-8 all the
 * same. */
#include "record/record.h"

#include <errno.h>
#include <math.h>

/* The length of the well-formed UTF-8 sequence at `text` (RFC 3629: no overlong forms, no
 * surrogates, nothing above U+10FFFF), or 0.  Stops at the terminator by itself. */
static int utf8_length(const unsigned char *text)
{
    unsigned char low = 0x80, high = 0xbf;
    int length;

    if (text[0] < 0x80)
        return 1;
    if (text[0] >= 0xc2 && text[0] <= 0xdf)
        length = 2;
    else if (text[0] >= 0xe0 && text[0] <= 0xef)
        length = 3;
    else if (text[0] >= 0xf0 && text[0] <= 0xf4)
        length = 4;
    else
        return 0;

    if (text[0] == 0xe0)
        low = 0xa0;
    else if (text[0] == 0xed)
        high = 0x9f;
    else if (text[0] == 0xf0)
        low = 0x90;
    else if (text[0] == 0xf4)
        high = 0x8f;

    for (int i = 1; i < length; i++) {
        if (text[i] < low || text[i] > high)
            return 0;
        low = 0x80;
        high = 0xbf;
    }
    return length;
}

void mpit__json_write_string(const char *text, FILE *out)
{
    const unsigned char *p = (const unsigned char *)text;

    putc('"', out);
    while (*p) {
        int length = utf8_length(p);
        if (length == 0) {
            fputs("\\ufffd", out); /* JSON has no way to hold a byte that is not text */
            length = 1;
        } else if (*p == '"' || *p == '\\') {
            fprintf(out, "\\%c", *p);
        } else if (*p < 0x20 || *p == 0x7f) {
            fprintf(out, "\\u%04x", (unsigned)*p);
        } else {
            fwrite(p, 1, (size_t)length, out);
        }
        p += length;
    }
    putc('"', out);
}

/* Nanoseconds are the finest that a clock of ours tells.  The decimal point is ours whatever the
 * program's locale says; JSON has no word for what is not a number. */
static void write_seconds(double seconds, FILE *out)
{
    char number[400]; /* the largest double has 309 digits before its point */

    if (!isfinite(seconds)) {
        fputs("null", out);
        return;
    }
    snprintf(number, sizeof number, "%.9f", seconds);
    mpit__number_use_point(number);
    fputs(number, out);
}

static void write_member(const char *key, const char *text, FILE *out)
{
    fprintf(out, "  \"%s\": ", key);
    mpit__json_write_string(text, out);
    fputs(",\n", out);
}

static void write_rank(const struct mpit_report_rank *rank, FILE *out)
{
    fprintf(out, "    {\"rank\": %d, \"host\": ", rank->rank);
    mpit__json_write_string(rank->host, out);
    fprintf(out, ", \"pid\": %ld, \"wall\": ", rank->pid);
    write_seconds(rank->wall, out);
    fputs(", \"mpi\": ", out);
    write_seconds(rank->mpi, out);
    putc('}', out);
}

static void write_spread(const struct mpit_spread *spread, FILE *out)
{
    fputs("{\"total\": ", out);
    write_seconds(spread->total, out);
    fputs(", \"min\": ", out);
    write_seconds(spread->min, out);
    fprintf(out, ", \"min_rank\": %d, \"max\": ", spread->min_rank);
    write_seconds(spread->max, out);
    fprintf(out, ", \"max_rank\": %d}", spread->max_rank);
}

static void write_call(const struct mpit_report_call *call, FILE *out)
{
    fputs("    {\"name\": ", out);
    mpit__json_write_string(call->name, out);
    fprintf(out, ", \"count\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"time\": ", call->count,
            call->bytes);
    write_spread(&call->time, out);
    putc('}', out);
}

static void write_pair(const struct mpit_report_pair *pair, FILE *out)
{
    fprintf(out,
            "    {\"sender\": %d, \"receiver\": %d, \"messages\": %" PRIu64 ", \"bytes\": %" PRIu64
            "}",
            pair->sender, pair->receiver, pair->messages, pair->bytes);
}

static void write_region(const struct mpit_report_region *region, FILE *out)
{
    static const char *const names[MPIT_AMOUNTS] = {
#define AMOUNT(name, title) #name,
        MPIT_REPORT_AMOUNTS(AMOUNT)
#undef AMOUNT
    };

    fputs("    {\"label\": ", out);
    mpit__json_write_string(region->label, out);
    fprintf(out, ", \"entries\": %" PRIu64 ", \"open\": %" PRIu64, region->entries, region->open);
    for (int i = 0; i < MPIT_AMOUNTS; i++)
        fprintf(out, ", \"%s\": %" PRIu64 ", \"%s_bytes\": %" PRIu64, names[i],
                region->amount[i].count, names[i], region->amount[i].bytes);
    fputs(", \"wall\": ", out);
    write_spread(&region->wall, out);
    fputs(", \"mpi\": ", out);
    write_spread(&region->mpi, out);
    putc('}', out);
}

/* One list for each thing that was sampled: what a plot takes. */
static void write_column(const char *key, const char *suffix, FILE *out)
{
    fprintf(out, ",\n     \"%s%s\": [", key, suffix);
}

#define WRITE_COLUMN(key, suffix, write)                                                           \
    do {                                                                                           \
        write_column(key, suffix, out);                                                            \
        for (int i = 0; i < series->nsample; i++) {                                                \
            const struct mpit_report_sample *sample = &series->sample[i];                          \
            fputs(i ? ", " : "", out);                                                             \
            write;                                                                                 \
        }                                                                                          \
        putc(']', out);                                                                            \
    } while (0)

static void write_level(int64_t level, FILE *out)
{
    if (level < 0)
        fputs("null", out);
    else
        fprintf(out, "%" PRId64, level);
}

static void write_series(const struct mpit_report_series *series, FILE *out)
{
    fprintf(out, "    {\"rank\": %d, \"asked\": ", series->rank);
    write_seconds(series->asked, out);
    fputs(", \"interval\": ", out);
    write_seconds(series->interval, out);
    WRITE_COLUMN("at", "", write_seconds(sample->at, out));
    WRITE_COLUMN("mpi", "", write_seconds(sample->mpi, out));
#define AMOUNT(name, title)                                                                        \
    WRITE_COLUMN(#name, "", fprintf(out, "%" PRIu64, sample->amount[MPIT_AMOUNT_##name].count));    \
    WRITE_COLUMN(#name, "_bytes",                                                                  \
                 fprintf(out, "%" PRIu64, sample->amount[MPIT_AMOUNT_##name].bytes));
    MPIT_REPORT_AMOUNTS(AMOUNT)
#undef AMOUNT
#define STATE(name)                                                                                \
    WRITE_COLUMN("seen_", #name, fprintf(out, "%" PRIu64, sample->seen[MPIT_STATE_##name]));
    MPIT_STATES_EACH(STATE)
#undef STATE
#define LEVEL(name, title)                                                                         \
    WRITE_COLUMN("most_", #name, write_level(sample->most[MPIT_REPORT_LEVEL_##name], out));
    MPIT_REPORT_LEVELS(LEVEL)
#undef LEVEL
    putc('}', out);
}

static void write_separator(int i, int n, FILE *out)
{
    fputs(i + 1 < n ? ",\n" : "\n", out);
}

int mpit__report_write_json(const struct mpit_report *report, FILE *out)
{
    errno = 0;
    fprintf(out, "{\n  \"format\": %d,\n", MPIT_REPORT_FORMAT);
    write_member("mpit", report->mpit, out);
    write_member("vendor", report->vendor, out);
    write_member("command", report->command, out);
    write_member("start", report->start, out);
    fprintf(out, "  \"complete\": %s,\n", report->complete ? "true" : "false");
    write_member("reason", report->reason, out);
    fprintf(out, "  \"nranks\": %d,\n  \"lost_records\": %" PRIu64 ",\n", report->nranks,
            report->lost_records);

    fputs("  \"ranks\": [\n", out);
    for (int i = 0; i < report->nrank; i++) {
        write_rank(&report->rank[i], out);
        write_separator(i, report->nrank, out);
    }
    fputs("  ],\n  \"calls\": [\n", out);
    for (int i = 0; i < report->ncall; i++) {
        write_call(&report->call[i], out);
        write_separator(i, report->ncall, out);
    }
    fputs("  ],\n  \"pairs\": [\n", out);
    for (int i = 0; i < report->npair; i++) {
        write_pair(&report->pair[i], out);
        write_separator(i, report->npair, out);
    }
    fprintf(out, "  ],\n  \"stray_region_ends\": %" PRIu64 ",\n  \"regions\": [\n",
            report->stray_ends);
    for (int i = 0; i < report->nregion; i++) {
        write_region(&report->region[i], out);
        write_separator(i, report->nregion, out);
    }
    fputs("  ],\n  \"series\": [\n", out);
    for (int i = 0; i < report->nseries; i++) {
        write_series(&report->series[i], out);
        write_separator(i, report->nseries, out);
    }
    fputs("  ]\n}\n", out);
    return mpit__stream_finish(out);
}
