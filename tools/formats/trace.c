/* The time series as trace events, which the viewers of Perfetto and of Chrome show: each rank a
 * process, with what it was found doing most between two samples, its share of time in MPI, what it
 * has moved a second, and its queues; the longest times that it was in its regions.  The sums of
 * regions stand beside the events.  The last calls of its threads are in trace_calls.c. */
#include "config.h"

#include "tools/formats/formats.h"

#include "ground/states.h"
#include "record/json_string.h"
#include "tools/formats/trace.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

static const char *const states[] = {
#define STATE(name) #name,
    MPIT_STATES_EACH(STATE)
#undef STATE
};

static const char *const amounts[] = {
#define AMOUNT(name, title) title,
    MPIT_RECORD_AMOUNTS(AMOUNT)
#undef AMOUNT
};

static const char *const levels[] = {
#define LEVEL(name, title) title,
    MPIT_RECORD_LEVELS(LEVEL)
#undef LEVEL
};

int tool_trace_number(int rank)
{
    return rank + 1;
}

double tool_trace_ready(const struct tool_trace *trace, int rank)
{
    const struct mpit_record *record = trace->record;

    for (int i = 0; i < record->nrecorder; i++)
        if (record->recorder[i].rank == rank && isfinite(record->recorder[i].ready))
            return record->recorder[i].ready;
    return 0;
}

void tool_trace_event(struct tool_trace *trace, const char *phase, const char *name, int rank,
                      int thread)
{
    fputs(trace->any ? ",\n    {\"ph\": " : "\n    {\"ph\": ", trace->out);
    trace->any = true;
    mpit__json_write_string(phase, trace->out);
    fputs(", \"name\": ", trace->out);
    mpit__json_write_string(name, trace->out);
    fprintf(trace->out, ", \"pid\": %d, \"tid\": %d", tool_trace_number(rank), thread);
}

/* From one sample to the next of a rank, in seconds. */
struct span {
    struct tool_trace *trace;
    int rank;
    double ready; /* the rank's MPI_Init was over, in the time of calls */
    double from, to;
    const struct mpit_record_sample *before, *sample;
};

static void begin_span(const struct span *span, const char *phase, const char *name)
{
    tool_trace_event(span->trace, phase, name, span->rank, tool_trace_number(span->rank));
    fprintf(span->trace->out, ", \"ts\": %.3f", (span->ready + span->from) * 1e6);
}

static void write_counter(const struct span *span, const char *name, const char *unit, double value)
{
    FILE *out = span->trace->out;

    begin_span(span, "C", name);
    fputs(", \"args\": {", out);
    mpit__json_write_string(unit, out);
    fprintf(out, ": %.6g}}", isfinite(value) ? value : 0);
}

/* What it was seen doing most often; the samples of a rank that was never looked at say nothing. */
static void write_state(const struct span *span)
{
    FILE *out = span->trace->out;
    uint64_t most = 0;
    int state = 0;

    for (int i = 0; i < MPIT_STATES; i++) {
        uint64_t seen = span->sample->seen[i] - span->before->seen[i];

        if (seen > most && span->sample->seen[i] > span->before->seen[i])
            most = seen, state = i;
    }
    if (!most)
        return;
    begin_span(span, "X", states[state]);
    fprintf(out, ", \"dur\": %.3f, \"args\": {", (span->to - span->from) * 1e6);
    for (int i = 0, n = 0; i < MPIT_STATES; i++)
        if (span->sample->seen[i] > span->before->seen[i])
            fprintf(out, "%s\"seen in %s\": %" PRIu64, n++ ? ", " : "", states[i],
                    span->sample->seen[i] - span->before->seen[i]);
    fputs("}}", out);
}

static double rate(uint64_t now, uint64_t before, double seconds)
{
    return now > before ? (double)(now - before) / seconds : 0;
}

static void write_span(const struct span *span)
{
    double seconds = span->to - span->from;
    char name[64];

    write_state(span);
    write_counter(span, "time in MPI", "%",
                  100 * (span->sample->mpi - span->before->mpi) / seconds);
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        const struct mpit_record_amount *now = &span->sample->amount[i],
                                        *before = &span->before->amount[i];

        snprintf(name, sizeof name, "%s", amounts[i]);
        write_counter(span, name, "a second", rate(now->count, before->count, seconds));
        snprintf(name, sizeof name, "%s, bytes", amounts[i]);
        write_counter(span, name, "bytes a second", rate(now->bytes, before->bytes, seconds));
    }
    for (int i = 0; i < MPIT_RECORD_LEVELS_N; i++)
        if (span->sample->most[i] >= 0) {
            snprintf(name, sizeof name, "%s, most", levels[i]);
            write_counter(span, name, levels[i], (double)span->sample->most[i]);
        }
}

static void write_series(const struct mpit_record_series *series, struct tool_trace *trace)
{
    static const struct mpit_record_sample none;
    struct span span = {.trace = trace,
                        .rank = series->rank,
                        .ready = tool_trace_ready(trace, series->rank),
                        .before = &none};

    for (int i = 0; i < series->nsample; i++) {
        span.sample = &series->sample[i];
        span.from = span.to;
        if (!isfinite(span.sample->at) || span.sample->at <= span.from)
            continue;
        span.to = span.sample->at;
        write_span(&span);
        span.before = span.sample;
    }
}

/* Regions overlap what was found between two samples: they stand in a thread of their own. */
static void write_regions(const struct mpit_record *record, struct tool_trace *trace)
{
    for (int i = 0; i < record->nregion; i++)
        for (int k = 0; k < record->region[i].nspan; k++) {
            const struct mpit_record_span *span = &record->region[i].span[k];

            if (!isfinite(span->begin) || !(span->end > span->begin))
                continue;
            tool_trace_event(trace, "X", record->region[i].label, span->rank,
                             tool_trace_number(record->nranks + span->rank));
            fprintf(trace->out, ", \"cat\": \"region\", \"ts\": %.3f, \"dur\": %.3f}",
                    (tool_trace_ready(trace, span->rank) + span->begin) * 1e6,
                    (span->end - span->begin) * 1e6);
        }
}

static bool has_spans(const struct mpit_record *record)
{
    for (int i = 0; i < record->nregion; i++)
        if (record->region[i].nspan)
            return true;
    return false;
}

/* Whether they have a series or not. */
static void write_rank(const struct mpit_record_rank *rank, struct tool_trace *trace)
{
    char name[sizeof rank->host + 32];

    snprintf(name, sizeof name, "rank %d on %s", rank->rank, rank->host);
    tool_trace_event(trace, "M", "process_name", rank->rank, tool_trace_number(rank->rank));
    fputs(", \"args\": {\"name\": ", trace->out);
    mpit__json_write_string(name, trace->out);
    fputs("}}", trace->out);
    tool_trace_event(trace, "M", "process_sort_index", rank->rank, tool_trace_number(rank->rank));
    fprintf(trace->out, ", \"args\": {\"sort_index\": %d}}", rank->rank);
}

static void write_beside(const struct mpit_record *record, FILE *out)
{
    fputs("  \"otherData\": {\"command\": ", out);
    mpit__json_write_string(record->command, out);
    fputs(", \"start\": ", out);
    mpit__json_write_string(record->start, out);
    fputs(", \"vendor\": ", out);
    mpit__json_write_string(record->vendor, out);
    fputs(", \"regions\": [", out);
    for (int i = 0; i < record->nregion; i++) {
        const struct mpit_record_region *region = &record->region[i];

        fputs(i ? ", {\"label\": " : "{\"label\": ", out);
        mpit__json_write_string(region->label, out);
        fprintf(out, ", \"entries\": %" PRIu64 ", \"seconds\": %.9g, \"seconds_in_mpi\": %.9g}",
                region->entries, isfinite(region->wall.total) ? region->wall.total : 0,
                isfinite(region->mpi.total) ? region->mpi.total : 0);
    }
    fputs("]}\n", out);
}

/* Without the ranks' times of regions, which are gathered with it, nothing is left to show. */
static const char *missing(const struct mpit_record *record)
{
    if (!record->complete)
        return "there is nothing to make a trace of: the time series is gathered in MPI_Finalize, "
               "to which not all ranks of this job have come, and no calls were kept "
               "(mpit_recorder)";
    return "there is no time series to make a trace of: run the job with --report FILE.trace, or "
           "with --set mpit_sample_interval=0.02";
}

int tool_trace_write_record(const struct mpit_record *record, FILE *out)
{
    struct tool_trace trace = {.record = record, .out = out};
    int error;

    errno = 0;
    fputs("{\n  \"displayTimeUnit\": \"ms\",\n  \"traceEvents\": [", out);
    for (int i = 0; i < record->nrank; i++)
        write_rank(&record->rank[i], &trace);
    for (int i = 0; i < record->nseries; i++)
        write_series(&record->series[i], &trace);
    write_regions(record, &trace);
    tool_trace_write_calls(&trace);
    fputs("\n  ],\n", out);
    write_beside(record, out);
    fputs("}\n", out);
    error = mpit__stream_finish(out);
    if (!error && record->nseries == 0 && record->nrecorder == 0 && !has_spans(record))
        tool_complain("%s", missing(record));
    return error;
}
