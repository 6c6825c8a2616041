/* `mpit last`: what ranks did last (mpit_recorder). */
#include "config.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/job/find.h"
#include "tools/job/reach.h"
#include "tools/last/job.h"
#include "tools/live/process.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIFFERS = 1, UNKNOWN = 2, CALLS = 10 };

/* Without a word all that run; by its name one that is over, too. */
static bool is_asked_for(const struct tool_segment *segment, int n, const char *which)
{
    if (which)
        return !strcmp(segment->head.job, which);
    for (int i = 0; i < n; i++) {
        enum tool_fate fate = tool_segment_fate(&segment[i]);

        if ((fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED) &&
            segment[i].head.state != MPIT_LIVE_ENDED)
            return true;
    }
    return false;
}

static int take_jobs(const struct tool_segments *segments, const char *which,
                     struct last_job **jobs)
{
    int n = 0;

    *jobs = tool_allocate((size_t)segments->n + 1, sizeof **jobs);
    for (int i = 0, end; i < segments->n; i = end) {
        end = tool_segments_job_end(segments, i);
        if (is_asked_for(&segments->segment[i], end - i, which))
            last_job_take(&segments->segment[i], end - i, &(*jobs)[n++]);
    }
    return n;
}

static int say(struct last_job *jobs, int n, const struct last_part *part, bool json)
{
    int code = TOOL_OK;

    if (json)
        last_write_json(jobs, n, part);
    else if (!n)
        puts("No job of this user runs here that says what its ranks did (mpit_recorder).");
    for (int i = 0; i < n; i++) {
        if (!json) {
            tool_output_text(i ? "\n" : "");
            last_show(&jobs[i], part);
        }
        if (!jobs[i].n)
            tool_complain("%s: it keeps no calls; start it with mpit_recorder=4096 (mpit run -s "
                          "mpit_recorder=4096)",
                          jobs[i].name);
        code = jobs[i].differs.n ? DIFFERS : !jobs[i].n && code == TOOL_OK ? UNKNOWN : code;
    }
    return tool_output_finish() == TOOL_OK ? code : UNKNOWN;
}

/* `which` is a job, or a folder of files of its calls; then OUT: the job. */
static bool take_segments(const char *folder, const char **which, struct tool_segments *segments)
{
    if (tool_is_folder(*which)) {
        if (!tool_calls_find(*which, NULL, segments))
            return false;
        *which = segments->segment[0].head.job;
        return true;
    }
    if (!tool_segments_can_be_read(folder))
        return false;
    *segments = tool_reach_take(folder, *which, TOOL_ASK_SEGMENTS, true);
    return true;
}

/* There is no job of this name.  Of one that is over its report has the calls. */
static int complain_of(const char *which, const char *folder)
{
    if (access(which, F_OK) == 0)
        tool_complain("%s: it is a file, not a job; mpit report --full %s shows the calls of a "
                      "report",
                      which, which);
    else
        tool_complain("%s: no job of this name has left anything in %s; mpit report --full FILE "
                      "shows the calls that a report of it has",
                      which, folder ? folder : tool_segments_folder());
    return UNKNOWN;
}

static int run(const char *folder, const char *which, const struct last_part *part, bool json)
{
    struct tool_segments segments;
    struct last_job *jobs;
    int n, code;

    if (!take_segments(folder, &which, &segments))
        return UNKNOWN;
    n = take_jobs(&segments, which, &jobs);
    code = which && !n ? complain_of(which, folder) : say(jobs, n, part, json);
    for (int i = 0; i < n; i++)
        last_job_free(&jobs[i]);
    free(jobs);
    tool_segments_free(&segments);
    return code;
}

int tool_last_main(int argc, const char **argv)
{
    struct last_part part = {.rank = -1, .seconds = 1e9, .calls = INT_MIN};
    char *folder = NULL;
    int json = 0;
    const struct poptOption table[] = {
        {"calls", 'n', POPT_ARG_INT, &part.calls, 0,
         "how many of each thread, at most (default: 10, and all with --json)", "N"},
        {"json", 0, POPT_ARG_NONE, &json, 0, "for scripts", NULL},
        {"live", 0, POPT_ARG_STRING, &folder, 0, "where the job keeps what it says (mpit_live_dir)",
         "DIR"},
        {"rank", 'r', POPT_ARG_INT, &part.rank, 0, "of this rank alone", "RANK"},
        {"seconds", 0, POPT_ARG_DOUBLE, &part.seconds, 0,
         "that began so long before the end at most", "SECONDS"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] [JOB|DIR]");

    if (part.calls == INT_MIN)
        part.calls = json ? INT_MAX : CALLS;
    if (code == TOOL_GO_ON)
        code = tool_options_range("--calls", part.calls, 1, INT_MAX);
    if (code == TOOL_GO_ON)
        code = run(folder, poptGetArg(context), &part, json);
    free(folder);
    poptFreeContext(context);
    return code;
}
