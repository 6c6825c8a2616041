/* OpenMetrics: all series of a family stand together, under one TYPE, UNIT and HELP.  So tables of
 * families are walked outside, and the things that have them (calls, ranks, …) inside.
 *
 * Only counters and gauges, even for what is info: the older format of Prometheus, which the
 * textfile collector of node_exporter reads, has no other type in common with OpenMetrics. */
#include "config.h"

#include "openmetrics.h"

#include "tool.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* uint64_t; int64_t, negative: unknown; double, not finite: unknown.  The unknown has no series. */
enum value_type { COUNT, LEVEL, SECONDS };

struct family {
    const char *name; /* with its unit as last word; a counter gets _total behind it */
    const char *unit; /* "": none */
    enum { COUNTER, GAUGE } metric;
    enum value_type type;
    size_t offset; /* of the value in its thing */
    const char *help;
};

#define FAMILY(name, unit, metric, thing, member, help)                                            \
    {                                                                                              \
        name, unit, metric,                                                                        \
            _Generic(((thing *)NULL)->member, uint64_t                                             \
                     : COUNT, int64_t                                                              \
                     : LEVEL, double                                                               \
                     : SECONDS),                                                                   \
            offsetof(thing, member), help                                                          \
    }

/* All the things of one kind. */
struct things {
    const void *first;
    int n;
    size_t size;
    void (*write_labels)(const void *first, int i, FILE *out); /* NULL: none */
};

static void write_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '\n')
            fputs("\\n", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            putc(*text, out);
    }
}

/* `name` has the comma before it where it is not the first. */
static void write_label(const char *name, const char *text, FILE *out)
{
    fprintf(out, "%s=\"", name);
    write_escaped(text, out);
    putc('"', out);
}

static bool is_known(enum value_type type, const void *value)
{
    switch (type) {
    case LEVEL:
        return *(const int64_t *)value >= 0;
    case SECONDS: /* negative in a damaged record, and no counter ever is */
        return isfinite(*(const double *)value) && *(const double *)value >= 0;
    default:
        return true;
    }
}

static void write_value(enum value_type type, const void *value, FILE *out)
{
    char number[400]; /* the largest double has 309 digits before its point */

    switch (type) {
    case LEVEL:
        fprintf(out, " %" PRId64 "\n", *(const int64_t *)value);
        return;
    case SECONDS:
        snprintf(number, sizeof number, "%.9f", *(const double *)value);
        mpit__number_use_point(number);
        fprintf(out, " %s\n", number);
        return;
    default:
        fprintf(out, " %" PRIu64 "\n", *(const uint64_t *)value);
    }
}

static void write_head(const struct family *family, FILE *out)
{
    fprintf(out, "# TYPE %s %s\n", family->name, family->metric == COUNTER ? "counter" : "gauge");
    if (*family->unit)
        fprintf(out, "# UNIT %s %s\n", family->name, family->unit);
    fprintf(out, "# HELP %s %s\n", family->name, family->help);
}

static void write_family(const struct family *family, const struct things *things, FILE *out)
{
    write_head(family, out);
    for (int i = 0; i < things->n; i++) {
        const char *thing = (const char *)things->first + (size_t)i * things->size;

        if (!is_known(family->type, thing + family->offset))
            continue;
        fprintf(out, "%s%s", family->name, family->metric == COUNTER ? "_total" : "");
        if (things->write_labels) {
            putc('{', out);
            things->write_labels(things->first, i, out);
            putc('}', out);
        }
        write_value(family->type, thing + family->offset, out);
    }
}

static void write_families(const struct family *family, size_t n, const struct things *things,
                           FILE *out)
{
    for (size_t i = 0; i < n && things->n > 0; i++)
        write_family(&family[i], things, out);
}
#define WRITE_FAMILIES(families, things, out)                                                      \
    write_families(families, sizeof(families) / sizeof *(families), things, out)

/* The job. */

struct job {
    const struct mpit_report *report;
    uint64_t one, complete, ranks, recorded;
    double start, wall, mpi;
};

static const struct family info_families[] = {
    FAMILY("mpit_job_info", "", GAUGE, struct job, one, "What ran; always 1."),
};

static const struct family job_families[] = {
    FAMILY("mpit_job_complete", "", GAUGE, struct job, complete,
           "1: the record of a whole job; 0: of one rank that did not get to the end."),
    FAMILY("mpit_job_ranks", "", GAUGE, struct job, ranks, "Size of MPI_COMM_WORLD."),
    FAMILY("mpit_job_ranks_recorded", "", GAUGE, struct job, recorded,
           "Ranks that the record is about."),
    FAMILY("mpit_job_start_timestamp_seconds", "seconds", GAUGE, struct job, start,
           "When rank 0 started, since 1970 in UTC."),
    FAMILY("mpit_job_wall_seconds", "seconds", GAUGE, struct job, wall,
           "From the end of MPI_Init to MPI_Finalize, on the rank where it was longest."),
    FAMILY("mpit_job_mpi_seconds", "seconds", COUNTER, struct job, mpi,
           "In MPI calls, over all ranks."),
};

static const struct family loss_families[] = {
    FAMILY("mpit_lost_records", "", COUNTER, struct mpit_report, lost_records,
           "Objects that went unrecorded (mpit_memory_limit)."),
    FAMILY("mpit_region_stray_ends", "", COUNTER, struct mpit_report, stray_ends,
           "MPI_Pcontrol(4) outside of any region, over all ranks."),
};

static void label_job(const void *first, int i, FILE *out)
{
    const struct mpit_report *report = ((const struct job *)first)[i].report;

    write_label("command", report->command, out);
    write_label(",vendor", report->vendor, out);
    write_label(",mpit", report->mpit, out);
}

/* Seconds since 1970; NAN for what is no time. */
static double parse_start(const char *start)
{
    struct tm time = {0};
    const char *end = strptime(start, "%Y-%m-%dT%H:%M:%SZ", &time);

    return end && !*end ? (double)timegm(&time) : NAN;
}

static void write_job(const struct mpit_report *report, FILE *out)
{
    struct mpit_times times;

    mpit__times(report, &times);
    struct job job = {
        .report = report,
        .one = 1,
        .complete = report->complete,
        .ranks = (uint64_t)report->nranks,
        .recorded = (uint64_t)report->nrank,
        .start = parse_start(report->start),
        .wall = times.wall.max,
        .mpi = times.mpi.total,
    };
    struct things info = {&job, 1, sizeof job, label_job}, plain = {&job, 1, sizeof job, NULL};
    struct things losses = {report, 1, sizeof *report, NULL};

    WRITE_FAMILIES(info_families, &info, out);
    WRITE_FAMILIES(job_families, &plain, out);
    WRITE_FAMILIES(loss_families, &losses, out);
}

/* Ranks. */

static const struct family rank_families[] = {
    FAMILY("mpit_rank_wall_seconds", "seconds", GAUGE, struct mpit_report_rank, wall,
           "From the end of MPI_Init to MPI_Finalize."),
    FAMILY("mpit_rank_mpi_seconds", "seconds", COUNTER, struct mpit_report_rank, mpi,
           "In MPI calls."),
};

static void label_rank(const void *first, int i, FILE *out)
{
    const struct mpit_report_rank *rank = (const struct mpit_report_rank *)first + i;

    fprintf(out, "rank=\"%d\"", rank->rank);
    write_label(",host", rank->host, out);
}

/* Calls. */

static const struct family call_families[] = {
    FAMILY("mpit_calls", "", COUNTER, struct mpit_report_call, count,
           "Calls of an MPI function, over all ranks."),
    FAMILY("mpit_call_bytes", "bytes", COUNTER, struct mpit_report_call, bytes,
           "Passed to an MPI function, over all ranks."),
    FAMILY("mpit_call_seconds", "seconds", COUNTER, struct mpit_report_call, time.total,
           "In an MPI function, over all ranks."),
};

static void label_call(const void *first, int i, FILE *out)
{
    write_label("call", ((const struct mpit_report_call *)first)[i].name, out);
}

/* Pairs. */

static const struct family pair_families[] = {
    FAMILY("mpit_pair_messages", "", COUNTER, struct mpit_report_pair, messages,
           "Sent point-to-point between two ranks of MPI_COMM_WORLD."),
    FAMILY("mpit_pair_bytes", "bytes", COUNTER, struct mpit_report_pair, bytes,
           "Sent point-to-point between two ranks of MPI_COMM_WORLD."),
};

static void label_pair(const void *first, int i, FILE *out)
{
    const struct mpit_report_pair *pair = (const struct mpit_report_pair *)first + i;

    fprintf(out, "sender=\"%d\",receiver=\"%d\"", pair->sender, pair->receiver);
}

/* Regions. */

static const struct family region_families[] = {
    FAMILY("mpit_region_entries", "", COUNTER, struct mpit_report_region, entries,
           "How often a region of MPI_Pcontrol was entered, over all ranks."),
    FAMILY("mpit_region_open", "", GAUGE, struct mpit_report_region, open,
           "Entries of a region that had no end, over all ranks."),
    FAMILY("mpit_region_wall_seconds", "seconds", COUNTER, struct mpit_report_region, wall.total,
           "Inside of a region, over all ranks."),
    FAMILY("mpit_region_mpi_seconds", "seconds", COUNTER, struct mpit_report_region, mpi.total,
           "In MPI calls inside of a region, over all ranks."),
#define AMOUNT(name, title)                                                                        \
    FAMILY("mpit_region_" #name, "", COUNTER, struct mpit_report_region,                           \
           amount[MPIT_AMOUNT_##name].count, "Inside of a region, over all ranks: " title "."),    \
        FAMILY("mpit_region_" #name "_bytes", "bytes", COUNTER, struct mpit_report_region,         \
               amount[MPIT_AMOUNT_##name].bytes,                                                   \
               "Inside of a region, over all ranks: " title "."),
    MPIT_REPORT_AMOUNTS(AMOUNT)
#undef AMOUNT
};

/* Labels that were no text may have become the same in the record, and a series stands once: the
 * second of a label gets a number behind it. */
static void label_region(const void *first, int i, FILE *out)
{
    const struct mpit_report_region *region = first;
    int same = 0;

    for (int before = 0; before < i; before++)
        same += !strcmp(region[before].label, region[i].label);
    fputs("region=\"", out);
    write_escaped(region[i].label, out);
    if (same)
        fprintf(out, " (%d)", same + 1);
    putc('"', out);
}

/* Time series: what was the most, and how often each state was seen. */

struct peak {
    int rank;
    int64_t most[MPIT_REPORT_LEVELS_N];
};

static const struct family peak_families[] = {
#define LEVEL_FAMILY(name, title)                                                                  \
    FAMILY("mpit_most_" #name, "", GAUGE, struct peak, most[MPIT_REPORT_LEVEL_##name],             \
           "Most that a look at the rank has seen: " title "."),
    MPIT_REPORT_LEVELS(LEVEL_FAMILY)
#undef LEVEL_FAMILY
};

static void label_peak(const void *first, int i, FILE *out)
{
    fprintf(out, "rank=\"%d\"", ((const struct peak *)first)[i].rank);
}

static struct peak find_peak(const struct mpit_report_series *series)
{
    struct peak peak = {.rank = series->rank};

    for (int level = 0; level < MPIT_REPORT_LEVELS_N; level++) {
        peak.most[level] = -1;
        for (int i = 0; i < series->nsample; i++)
            if (series->sample[i].most[level] > peak.most[level])
                peak.most[level] = series->sample[i].most[level];
    }
    return peak;
}

static void write_peaks(const struct mpit_report *report, FILE *out)
{
    struct peak *peak = tool_allocate((size_t)report->nseries, sizeof *peak);
    struct things peaks = {peak, report->nseries, sizeof *peak, label_peak};

    for (int i = 0; i < report->nseries; i++)
        peak[i] = find_peak(&report->series[i]);
    WRITE_FAMILIES(peak_families, &peaks, out);
    free(peak);
}

struct seen {
    int rank;
    const char *state;
    uint64_t times;
};

static const struct family seen_families[] = {
    FAMILY("mpit_seen", "", COUNTER, struct seen, times,
           "Looks at the rank that found it in this state."),
};

static void label_seen(const void *first, int i, FILE *out)
{
    const struct seen *seen = (const struct seen *)first + i;

    fprintf(out, "rank=\"%d\",state=\"%s\"", seen->rank, seen->state);
}

/* The last sample has counted from the beginning. */
static void write_seen(const struct mpit_report *report, FILE *out)
{
    static const char *const states[MPIT_STATES] = {
#define STATE(name) #name,
        MPIT_STATES_EACH(STATE)
#undef STATE
    };
    struct seen *seen = tool_allocate((size_t)report->nseries * MPIT_STATES, sizeof *seen);
    struct things all = {seen, 0, sizeof *seen, label_seen};

    for (int i = 0; i < report->nseries; i++) {
        const struct mpit_report_series *series = &report->series[i];

        for (int state = 0; series->nsample && state < MPIT_STATES; state++)
            seen[all.n++] = (struct seen){series->rank, states[state],
                                          series->sample[series->nsample - 1].seen[state]};
    }
    WRITE_FAMILIES(seen_families, &all, out);
    free(seen);
}

int tool_openmetrics_write_report(const struct mpit_report *report, FILE *out)
{
    struct things ranks = {report->rank, report->nrank, sizeof *report->rank, label_rank};
    struct things calls = {report->call, report->ncall, sizeof *report->call, label_call};
    struct things pairs = {report->pair, report->npair, sizeof *report->pair, label_pair};
    struct things regions = {report->region, report->nregion, sizeof *report->region, label_region};

    errno = 0;
    write_job(report, out);
    WRITE_FAMILIES(rank_families, &ranks, out);
    WRITE_FAMILIES(call_families, &calls, out);
    WRITE_FAMILIES(pair_families, &pairs, out);
    WRITE_FAMILIES(region_families, &regions, out);
    write_peaks(report, out);
    write_seen(report, out);
    fputs("# EOF\n", out);
    return mpit__stream_finish(out);
}
