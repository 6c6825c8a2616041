/* Rows, judged by runs of the program: one a group, and one more after each crash. */
#include "config.h"

#include "tools/conform/conform.h"

#include "tools/ground/tool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the table that the program has */

/* Fields are cut off in place. */
static char *next_field(char **rest)
{
    char *field = *rest, *end = strchr(field, '\t');

    if (end)
        *end++ = '\0';
    *rest = end ? end : field + strlen(field);
    return tool_print("%s", field);
}

static void take_row(char *line, void *context)
{
    struct conform_rows *rows = context;
    struct conform_row *row;
    char *process;

    rows->row = tool_grow(rows->row, (size_t)rows->n, 1, sizeof *rows->row);
    row = &rows->row[rows->n++];
    row->group = next_field(&line);
    process = next_field(&line);
    row->alone = strcmp(process, "EACH") == 0;
    free(process);
    row->name = next_field(&line);
    row->demand = next_field(&line);
    row->where = next_field(&line);
    row->what = next_field(&line);
}

static void take_version(char *line, void *context)
{
    struct conform_rows *rows = context;

    if (!rows->mpi && *line)
        rows->mpi = tool_print("%s", line);
}

bool conform_take_rows(const struct conform_program *program, struct conform_rows *rows)
{
    const struct conform_program by_itself = {.path = program->path};
    char *ending = conform_run(&by_itself, CONFORM_PLAIN, "--rows", NULL, take_row, rows);

    if (!ending)
        ending = conform_run(program, CONFORM_PLAIN, "--version", NULL, take_version, rows);
    if (ending || !rows->n || !rows->mpi)
        tool_complain("%s: %s", program->path, ending ? ending : "it says nothing");
    free(ending);
    rows->judged = rows->n;
    return rows->n > 0 && rows->mpi;
}

static void ignore(char *line, void *context)
{
    (void)line, (void)context;
}

bool conform_has_libmpit(const struct conform_program *program)
{
    char *ending = conform_run(program, CONFORM_MPIT, "--has", "mpit_version", ignore, NULL);

    if (ending)
        tool_complain("libmpit is not there in the program that judges (%s): it has nothing for "
                      "this MPI library, or the launcher does not pass LD_PRELOAD on; --only plain "
                      "looks at the library alone",
                      ending);
    free(ending);
    return !ending;
}

void conform_free_rows(struct conform_rows *rows)
{
    for (int i = 0; i < rows->n; i++) {
        struct conform_row *row = &rows->row[i];

        free(row->group);
        free(row->name);
        free(row->demand);
        free(row->where);
        free(row->what);
        for (int k = 0; k < CONFORM_LIBRARIES; k++)
            free(row->found[k].seen);
    }
    free(rows->row);
    free(rows->mpi);
}

/* ---- what it says */

struct run {
    struct conform_rows *rows;
    enum conform_library library;
    int first;   /* of the rows that it may be about */
    int current; /* the row that it is at, or was last; -1: it has begun none */
    char *at;    /* what of it */
    bool is_over;
};

static int find(const struct run *run, const char *name)
{
    for (int i = run->first; i < run->rows->judged; i++)
        if (strcmp(run->rows->row[i].name, name) == 0)
            return i;
    return -1;
}

/* Of several ranks the one counts that has found most: broken before kept before not offered. */
static void find_out(struct conform_finding *finding, enum conform_verdict verdict,
                     const char *seen)
{
    if (verdict < finding->verdict || (finding->seen && verdict == finding->verdict))
        return;
    free(finding->seen);
    finding->verdict = verdict;
    finding->seen = *seen ? tool_print("%s", seen) : NULL;
}

static enum conform_verdict verdict_of(char sign)
{
    return sign == '!' ? CONFORM_BROKEN : sign == '+' ? CONFORM_KEPT : CONFORM_NOT_OFFERED;
}

/* conform/README has the signs.  What else a library prints is nobody's. */
static void take_line(char *line, void *context)
{
    struct run *run = context;
    const char sign = *line;
    char *name = line + (sign != '\0'), *text = name + strcspn(name, " ");
    int row;

    if (sign == '.' && !*name)
        run->is_over = true;
    if (sign == '@') {
        free(run->at);
        run->at = tool_print("%s", name);
    }
    if (!strchr("?!+-", sign))
        return;
    if (*text)
        *text++ = '\0';
    row = find(run, name);
    if (row < 0)
        return;
    if (sign == '?') {
        run->current = row;
        free(run->at);
        run->at = NULL;
    } else {
        find_out(&run->rows->row[row].found[run->library], verdict_of(sign), text);
    }
}

static void crash(struct run *run, const char *ending)
{
    struct conform_finding *finding = &run->rows->row[run->current].found[run->library];

    free(finding->seen);
    finding->verdict = CONFORM_BROKEN;
    finding->seen = run->at ? tool_print("%s, at %s", ending, run->at) : tool_print("%s", ending);
}

/* From a row on; the next one that is left, which is of the same group or of another. */
static int judge_from(const struct conform_program *program, enum conform_library library,
                      struct conform_rows *rows, int first)
{
    struct run run = {rows, library, first, -1, NULL, false};
    const struct conform_row *row = &rows->row[first];
    char *ending = conform_run(program, library, row->group, row->name, take_line, &run);

    if (run.current < 0) { /* it has not come so far */
        run.current = first;
        crash(&run, ending ? ending : "it ended before it began");
    } else if (!run.is_over) {
        crash(&run, ending ? ending : "it ended the program");
    }
    free(run.at);
    free(ending);
    return run.current + 1;
}

/* ---- all of them, several at once: most of the time they wait for their MPI to begin and end */

struct work {
    const struct conform_program *program;
    enum conform_library library;
    struct conform_rows *rows;
    _Atomic int next; /* the first row that nobody has taken */
};

/* What stands together with a row is the work of one. */
static int end_of(const struct conform_rows *rows, int first)
{
    int end = first + 1;

    while (!rows->row[first].alone && end < rows->judged &&
           strcmp(rows->row[end].group, rows->row[first].group) == 0)
        end++;
    return end;
}

static bool take_work(struct work *work, int *first, int *end)
{
    *first = atomic_load(&work->next);
    do {
        if (*first >= work->rows->judged)
            return false;
        *end = end_of(work->rows, *first);
    } while (!atomic_compare_exchange_weak(&work->next, first, *end));
    return true;
}

static void *judge_some(void *all)
{
    struct work *work = all;
    int row, end;

    while (take_work(work, &row, &end))
        while (row < end)
            row = judge_from(work->program, work->library, work->rows, row);
    return NULL;
}

enum { AT_ONCE = 8 };

void conform_judge(const struct conform_program *program, enum conform_library library,
                   struct conform_rows *rows)
{
    struct work work = {program, library, rows, 0};
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int wanted = program->launchers || processors < 2 ? 1
                       : 2 * processors < AT_ONCE           ? (int)(2 * processors)
                                                            : AT_ONCE;
    pthread_t thread[AT_ONCE];
    int n = 0;

    while (n + 1 < wanted && pthread_create(&thread[n], NULL, judge_some, &work) == 0)
        n++;
    judge_some(&work);
    while (n > 0)
        pthread_join(thread[--n], NULL);
    rows->is_judged[library] = true;
}
