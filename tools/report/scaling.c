/* `mpit report --scaling`: jobs of other numbers of ranks beside each other. */
#include "config.h"

#include "tools/report/scaling.h"

#include "record/table_cells.h"
#include "tools/formats/html_parts.h"
#include "tools/formats/scaling.h"
#include "tools/ground/json_write.h"
#include "tools/ground/options.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct shown {
    struct mpit_record record; /* first: the renderers know no more of us */
    const struct tool_report_jobs *jobs;
    struct tool_scaling scaling;
};

/* ---- in words, as text and as a page */

static void show_jobs(struct mpit_renderer *renderer, const struct tool_report_jobs *jobs)
{
    enum { NAMED = 6 };
    struct mpit_line line = {0};

    for (int i = 0; i < jobs->n && i < NAMED; i++) {
        mpit__append(&line, "%s", i ? ", " : "");
        mpit__append_visible(&line, jobs->path[i]);
        if (!jobs->record[i].complete)
            mpit__append(&line, " (not complete)");
    }
    if (jobs->n > NAMED)
        mpit__append(&line, " and %d more", jobs->n - NAMED);
    mpit__append(&line, ": ");
    mpit__append_visible(&line, jobs->record[0].command);
    renderer->line(renderer, "jobs", line.text);
}

static void lines(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct shown *shown = (const struct shown *)record;

    show_jobs(renderer, shown->jobs);
    tool_scaling_lines(renderer, &shown->scaling);
}

/* What a job of so many ranks would change first. */
static void show_first(struct mpit_renderer *renderer, const struct tool_scale *scale)
{
    struct mpit_line line = {0};

    if (scale->record->nverdict == 0)
        return;
    mpit__append(&line, "%d rank%s: %s", scale->ranks, scale->ranks == 1 ? "" : "s",
                 scale->record->verdict[0].text);
    renderer->note(renderer, line.text);
}

static void rest(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct tool_scaling *scaling = &((const struct shown *)record)->scaling;

    tool_scaling_table(renderer, scaling);
    renderer->title(renderer, "what to change first");
    for (int i = 0; i < scaling->n; i++)
        show_first(renderer, &scaling->scale[i]);
}

static void text(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    lines(renderer, record);
    rest(renderer, record);
}

static int write_text(const struct shown *shown)
{
    return mpit__sections_write_text(text, &shown->record, stdout);
}

static void page(struct mpit_renderer *renderer, const struct mpit_record *record, FILE *out)
{
    (void)out;
    rest(renderer, record);
}

static int write_html(const struct shown *shown)
{
    struct mpit_line title = {0};

    mpit__append(&title, "how it scales: ");
    mpit__append_visible(&title, shown->jobs->record[0].command);
    return tool_html_write_page(title.text, lines, page, &shown->record, stdout);
}

/* ---- for programs */

static int write_json(const struct shown *shown)
{
    json_t *files = json_array();

    for (int i = 0; i < shown->jobs->n; i++)
        json_array_append_new(files, tool_json_text(shown->jobs->path[i]));
    json_t *all = json_pack("{s:i, s:o, s:o}", "format", 1, "files", files, "scaling",
                            tool_scaling_json(&shown->scaling));
    if (!all)
        return ENOMEM;
    errno = 0;
    tool_json_write_lines(all, stdout);
    json_decref(all);
    putchar('\n');
    return mpit__stream_finish(stdout);
}

/* ---- */

static const struct {
    const char *name;
    int (*write)(const struct shown *shown);
} formats[] = {{"text", write_text}, {"json", write_json}, {"html", write_html}};
enum { FORMATS = sizeof formats / sizeof *formats };

int tool_report_scaling_format(const char *name)
{
    const char *names[FORMATS];

    for (int i = 0; i < FORMATS; i++)
        names[i] = formats[i].name;
    return name ? tool_options_find(name, "format", names, FORMATS, "mpit report --help") : 0;
}

int tool_report_scaling(const struct tool_report_jobs *jobs, enum tool_scaling_kind kind,
                        int format)
{
    struct shown shown = {.jobs = jobs, .scaling.kind = kind};

    for (int i = 0; i < jobs->n; i++)
        tool_scaling_add(&shown.scaling, NULL, &jobs->record[i]);
    tool_scaling_make(&shown.scaling);
    int error = formats[format].write(&shown);
    free(shown.scaling.scale);
    if (!error || error == EPIPE)
        return TOOL_OK;
    tool_complain("standard output: %s; the report is not whole", strerror(error));
    return TOOL_FAILED;
}
