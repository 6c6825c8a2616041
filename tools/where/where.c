/* `mpit where`: the roll call of jobs that run with mpit_live=where. */
#include "config.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/job/front.h"
#include "tools/job/reach.h"
#include "tools/live/process.h"
#include "tools/where/hang_rules.h"
#include "tools/where/json.h"
#include "tools/where/look.h"
#include "tools/where/screen.h"
#include "tools/where/verdicts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { HANGS = 1, UNKNOWN = 2 };
static const struct timespec BETWEEN = {.tv_nsec = 200000000};

/* ---- which of them */

static bool descends_from(int64_t pid, int64_t from)
{
    enum { FAR = 64 };

    for (int i = 0; i < FAR && pid > 1; i++, pid = tool_process_parent(pid))
        if (pid == from)
            return true;
    return false;
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Whether the segments of one job are those that are asked for; without a word all that run. */
static bool is_asked_for(const struct tool_segment *segment, int n, const char *which)
{
    if (which && !strcmp(segment->head.job, which))
        return true;
    for (int i = 0; i < n; i++) {
        enum tool_fate fate = tool_segment_fate(&segment[i]);
        bool runs = (fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED) &&
                    segment[i].head.state != MPIT_LIVE_ENDED;

        if (which ? is_number(which) && fate != TOOL_FATE_UNKNOWN && !segment[i].far &&
                        descends_from(segment[i].head.pid, strtoll(which, NULL, 10))
                  : runs)
            return true;
    }
    return false;
}

/* ---- looking */

/* "job", and where it has spawned others, "job/world". */
static char *name_of(const struct tool_segment *segment)
{
    return *segment->head.world ? tool_print("%s/%s", segment->head.job, segment->head.world)
                                : tool_print("%s", segment->head.job);
}

static void look_first(const struct tool_segments *segments, const char *which,
                       struct where_jobs *jobs)
{
    for (int i = 0, end; i < segments->n; i = end) {
        end = tool_segments_job_end(segments, i);
        if (is_asked_for(&segments->segment[i], end - i, which)) {
            char *name = name_of(&segments->segment[i]);

            where_look(&segments->segment[i], end - i, where_job_add(jobs, name));
            free(name);
        }
    }
}

static void look_second(const struct tool_segments *segments, struct where_jobs *jobs)
{
    for (int i = 0, end; i < segments->n; i = end) {
        char *name = name_of(&segments->segment[i]);

        end = tool_segments_job_end(segments, i);
        for (int k = 0; k < jobs->n; k++)
            if (!strcmp(jobs->job[k].name, name))
                where_look_again(&segments->segment[i], end - i, &jobs->job[k]);
        free(name);
    }
}

/* The name of the job that is asked for by one of its processes here, or by its name; to be freed.
 * NULL: there is none. */
static char *find_job(const char *folder, const char *which)
{
    struct tool_segments here = tool_segments_peek(folder, NULL);
    char *job = NULL;

    for (int i = 0, end; i < here.n && !job; i = end) {
        end = tool_segments_job_end(&here, i);
        if (is_asked_for(&here.segment[i], end - i, which))
            job = tool_print("%s", here.segment[i].head.job);
    }
    if (!job && tool_front_is_known(folder, which))
        job = tool_print("%s", which);
    tool_segments_free(&here);
    return job;
}

/* Some time apart, so that it is seen who moves. */
static bool look_twice(const char *folder, const char *job, struct where_jobs *jobs)
{
    struct tool_segments segments = tool_reach_take(folder, job, TOOL_ASK_SEGMENTS, true);

    look_first(&segments, job, jobs);
    tool_segments_free(&segments);
    if (!jobs->n)
        return true;
    nanosleep(&BETWEEN, NULL);
    segments = tool_reach_take(folder, job, TOOL_ASK_SEGMENTS, false);
    look_second(&segments, jobs);
    tool_segments_free(&segments);
    return true;
}

static bool look(const char *folder, const char *which, struct where_jobs *jobs)
{
    char *job;

    if (!tool_segments_can_be_read(folder))
        return false;
    if (!which)
        return look_twice(folder, NULL, jobs);
    job = find_job(folder, which);
    if (job)
        look_twice(folder, job, jobs);
    free(job);
    if (!jobs->n)
        tool_complain("%s: no job of this name, and no process of one, has left anything in %s; "
                      "start it with mpit_live=where (mpit run -s mpit_live=where)",
                      which, folder ? folder : tool_segments_folder());
    return jobs->n > 0;
}

/* ---- what is said */

static void complain_of_unseen(const struct where_job *job)
{
    int n = 0;

    for (int i = 0; i < job->size; i++)
        n += job->rank[i].state == WHERE_MISSING;
    tool_complain("%s: nothing is seen of %d of its %d ranks, so that it cannot be told what hangs",
                  job->name, n, job->size);
}

static int say(struct where_jobs *jobs, double patience, bool json)
{
    int code = TOOL_OK;

    for (int i = 0; i < jobs->n; i++)
        where_judge(&jobs->job[i], patience);
    if (json)
        where_write_json(jobs);
    else if (jobs->n)
        where_show(jobs);
    else
        puts("No job of this user runs here that says where its ranks are (mpit_live=where).");
    for (int i = 0; i < jobs->n; i++) {
        const struct where_job *job = &jobs->job[i];
        enum where_certainty surest = where_certainty_of(job);

        if (surest == WHERE_HANGS)
            code = HANGS;
        else if (surest != WHERE_WAITS && code == TOOL_OK)
            code = UNKNOWN;
        if (!job->has_places)
            tool_complain("%s: it does not say where its ranks are; start it with "
                          "mpit_live=where (mpit run -s mpit_live=where)",
                          job->name);
        else if (job->cannot_be_told)
            complain_of_unseen(job);
    }
    return tool_output_finish() == TOOL_OK ? code : UNKNOWN;
}

static bool is_file(const char *name)
{
    struct stat status;

    return stat(name, &status) == 0 && S_ISREG(status.st_mode);
}

static int run(poptContext context, const char *folder, double patience, bool json)
{
    struct where_jobs jobs = {0};
    const char *which = poptGetArg(context);

    if (!(patience >= 0)) {
        tool_complain("--patience %g: expected seconds, 0 or more", patience);
        return TOOL_USAGE;
    }
    if (which && strchr("/.", *which) && !is_file(which)) { /* no name of a job begins so */
        tool_complain("%s: no such file", which);
        return UNKNOWN;
    }
    if (which && !is_file(which)) {
        if (poptPeekArg(context)) {
            tool_complain("%s: one job at a time, or files of several nodes that are there",
                          poptPeekArg(context));
            return TOOL_USAGE;
        }
        return look(folder, which, &jobs) ? say(&jobs, patience, json) : UNKNOWN;
    }
    if (!which)
        return look(folder, NULL, &jobs) ? say(&jobs, patience, json) : UNKNOWN;
    for (; which; which = poptGetArg(context))
        if (!where_read_json(which, &jobs))
            return UNKNOWN;
    return say(&jobs, patience, json);
}

int tool_where_main(int argc, const char **argv)
{
    char *folder = NULL;
    double patience = 10;
    int json = 0;
    const struct poptOption table[] = {
        {"json", 0, POPT_ARG_NONE, &json, 0, "for scripts, and to be merged", NULL},
        {"live", 0, POPT_ARG_STRING, &folder, 0, "where the job keeps what it says (mpit_live_dir)",
         "DIR"},
        {"patience", 0, POPT_ARG_DOUBLE | POPT_ARGFLAG_SHOW_DEFAULT, &patience, 0,
         "how long a rank may compute while others wait for it", "SECONDS"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] [JOB|PID|FILE...]");

    if (code == TOOL_GO_ON)
        code = run(context, folder, patience, json);
    free(folder);
    poptFreeContext(context);
    return code;
}
