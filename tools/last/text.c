/* The screen of `mpit last`. */
#include "config.h"

#include "tools/last/job.h"

#include "record/readable.h"
#include "tools/ground/grid.h"
#include "tools/ground/tool.h"
#include "tools/ground/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
    const struct last_thread *thread;
    const struct tool_recorded *call;
};

static int by_time(const void *a, const void *b)
{
    const struct row *one = a, *other = b;

    return (one->call->begin > other->call->begin) - (one->call->begin < other->call->begin);
}

static struct row *rows_of(const struct last_job *job, const struct last_part *part, int *n)
{
    struct row *rows = NULL;

    *n = 0;
    for (int i = 0; i < job->n; i++) {
        const struct tool_recording *its = &job->thread[i].its;
        int first = last_first(job, &job->thread[i], part);

        rows = tool_grow(rows, (size_t)*n, (size_t)(its->n - first) + 1, sizeof *rows);
        for (int k = first; k < its->n; k++)
            rows[(*n)++] = (struct row){&job->thread[i], &its->call[k]};
    }
    if (*n)
        qsort(rows, (size_t)*n, sizeof *rows, by_time);
    return rows;
}

/* "to 3, tag 9, 8 B, on MPI_COMM_WORLD" */
static char *words_of(const struct row *row)
{
    static const char *const peer_is[] = {"", "from ", "to ", "root "};
    const struct tool_recorded *call = row->call;
    char *text = tool_print("%s", ""), comm[64], volume[MPIT_READABLE];

#define ADD(...)                                                                                   \
    do {                                                                                           \
        if (*text)                                                                                 \
            tool_append(&text, ", ");                                                              \
        tool_append(&text, __VA_ARGS__);                                                           \
    } while (0)
    if (call->open)
        ADD(row->thread->is_over ? "never left" : "still in it");
    if (*call->by)
        ADD("of %s", call->by);
    if (call->peer_is != TOOL_PEER_NONE)
        ADD("%s%d", peer_is[call->peer_is], call->peer);
    if (call->tag != MPIT_LIVE_NO_NUMBER)
        ADD("tag %d", call->tag);
    if (call->bytes >= 0 && call->bytes < 1000) {
        ADD("%.0f bytes", call->bytes);
    } else if (call->bytes < 1e18) {
        mpit__readable_volume(volume, (uint64_t)call->bytes);
        ADD("%s", volume + strspn(volume, " "));
    }
    if (call->more)
        ADD("%u requests more", call->more);
    if (call->error)
        ADD("failed: error class %d", call->error);
    if (call->in_vain)
        ADD("in vain");
    last_comm_name(row->thread, call->comm, comm);
    if (*comm)
        ADD("on %s", comm);
#undef ADD
    return text;
}

static double seconds_in(const struct last_job *job, const struct tool_recorded *call)
{
    return (double)((call->open ? job->now : call->end) - call->begin) * 1e-9;
}

static void show_rows(const struct last_job *job, const struct row *rows, int n)
{
    enum { TIME, RANK, CALL, TOOK, WITH, COLUMNS };
    static const struct tool_grid_column columns[COLUMNS] = {{.title = "before now", .right = true},
                                                             {.title = "rank", .right = true},
                                                             {.title = "call"},
                                                             {.title = "took", .right = true},
                                                             {.title = "with", .least = 8}};
    struct tool_grid grid;
    char line[TOOL_GRID_LINE], text[MPIT_READABLE];

    tool_grid_begin(&grid, columns, COLUMNS, n);
    for (int i = 0; i < n; i++) {
        char *words = words_of(&rows[i]);

        snprintf(text, sizeof text, "%.6f s", (double)(job->now - rows[i].call->begin) * 1e-9);
        tool_grid_put(&grid, i, TIME, text);
        snprintf(text, sizeof text, "%d", rows[i].thread->its.rank);
        tool_grid_put(&grid, i, RANK, text);
        tool_grid_put(&grid, i, CALL, rows[i].call->call);
        mpit__readable_seconds(text, seconds_in(job, rows[i].call));
        tool_grid_put(&grid, i, TOOK, text);
        tool_grid_put(&grid, i, WITH, words);
        free(words);
    }
    tool_grid_fit(&grid, 0);
    for (int i = -1; i < n; i++) {
        tool_grid_line(&grid, i, line);
        tool_output_text(i >= 0 && rows[i].call->is_odd ? "* " : "  ");
        tool_output_text(line);
        tool_output_text("\n");
    }
    tool_grid_free(&grid);
}

/* Those of which nothing is known, not even that they made no call. */
static void show_unseen(const struct last_job *job)
{
    char *seen = tool_allocate((size_t)job->size + 1, sizeof *seen), *ranks, *line;
    int *unseen = tool_allocate((size_t)job->size + 1, sizeof *unseen), n = 0;

    for (int i = 0; i < job->n; i++)
        if (job->thread[i].its.rank >= 0 && job->thread[i].its.rank < job->size)
            seen[job->thread[i].its.rank] = 1;
    for (int rank = 0; job->n && rank < job->size; rank++)
        if (!seen[rank])
            unseen[n++] = rank;
    if (n) {
        ranks = tool_words_ranks(unseen, n);
        line = tool_print("Not known: what %s did.\n", ranks);
        tool_output_text(line);
        free(line);
        free(ranks);
    }
    free(unseen);
    free(seen);
}

void last_show(const struct last_job *job, const struct last_part *part)
{
    int n;
    struct row *rows = rows_of(job, part, &n);
    char *head = tool_print("%s: %d rank%s\n", job->name, job->size, job->size == 1 ? "" : "s");

    tool_output_text(head);
    if (n)
        show_rows(job, rows, n);
    if (job->differs.n) {
        tool_output_text(job->differs.text);
        tool_output_text(".\n");
    }
    show_unseen(job);
    free(head);
    free(rows);
}
