/* `mpit report`: shows a record that a job left behind, or what its processes did. */
#include "config.h"

#include "tools/records/read.h"

#include "tools/formats/formats.h"
#include "tools/formats/text_full.h"
#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/job/find.h"
#include "tools/records/join.h"
#include "tools/records/parts.h"
#include "tools/records/site_names.h"
#include "tools/report/output.h"
#include "tools/report/scaling.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first where none is asked for; NULL after a message where there is none of that name. */
static const struct tool_format *find_format(const char *name)
{
    const struct tool_format *format = name ? tool_format_named(name) : &tool_formats[0];

    if (format)
        return format;
    char *names = tool_format_names();
    tool_complain("--format %s: unknown format; give %s", name, names);
    free(names);
    return NULL;
}

/* Where there is no such file, but parts of it. */
static bool join_parts(const char *path, struct mpit_record *record)
{
    char *here = *path == '/' ? NULL : getcwd(NULL, 0);
    char *absolute = here ? tool_print("%s/%s", here, path) : tool_print("%s", path);
    struct tool_parts parts = {0};
    bool joined;

    if (*absolute == '/' && access(path, F_OK) != 0)
        parts = tool_parts_find(absolute, NULL);
    joined = parts.n && tool_parts_join(&parts, record);
    tool_parts_free(&parts);
    free(absolute);
    free(here);
    return joined;
}

/* What is shown: more than one record where processes were spawned. */
struct shown {
    struct mpit_record *record;
    int n;
};

static void shown_free(struct shown *shown)
{
    for (int i = 0; i < shown->n; i++)
        mpit__record_free(&shown->record[i]);
    free(shown->record);
}

/* ---- from files */

static bool read_one(const char *path, struct mpit_record *record)
{
    char reason[512];

    if (join_parts(path, record) || tool_record_read(path, record, reason))
        return true;
    tool_complain("%s", reason);
    return false;
}

static bool share_rank(const struct mpit_record *a, const struct mpit_record *b)
{
    for (int i = 0; i < a->nrank; i++)
        for (int k = 0; k < b->nrank; k++)
            if (a->rank[i].rank == b->rank[k].rank &&
                !mpit__rank_is(&a->rank[i], MPIT_RANK_MISSING) &&
                !mpit__rank_is(&b->rank[k], MPIT_RANK_MISSING))
                return true;
    return false;
}

/* Whether they are of the same job, as far as that can be told, and of other ranks each. */
static bool fit(const struct mpit_record *part, int n, const char **path)
{
    for (int i = 0; i < n; i++) {
        if (part[i].nrank == 0 || part[i].nranks != part[0].nranks ||
            strcmp(part[i].vendor, part[0].vendor) != 0) {
            tool_complain("%s: not of the same job as %s", path[i], path[0]);
            return false;
        }
        for (int before = 0; before < i; before++)
            if (share_rank(&part[before], &part[i])) {
                tool_complain("%s: it has ranks that are in %s, too; give the parts of one job",
                              path[i], path[before]);
                return false;
            }
    }
    return true;
}

static bool read_each(const char **path, struct shown *shown)
{
    int given = 0;

    while (path[given])
        given++;
    shown->record = tool_allocate((size_t)given, sizeof *shown->record);
    for (shown->n = 0; shown->n < given; shown->n++)
        if (!read_one(path[shown->n], &shown->record[shown->n]))
            return false;
    return true;
}

static bool read_files(const char **path, struct shown *shown)
{
    struct mpit_record whole;

    if (!read_each(path, shown))
        return false;
    if (shown->n == 1)
        return true;
    if (!fit(shown->record, shown->n, path))
        return false;
    tool_records_join(shown->record, shown->n, &whole);
    tool_record_add_missing(&whole);
    shown_free(shown);
    shown->record = tool_allocate(1, sizeof whole);
    shown->record[0] = whole;
    shown->n = 1;
    return true;
}

/* ---- from what processes count, or have left */

static bool read_worlds(struct tool_segments *segments, const struct tool_live_view *view,
                        struct shown *shown)
{
    int n;
    struct tool_live_world *world = tool_live_worlds(segments, 0, segments->n, &n);

    shown->record = tool_allocate((size_t)n, sizeof *shown->record);
    for (int i = 0; i < n; i++) {
        struct mpit_record *record = &shown->record[shown->n];

        if (!tool_live_record(&world[i], view, record))
            continue;
        tool_record_add_missing(record);
        shown->n++;
    }
    tool_live_worlds_free(world, n);
    tool_segments_free(segments);
    if (shown->n == 0)
        tool_complain("no process of this job has got a rank");
    return shown->n > 0;
}

/* [DIR] [JOB] */
static bool read_live(const char **argument, bool recorder, struct shown *shown)
{
    const struct tool_live_view view = {.recorder = recorder};
    bool folder = tool_is_folder(argument[0]);
    struct tool_segments segments;

    if (!folder && argument[0] && strchr("/.", *argument[0])) {
        tool_complain("%s: no such folder", argument[0]);
        return false;
    }
    return tool_live_find(folder ? argument[0] : NULL, argument[folder], &segments) &&
           read_worlds(&segments, &view, shown);
}

/* DIR [JOB] */
static bool read_calls(const char **argument, struct shown *shown)
{
    const struct tool_live_view view = {.over = true, .recorder = true};
    struct tool_segments segments;

    return tool_calls_find(argument[0], argument[1], &segments) &&
           read_worlds(&segments, &view, shown);
}

/* ---- how jobs scale */

static int read_and_scale(poptContext context, const char *format_name, const char *output,
                          bool live, int kind)
{
    const char **path = poptGetArgs(context);
    int format = tool_report_scaling_format(format_name), code = TOOL_FAILED;
    struct shown shown = {0};

    if (format < 0)
        return TOOL_USAGE;
    if (output) {
        tool_complain("--output %s: --scaling writes to standard output", output);
        return TOOL_USAGE;
    }
    if (live) {
        tool_complain("--live shows one job: give --scaling the records of several");
        return TOOL_USAGE;
    }
    if (!path || !path[1]) {
        tool_complain("give the records of two jobs or more: mpit report --scaling A.json B.json");
        return TOOL_USAGE;
    }
    if (read_each(path, &shown)) {
        for (int i = 0; i < shown.n; i++)
            tool_sites_name(&shown.record[i]);
        code = tool_report_scaling(&(struct tool_report_jobs){shown.record, path, shown.n},
                                   (enum tool_scaling_kind)kind, format);
    }
    shown_free(&shown);
    return code;
}

/* ---- */

static int check(const char **argument, bool live)
{
    int n = 0;

    while (argument[n])
        n++;
    if (!live && n == 0) {
        tool_complain("no file; give the record of a job: mpit report FILE.json");
        return TOOL_USAGE;
    }
    if (live && n > 1 + tool_is_folder(argument[0])) {
        tool_complain("%s: --live takes a folder and a job at most", argument[n - 1]);
        return TOOL_USAGE;
    }
    if (!live && tool_is_folder(argument[0]) && n > 2) {
        tool_complain("%s: a folder of calls comes with a job at most", argument[n - 1]);
        return TOOL_USAGE;
    }
    return TOOL_GO_ON;
}

static int check_and_show(poptContext context, const struct tool_report_output *output, bool live,
                          bool recorder)
{
    static const char *none[] = {NULL, NULL};
    const char **given = poptGetArgs(context), **argument = given ? given : none;
    struct shown shown = {0};
    int code = output->format ? tool_report_check_output(output) : TOOL_USAGE;

    if (code == TOOL_GO_ON)
        code = check(argument, live);
    if (code != TOOL_GO_ON)
        return code;
    code = TOOL_FAILED;
    if (live                          ? read_live(argument, recorder, &shown)
        : tool_is_folder(argument[0]) ? read_calls(argument, &shown)
                                      : read_files(argument, &shown)) {
        for (int i = 0; i < shown.n; i++)
            tool_sites_name(&shown.record[i]);
        code = tool_report_write(output, shown.record, shown.n);
    }
    shown_free(&shown);
    return code;
}

int tool_report_main(int argc, const char **argv)
{
    enum { NO_SCALING = -1 };
    int live = 0, full = 0, recorder = 0, scaling = NO_SCALING;
    char *format = NULL, *path = NULL, *names = tool_format_names();
    char *help = tool_print("%s; %s is the default", names, tool_formats[0].name);
    const struct poptOption table[] = {
        {"live", 'l', POPT_ARG_NONE, &live, 0,
         "of a job that runs, or of what one has left that died: [DIR] [JOB] instead of files",
         NULL},
        {"format", 'f', POPT_ARG_STRING, &format, 0, help, "FORMAT"},
        {"output", 'o', POPT_ARG_STRING, &path, 0,
         "where it is written, instead of to standard output: a file, or a folder where the format "
         "is one",
         "PATH"},
        {"full", 'F', POPT_ARG_NONE, &full, 0, "all tables, of the format text", NULL},
        {"recorder", 'r', POPT_ARG_NONE, &recorder, 0,
         "with --live: all calls that are kept (mpit_recorder), also of a job that runs well",
         NULL},
        {"scaling", 's', POPT_ARG_VAL, &scaling, TOOL_SCALING_FOUND,
         "how several jobs scale with their ranks, as text, json or html", NULL},
        {"strong", 0, POPT_ARG_VAL, &scaling, TOOL_SCALING_STRONG,
         "the same, of one problem on more ranks", NULL},
        {"weak", 0, POPT_ARG_VAL, &scaling, TOOL_SCALING_WEAK,
         "the same, of a problem that grows with the ranks", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] FILE.json...|DIR");

    tool_text_ask(full, NULL);
    if (code == TOOL_GO_ON && scaling != NO_SCALING)
        code = read_and_scale(context, format, path, live, scaling);
    if (code == TOOL_GO_ON)
        code = check_and_show(context, &(struct tool_report_output){find_format(format), path},
                              live, recorder);
    poptFreeContext(context);
    free(format);
    free(path);
    free(help);
    free(names);
    return code;
}
