/* A comparison in words and tables, as text and as a page. */
#include "config.h"

#include "tools/diff/diff.h"

#include "record/table_cells.h"
#include "tools/formats/html_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is handed on where sections have a record. */
struct shown {
    struct mpit_record record; /* first: the renderers know no more of us */
    const struct tool_diff *diff;
    bool times; /* the table is that of times */
};

static const struct tool_diff *diff_of(const struct mpit_record *record)
{
    return ((const struct shown *)record)->diff;
}

/* ---- lines: what is compared */

static void show_runs(struct mpit_renderer *renderer, const char *name,
                      const struct tool_runs *runs)
{
    const struct mpit_record *first = &runs->record[0];
    struct mpit_line line = {0};

    for (int i = 0; i < runs->n && i < 3; i++) {
        mpit__append(&line, "%s", i ? ", " : "");
        mpit__append_visible(&line, runs->file[i]);
    }
    if (runs->n > 3)
        mpit__append(&line, " and %d more", runs->n - 3);
    mpit__append(&line, ": ");
    mpit__append_visible(&line, first->command);
    mpit__append(&line, ", %d rank%s, ", first->nranks, first->nranks == 1 ? "" : "s");
    mpit__append_visible(&line, first->start);
    for (int i = 0; i < runs->n; i++)
        if (!runs->record[i].complete) {
            mpit__append(&line, "; not complete: ");
            mpit__append_visible(&line, runs->file[i]);
        }
    renderer->line(renderer, name, line.text);
}

static void show_wall(struct mpit_renderer *renderer, const struct tool_diff *diff)
{
    struct mpit_line line = {0};

    for (int i = 0; i < diff->n; i++) {
        const struct tool_change *change = &diff->change[i];

        if (strcmp(change->kind, "job") != 0 || strncmp(change->name, "wall", 4) != 0)
            continue;
        mpit__append_seconds(&line, change->before);
        mpit__append(&line, " before, ");
        mpit__append_seconds(&line, change->after);
        mpit__append(&line, " after");
        if (change->before > 0)
            mpit__append(&line, " (%+.1f %%)",
                         100 * (change->after - change->before) / change->before);
        if (isfinite(change->margin)) {
            mpit__append(&line, ", give or take ");
            mpit__append_seconds(&line, change->margin);
        }
        renderer->line(renderer, "wall", line.text);
    }
}

static bool has_verdict(const struct tool_runs *runs, const char *id)
{
    for (int i = 0; i < runs->n; i++)
        for (int k = 0; k < runs->record[i].nverdict; k++)
            if (!strcmp(runs->record[i].verdict[k].id, id))
                return true;
    return false;
}

/* Verdicts of `there`, once each, that `other` has not. */
static void show_verdicts(struct mpit_renderer *renderer, const char *name,
                          const struct tool_runs *there, const struct tool_runs *other)
{
    for (int k = 0; k < there->record[0].nverdict; k++)
        if (!has_verdict(other, there->record[0].verdict[k].id))
            renderer->line(renderer, name, there->record[0].verdict[k].text);
}

static void lines(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct tool_diff *diff = diff_of(record);

    show_runs(renderer, "before", diff->before);
    show_runs(renderer, "after", diff->after);
    show_wall(renderer, diff);
    tool_scaling_lines(renderer, &diff->scaling);
    show_verdicts(renderer, "gone", diff->before, diff->after);
    show_verdicts(renderer, "new", diff->after, diff->before);
}

/* ---- tables: what has changed, the greatest effect first */

static bool is_shown(const struct shown *shown, const struct tool_change *change)
{
    return (change->measure == TOOL_MEASURE_SECONDS) == shown->times &&
           (change->changed || shown->diff->all);
}

/* "rank 1 waits for rank 0 to send". */
static void put_wait(struct mpit_cells *cells, const char *name)
{
    char text[MPIT_READABLE];
    const char *kind = strrchr(name, ' ');
    int rank, for_rank;

    if (!kind || sscanf(name, "%d for %d,", &rank, &for_rank) != 2)
        snprintf(text, sizeof text, "wait %.200s", name);
    else if (for_rank < 0)
        snprintf(text, sizeof text, "rank %d waits %s", rank, mpit__wait_words(kind + 1));
    else
        snprintf(text, sizeof text, "rank %d waits for %d %s", rank, for_rank,
                 mpit__wait_words(kind + 1));
    mpit__put_text(cells, 0, text);
}

/* "region mpi solve", "MPI_Send" */
static void put_name(struct mpit_cells *cells, const struct tool_change *change)
{
    char text[MPIT_READABLE];

    if (!strcmp(change->kind, "wait")) {
        put_wait(cells, change->name);
        return;
    }
    bool is_call = !strcmp(change->kind, "call");

    snprintf(text, sizeof text, "%s%s%s%s", is_call ? "" : change->kind, is_call ? "" : " ",
             change->name, change->measure == TOOL_MEASURE_BYTES ? ", bytes" : "");
    for (char *at = text; !is_call && at < text + strlen(change->kind); at++)
        if (*at == '_' || *at == ',')
            *at = ' ';
    mpit__put_text(cells, 0, text);
}

/* With its sign; the mean over several runs may be no whole number. */
static void put_number(struct mpit_cells *cells, int column, double value, bool sign)
{
    int digits = value == floor(value) ? 0 : 1;

    snprintf(cells->text[column], MPIT_READABLE, sign && value != 0 ? "%+.*f" : "%.*f", digits,
             value);
}

static void put_signed_seconds(struct mpit_cells *cells, int column, double seconds)
{
    char text[MPIT_READABLE];

    mpit__readable_seconds(text, seconds);
    snprintf(cells->text[column], MPIT_READABLE, "%s%.200s", seconds > 0 ? "+" : "", text);
}

static void put_relative(struct mpit_cells *cells, int column, const struct tool_change *change)
{
    static const double LARGE = 100;
    double difference = change->after - change->before;

    if (change->before > 0 && change->after / change->before >= LARGE)
        snprintf(cells->text[column], MPIT_READABLE, "x %.0f", change->after / change->before);
    else if (change->before == 0)
        mpit__put_text(cells, column, difference ? "new" : "-");
    else if (change->after == 0)
        mpit__put_text(cells, column, "gone");
    else
        snprintf(cells->text[column], MPIT_READABLE, "%+.1f %%", 100 * difference / change->before);
}

static void put_time(struct mpit_cells *cells, const struct tool_change *change)
{
    mpit__put_seconds(cells, 1, change->before);
    mpit__put_seconds(cells, 2, change->after);
    put_signed_seconds(cells, 3, change->after - change->before);
    mpit__put_seconds(cells, 4, change->margin);
    put_relative(cells, 5, change);
    mpit__put_share(cells, 6, change->effect, 1);
    cells->bar[6] = change->effect;
}

static void put_count(struct mpit_cells *cells, const struct tool_change *change)
{
    put_number(cells, 1, change->before, false);
    put_number(cells, 2, change->after, false);
    put_number(cells, 3, change->after - change->before, true);
    if (isfinite(change->margin))
        put_number(cells, 4, ceil(change->margin), false);
    else
        mpit__put_text(cells, 4, "-");
    put_relative(cells, 5, change);
}

static void rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"what", "before", "after", "change", "give or take", "of before", "of the job"}, {0}};
    const struct shown *shown = (const struct shown *)record;

    renderer->row(renderer, &header);
    for (int i = 0; i < shown->diff->n; i++) {
        const struct tool_change *change = &shown->diff->change[i];
        struct mpit_cells cells = {0};

        if (!is_shown(shown, change))
            continue;
        put_name(&cells, change);
        if (shown->times)
            put_time(&cells, change);
        else
            put_count(&cells, change);
        renderer->row(renderer, &cells);
    }
}

static bool any_shown(const struct shown *shown)
{
    for (int i = 0; i < shown->diff->n; i++)
        if (is_shown(shown, &shown->diff->change[i]))
            return true;
    return false;
}

static void show_table(struct mpit_renderer *renderer, const struct tool_diff *diff, bool times)
{
    static const struct mpit_table table[] = {{"lrrrRr", rows}, {"lrrrRrr", rows}};
    const struct shown shown = {.diff = diff, .times = times};
    struct mpit_line title = {0};

    if (any_shown(&shown)) {
        renderer->title(renderer, times ? "times over all ranks, greatest effect first"
                                        : "numbers over all ranks, greatest change first");
        renderer->table(renderer, &table[times], &shown.record);
        return;
    }
    mpit__append(&title, "no %s has changed",
                 times ? "time" : "number of calls, messages or bytes");
    if (times)
        mpit__append(&title, " by %g %% of the time of the job", 100 * diff->threshold);
    renderer->title(renderer, title.text);
}

static void tables(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct tool_diff *diff = diff_of(record);

    tool_scaling_table(renderer, &diff->scaling);
    show_table(renderer, diff, true);
    show_table(renderer, diff, false);
    if (tool_diff_scales(diff))
        renderer->note(renderer, "The numbers of ranks differ: rows of single ranks and of pairs "
                                 "are not compared");
    if (!tool_diff_has_margins(diff))
        renderer->note(renderer, "What differs from run to run by itself is not known: give "
                                 "several records of each, mpit diff A*.json -- B*.json");
}

/* ---- what is written */

static void text(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    lines(renderer, record);
    tables(renderer, record);
}

static void page(struct mpit_renderer *renderer, const struct mpit_record *record, FILE *out)
{
    (void)out;
    tables(renderer, record);
}

int tool_diff_write_text(const struct tool_diff *diff, FILE *out)
{
    const struct shown shown = {.diff = diff};

    return mpit__sections_write_text(text, &shown.record, out);
}

int tool_diff_write_html(const struct tool_diff *diff, FILE *out)
{
    const struct shown shown = {.diff = diff};
    struct mpit_line title = {0};

    mpit__append(&title, "what has changed: ");
    mpit__append_visible(&title, diff->after->record[0].command);
    return tool_html_write_page(title.text, lines, page, &shown.record, out);
}
