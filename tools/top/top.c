/* `mpit top`: running jobs, from their segments. */
#include "config.h"

#include "tools/top/top.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/job/clean.h"
#include "tools/live/folder.h"

#include "record/screen.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SHORTEST = 0.05, LONGEST = 86400;

struct options {
    struct tool_top_wanted wanted;
    char *folder;
    int once, json, openmetrics, clean;
};

static int show_once(const struct options *options)
{
    struct tool_top_look look = tool_top_look(options->wanted.folder, options->wanted.job);

    tool_top_compare(&look, NULL);
    errno = 0;
    if (options->json)
        tool_top_write_json(&look, stdout);
    else if (options->openmetrics)
        tool_top_write_openmetrics(&look, stdout);
    else if (look.n)
        tool_top_write_text(&look, options->wanted.job != NULL, mpit__screen_columns(stdout),
                            stdout);
    else
        puts("no job has segments here: a job has them under mpit run, and with MPIT_LIVE=counts");
    tool_top_free(&look);
    return tool_output_finish();
}

/* ---- what was asked for */

static int check_job(const struct options *options)
{
    struct tool_top_look look;
    int n;

    if (!options->wanted.job)
        return TOOL_GO_ON;
    look = tool_top_look(options->wanted.folder, options->wanted.job);
    n = look.n;
    tool_top_free(&look);
    if (n)
        return TOOL_GO_ON;
    tool_complain("%s: no job of this name, and none that has a process of this id; mpit top "
                  "--once lists the jobs",
                  options->wanted.job);
    return TOOL_FAILED;
}

static int check(poptContext context, struct options *options)
{
    const char *stray;

    options->wanted.folder = options->folder;
    options->wanted.job = poptGetArg(context);
    stray = poptPeekArg(context);
    if (stray) {
        tool_complain("%s: one job at a time", stray);
        return TOOL_USAGE;
    }
    if (options->json + options->openmetrics + options->clean > 1) {
        tool_complain("one of --json, --openmetrics and --clean at a time");
        return TOOL_USAGE;
    }
    if ((options->json || options->openmetrics) && !options->once) {
        tool_complain("%s is written once: give --once with it",
                      options->json ? "--json" : "--openmetrics");
        return TOOL_USAGE;
    }
    if (!(options->wanted.interval >= SHORTEST && options->wanted.interval <= LONGEST)) {
        tool_complain("--interval %g: expected %g to %g seconds", options->wanted.interval,
                      SHORTEST, LONGEST);
        return TOOL_USAGE;
    }
    return TOOL_GO_ON;
}

static int top(const struct options *options)
{
    int code = tool_segments_can_be_read(options->wanted.folder) ? TOOL_GO_ON : TOOL_FAILED;

    if (code == TOOL_GO_ON)
        code = check_job(options);
    if (code != TOOL_GO_ON)
        return code;
    setlocale(LC_CTYPE, ""); /* what can be shown, and how wide it is */
    if (options->clean)
        return tool_clean_tell(tool_clean_folder(options->wanted.folder, options->wanted.job));
    if (!options->once && tool_top_screen(&options->wanted, &code))
        return code;
    return show_once(options);
}

int tool_top_main(int argc, const char **argv)
{
    struct options options = {.wanted.interval = 1};
    const struct poptOption table[] = {
        {"once", '1', POPT_ARG_NONE, &options.once, 0,
         "one look, as text; so it is where there is no terminal", NULL},
        {"json", 0, POPT_ARG_NONE, &options.json, 0, "with --once: as JSON", NULL},
        {"openmetrics", 0, POPT_ARG_NONE, &options.openmetrics, 0, "with --once: as OpenMetrics",
         NULL},
        {"interval", 'i', POPT_ARG_DOUBLE, &options.wanted.interval, 0,
         "between two looks; 1 is the default", "SECONDS"},
        {"live", 0, POPT_ARG_STRING, &options.folder, 0, "the folder of segments (mpit_live_dir)",
         "DIR"},
        {"clean", 0, POPT_ARG_NONE, &options.clean, 0,
         "as mpit clean: remove what jobs have left of which no process lives", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] [JOB]");

    if (code == TOOL_GO_ON)
        code = check(context, &options);
    if (code == TOOL_GO_ON)
        code = top(&options);
    poptFreeContext(context);
    free(options.folder);
    return code;
}
