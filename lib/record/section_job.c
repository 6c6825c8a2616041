#include "record/table_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HOSTS_SHOWN = 4 };

static void show_text(struct mpit_renderer *renderer, const char *name, const char *text)
{
    struct mpit_line line = {0};

    mpit__append_visible(&line, *text ? text : "-");
    renderer->line(renderer, name, line.text);
}

static int by_host(const void *a, const void *b)
{
    const struct mpit_record_rank *x = *(const struct mpit_record_rank *const *)a,
                                  *y = *(const struct mpit_record_rank *const *)b;
    int order = strcmp(x->host, y->host);

    return order ? order : (x > y) - (x < y);
}

static int by_place(const void *a, const void *b)
{
    const struct mpit_record_rank *x = *(const struct mpit_record_rank *const *)a,
                                  *y = *(const struct mpit_record_rank *const *)b;

    return (x > y) - (x < y);
}

/* Of each host its first rank, in the order of the ranks; NULL without memory. */
static const struct mpit_record_rank **hosts(const struct mpit_record *record, int *n)
{
    const struct mpit_record_rank **first = malloc(sizeof *first * ((size_t)record->nrank + 1));

    int known = 0;

    *n = 0;
    for (int i = 0; first && i < record->nrank; i++)
        if (!mpit__rank_is(&record->rank[i], MPIT_RANK_MISSING))
            first[known++] = &record->rank[i];
    if (first)
        qsort(first, (size_t)known, sizeof *first, by_host);
    for (int i = 0; i < known; i++)
        if (*n == 0 || strcmp(first[*n - 1]->host, first[i]->host) != 0)
            first[(*n)++] = first[i];
    if (first)
        qsort(first, (size_t)*n, sizeof *first, by_place);
    return first;
}

static void show_hosts(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct mpit_record_rank **host;
    struct mpit_line line = {0};
    int n;

    host = hosts(record, &n);
    mpit__append(&line, "%d", record->nrank);
    if (host)
        mpit__append(&line, " on %d host%s", n, n == 1 ? "" : "s");
    for (int i = 0; i < n && i < HOSTS_SHOWN; i++) {
        mpit__append(&line, "%s", i ? ", " : ": ");
        mpit__append_visible(&line, host[i]->host);
    }
    if (n > HOSTS_SHOWN)
        mpit__append(&line, " and %d more", n - HOSTS_SHOWN);
    renderer->line(renderer, "ranks", line.text);
    free(host);
}

static void show_programs(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    for (int i = 0; i < record->nprogram; i++) {
        const struct mpit_record_program *program = &record->program[i];
        struct mpit_line line = {0};

        mpit__append(&line, "%d rank%s from rank %d: ", program->nranks,
                     program->nranks == 1 ? "" : "s", program->first);
        mpit__append_visible(&line, program->command);
        renderer->line(renderer, "program", line.text);
    }
}

void mpit__section_end(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};

    if (!*record->launcher)
        return;
    show_text(renderer, "launcher", record->launcher);
    mpit__append(&line, "exit code %d", record->exit_code);
    renderer->line(renderer, "ended", line.text);
}

static void show_settings(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    for (int i = 0; i < record->nsetting; i++) {
        const struct mpit_record_setting *setting = &record->setting[i];
        struct mpit_line line = {0};

        if (!strcmp(setting->source, MPIT_SETTING_OF_RUN))
            continue;
        mpit__append_visible(&line, setting->name);
        mpit__append(&line, " = ");
        mpit__append_visible(&line, setting->value);
        mpit__append(&line, "  # ");
        mpit__append_visible(&line, setting->source);
        renderer->line(renderer, "setting", line.text);
    }
}

static void show_partial(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};

    mpit__append(&line, "written ");
    if (*record->reason) {
        mpit__append(&line, "at ");
        mpit__append_visible(&line, record->reason);
        mpit__append(&line, ", ");
    }
    mpit__append(&line, "before the end of the job");
    if (record->nrank == 1)
        mpit__append(&line, ": rank %d alone, of %d", record->rank[0].rank, record->nranks);
    else if (record->nrank < record->nranks)
        mpit__append(&line, ": %d ranks of %d", record->nrank, record->nranks);
    renderer->line(renderer, "partial", line.text);
}

/* Of a job that died, or goes on: "killed by signal 9 (Killed): 1 rank ended, 2 dead". */
static void show_states(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const char *const states[] = {MPIT_RANK_ENDED, MPIT_RANK_RUNNING, MPIT_RANK_DEAD,
                                         MPIT_RANK_MISSING};
    const char *between = " ";
    struct mpit_line line = {0};

    mpit__append_visible(&line, *record->reason ? record->reason : "not all ranks have ended");
    mpit__append(&line, ": of %d rank%s", record->nranks, record->nranks == 1 ? "" : "s");
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        int n = 0;

        for (int k = 0; k < record->nrank; k++)
            n += mpit__rank_is(&record->rank[k], states[i]);
        if (n)
            mpit__append(&line, "%s%d %s", between, n, states[i]);
        if (n)
            between = ", ";
    }
    renderer->line(renderer, "partial", line.text);
}

/* Of a process that has closed its sessions. */
static void show_part(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};

    mpit__append(&line, "of the whole: rank %d alone, of %d", record->rank[0].rank, record->nranks);
    renderer->line(renderer, "partial", line.text);
}

static void show_lost(struct mpit_renderer *renderer, uint64_t lost)
{
    struct mpit_line line = {0};

    mpit__append(&line, "%" PRIu64 " objects went unrecorded: raise mpit_memory_limit", lost);
    renderer->line(renderer, "lost", line.text);
}

static void show_how_it_ended(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    if (!record->complete && record->nrank > 0 && *record->rank[0].state)
        show_states(renderer, record);
    else if (!record->complete)
        show_partial(renderer, record);
    else if (record->nrank == 1 && record->nranks > 1)
        show_part(renderer, record);
    if (record->lost_records)
        show_lost(renderer, record->lost_records);
}

/* "3 ranks on 1 host, 1.200 s, of which 50.0 % in MPI: ./solver". */
void mpit__section_brief(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    struct mpit_times times;
    const struct mpit_record_rank **host;
    int n;

    mpit__times(record, &times);
    host = hosts(record, &n);
    mpit__append(&line, "%d rank%s", record->nranks, record->nranks == 1 ? "" : "s");
    if (host && n)
        mpit__append(&line, " on %d host%s", n, n == 1 ? "" : "s");
    free(host);
    if (isfinite(times.wall.max)) {
        mpit__append(&line, ", ");
        mpit__append_seconds_inline(&line, times.wall.max);
    }
    if (!times.vague && times.recorded.total > 0 && isfinite(times.mpi.total)) {
        mpit__append(&line, ", ");
        mpit__append_share(&line, times.mpi.total / times.recorded.total);
        mpit__append(&line, " of the time in MPI");
    }
    mpit__append(&line, ": ");
    mpit__append_visible(&line, record->command);
    renderer->line(renderer, "job", line.text);
    if (*record->launcher && record->exit_code)
        mpit__section_end(renderer, record);
    show_how_it_ended(renderer, record);
}

void mpit__section_rest(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    (void)record;
    renderer->line(renderer, "rest",
                   "all tables: --full of mpit run and mpit report, or MPIT_REPORT_FULL=on");
}

static void show_whose(struct mpit_renderer *renderer, const struct mpit_batch *batch)
{
    const char *const lines[][2] = {{"user", batch->user},
                                    {"job", batch->job},
                                    {"account", batch->account},
                                    {"folder", batch->folder}};

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (*lines[i][1])
            show_text(renderer, lines[i][0], lines[i][1]);
}

void mpit__section_job(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    show_text(renderer, "mpit", record->mpit);
    show_text(renderer, "vendor", record->vendor);
    show_text(renderer, "command", record->command);
    show_programs(renderer, record);
    show_whose(renderer, &record->batch);
    mpit__section_end(renderer, record);
    show_hosts(renderer, record);
    mpit__section_nodes(renderer, record);
    show_text(renderer, "start", record->start);
    show_how_it_ended(renderer, record);
    show_settings(renderer, record);
}
