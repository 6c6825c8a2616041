/* `mpit run`: a job with libmpit in its ranks, and its report at the end. */
#include "config.h"

#include "settings/site.h"
#include "tools/formats/formats.h"
#include "tools/formats/text_full.h"
#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"
#include "tools/job/arrivals.h"
#include "tools/job/destination.h"
#include "tools/job/front.h"
#include "tools/job/launcher.h"
#include "tools/job/segments.h"
#include "tools/job/unclaimed.h"
#include "tools/run/check_job.h"
#include "tools/run/child.h"
#include "tools/run/heard.h"
#include "tools/run/settings.h"
#include "tools/run/watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what the ranks get */

/* All ranks get the library, so that MPI_Init can compare their settings. */
static void add_check(struct tool_environment *ranks)
{
    for (int i = 0; i < ranks->n; i++)
        if (!strcmp(ranks->setting[i].name, "MPIT_CHECK"))
            return;
    tool_environment_set(ranks, "MPIT_CHECK", "on");
}

static int add_library(struct tool_environment *ranks)
{
    const char *before = getenv("LD_PRELOAD");
    char *library = tool_library();

    if (!library) {
        tool_complain("no shared libmpit to preload: this mpit was linked statically; build it "
                      "with shared libraries");
        return TOOL_FAILED;
    }
    if (strpbrk(library, ": ")) {
        tool_complain("%s: LD_PRELOAD cannot hold a path with blanks or colons; install libmpit "
                      "elsewhere",
                      library);
        free(library);
        return TOOL_FAILED;
    }
    char *preload =
        before && *before ? tool_print("%s:%s", library, before) : tool_print("%s", library);
    tool_environment_set(ranks, "LD_PRELOAD", preload);
    free(preload);
    free(library);
    return TOOL_GO_ON;
}

/* ---- the job */

struct job {
    struct tool_destination *destination;
    struct tool_ending *ending;
    const struct tool_live_job *live;
    struct tool_arrivals_job *arrivals;
};

static int look(void *with)
{
    return tool_arrivals_job_look(((const struct job *)with)->arrivals);
}

static void hurry(void *with, int asked)
{
    const struct job *job = with;

    job->ending->asked = asked;
    job->ending->goes_on = true;
    tool_destination_hurry(job->destination, job->ending, job->live);
    job->ending->goes_on = false;
}

static int run_job(char *const *argv, enum tool_launcher launcher,
                   const struct tool_environment *ranks, int given,
                   struct tool_destination *destination, const struct tool_live_job *live,
                   bool waits)
{
    struct tool_launch launch;
    struct tool_ending ending = {
        .argv = argv, .launcher = launcher, .ranks = ranks, .given = given};
    struct tool_arrivals_job *arrivals = waits ? tool_arrivals_job_begin(live) : NULL;
    struct job job = {destination, &ending, live, arrivals};
    const struct tool_meanwhile meanwhile = {hurry, arrivals ? look : NULL, &job};
    bool alone, whole;

    if (live->on && launcher != TOOL_LAUNCHER_NONE)
        tool_front_keep(live->folder, live->name, launcher, argv);
    tool_launch_prepare(launcher, argv, ranks, &launch);
    int error = tool_child_run(&launch, &meanwhile, &ending.status, &ending.asked);
    ending.arrivals = tool_arrivals_job_end(arrivals);
    if (error) {
        tool_destination_discard(destination);
        tool_live_job_leave(live, true, true);
        return tool_run_complain_start(argv[0], error);
    }
    alone = tool_live_job_is_here(live);
    whole = tool_destination_finish(destination, &ending, live);
    tool_live_job_leave(live, alone, whole);
    tool_arrivals_job_free(arrivals);
    tool_child_end_as(ending.status);
}

/* %j and %p stand for something no more. */
static char *escape(const char *path)
{
    char *escaped = tool_print("%s", "");

    for (; *path; path++)
        tool_append(&escaped, *path == '%' ? "%%%c" : "%c", *path);
    return escaped;
}

/* As if there were no mpit. */
static int run_without(char *const *argv)
{
    tool_complain("MPIT_DISABLE=%s: the job runs without libmpit, and has no report",
                  getenv("MPIT_DISABLE"));
    execvp(argv[0], argv);
    return tool_run_complain_start(argv[0], errno);
}

static int run(char *const *reports, char *const *settings, const struct tool_run_watch *watch,
               bool full, char *const *argv)
{
    struct tool_environment ranks = {0};
    struct tool_destination destination;
    struct tool_live_job live;
    enum tool_launcher launcher = TOOL_LAUNCHER_NONE;
    bool waits;
    int given;

    int code = tool_run_check_job(argv, &launcher);
    if (code == TOOL_GO_ON)
        code = tool_run_add_settings(settings, &ranks);
    if (full)
        tool_environment_set(&ranks, "MPIT_REPORT_FULL", "on");
    given = ranks.n;
    tool_text_ask(full, NULL);
    if (code == TOOL_GO_ON && settings && *settings)
        add_check(&ranks);
    if (code == TOOL_GO_ON)
        code = add_library(&ranks);
    if (code == TOOL_GO_ON)
        code = tool_destination_open(reports, &destination);
    if (code != TOOL_GO_ON)
        return code;
    char *literal = escape(destination.path);
    tool_environment_set(&ranks, "MPIT_REPORT", literal);
    free(literal);
    tool_live_job_begin(&ranks, &live);
    tool_environment_set(&ranks, "MPIT_INCLUDE", "*"); /* whatever a site leaves out */
    waits =
        tool_run_add_watch(&ranks, watch, tool_renderings_show_samples(&destination.renderings));
    tool_run_say_replaced(&ranks);
    tool_unclaimed_sweep(&live);
    return run_job(argv, launcher, &ranks, given, &destination, &live, waits);
}

/* ---- the command */

/* What stands before `--` is ours, the rest is the job's and stays untouched. */
static int find_job(int argc, const char **argv)
{
    int i = 1;

    while (i < argc && strcmp(argv[i], "--"))
        i++;
    return i;
}

static int check_job(const char *stray, int job, int argc)
{
    if (stray && job == argc)
        tool_complain("no -- before the job: mpit run -- %s ...", stray);
    else if (stray)
        tool_complain("%s: not an option; the job stands behind --", stray);
    else if (job + 1 >= argc)
        tool_complain("no job; mpit run -- mpirun -n 4 ./program");
    else
        return TOOL_GO_ON;
    return TOOL_USAGE;
}

/* The ranks would have taken it, had they been started without us. */
static char *const *reports_of_environment(void)
{
    static char *reports[2];
    char *report = getenv("MPIT_REPORT");

    reports[0] = report && *report ? report : NULL;
    return reports;
}

static void free_all(char **words)
{
    for (char **word = words; word && *word; word++)
        free(*word);
    free(words);
}

int tool_run_main(int argc, const char **argv)
{
    char **reports = NULL, **settings = NULL;
    struct tool_run_watch watch = {0};
    int full = 0;
    char *endings = tool_format_endings();
    char *help = tool_print("where the report goes: a file that ends in %s, or - for standard "
                            "output; may be repeated (default: standard error)",
                            endings);
    const struct poptOption table[] = {
        {"report", 'r', POPT_ARG_ARGV, &reports, 0, help, "FILE"},
        {"set", 's', POPT_ARG_ARGV, &settings, 0,
         "set a control variable in all ranks; may be repeated", "NAME=VALUE"},
        {"waits", 'w', POPT_ARG_NONE, &watch.waits, 0,
         "watch for whom calls wait, besides what mpit_watch is set to (the default where it is "
         "not)",
         NULL},
        {"sites", 'S', POPT_ARG_NONE, &watch.sites, 0,
         "watch from where in the program calls are made, besides what mpit_watch is set to", NULL},
        {"full", 'F', POPT_ARG_NONE, &full, 0, "all tables in the report as text", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    int job = find_job(argc, argv);
    poptContext context = poptGetContext(NULL, job, argv, table, POPT_CONTEXT_POSIXMEHARDER);
    int code = tool_options_parse(context, table, "[OPTION...] -- LAUNCHER [ARGUMENT...]");

    if (code == TOOL_GO_ON)
        code = check_job(poptPeekArg(context), job, argc);
    if (code == TOOL_GO_ON && mpit__site_is_off())
        code = run_without((char *const *)(argv + job + 1));
    if (code == TOOL_GO_ON)
        code = run(reports ? reports : reports_of_environment(), settings, &watch, full,
                   (char *const *)(argv + job + 1));
    poptFreeContext(context);
    free_all(reports);
    free_all(settings);
    free(help);
    free(endings);
    return code;
}
