#include "config.h"

#include "tools/job/segments.h"

#include "tools/ground/tool.h"
#include "tools/job/front.h"
#include "tools/job/reach.h"
#include "tools/job/settings_of_ranks.h"
#include "tools/live/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mpit.h"
#include "tools/live/process.h"

/* No other job on any machine has it, as long as their clocks go. */
static char *make_name(void)
{
    char host[64] = "";

    gethostname(host, sizeof host - 1);
    return tool_print("%s-%ld-%lld", host, (long)getpid(), (long long)time(NULL));
}

/* Of each thread: what it did last is known of a job that hangs or dies. */
#define CALLS_KEPT "4096"

void tool_live_job_begin(struct tool_environment *ranks, struct tool_live_job *job)
{
    enum { LIVE, FOLDER, NAME, READERS, RECORDER, ASKED };
    static const char *const names[ASKED] = {"mpit_live", "mpit_live_dir", "mpit_live_job",
                                             "mpit_report_readers", "mpit_recorder"};
    static struct tool_answer answer[ASKED];

    *job = (struct tool_live_job){0};
    if (!tool_ask(ranks, names, ASKED, answer))
        return;
    if (tool_answer_is_default(&answer[LIVE]))
        tool_environment_set(ranks, "MPIT_LIVE", "counts");
    else if (!strcmp(answer[LIVE].value, "off"))
        return;
    if (tool_answer_is_default(&answer[RECORDER]))
        tool_environment_set(ranks, "MPIT_RECORDER", CALLS_KEPT);
    job->on = true;
    job->mode = !strcmp(answer[READERS].value, "all")     ? 0644
                : !strcmp(answer[READERS].value, "group") ? 0640
                                                          : 0600;
    job->folder = *answer[FOLDER].value ? tool_print("%s", answer[FOLDER].value) : NULL;
    job->name = *answer[NAME].value ? tool_print("%s", answer[NAME].value) : make_name();
    if (!*answer[NAME].value)
        tool_environment_set(ranks, "MPIT_LIVE_JOB", job->name);
}

void tool_live_job_free(struct tool_live_job *job)
{
    free(job->folder);
    free(job->name);
    *job = (struct tool_live_job){0};
}

/* ---- its segments */

struct tool_segments tool_live_job_segments(const struct tool_live_job *job, bool heads)
{
    if (!job->on)
        return (struct tool_segments){0};
    return heads ? tool_segments_peek(job->folder, job->name)
                 : tool_segments_take_job(job->folder, job->name, false);
}

static bool goes_on(const struct tool_segment *segment)
{
    enum tool_fate fate = tool_segment_fate(segment);

    return fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED;
}

static bool any_goes_on(const struct tool_segment *const *segment, int n)
{
    for (int i = 0; i < n; i++)
        if (goes_on(segment[i]))
            return true;
    return false;
}

/* A launcher that is killed leaves its ranks to find that out. */
enum { PATIENCE_MS = 2000, STEP_MS = 10 };

void tool_live_job_wait(const struct tool_segment *const *segment, int n)
{
    const struct timespec step = {0, STEP_MS * 1000000L};

    for (int ms = 0; ms < PATIENCE_MS && any_goes_on(segment, n); ms += STEP_MS)
        nanosleep(&step, NULL);
}

void tool_live_job_remove(const struct tool_segments *segments)
{
    for (int i = 0; i < segments->n; i++)
        if (!segments->segment[i].far &&
            (segments->segment[i].head.state == MPIT_LIVE_ENDED || !goes_on(&segments->segment[i])))
            unlink(segments->segment[i].path);
}

bool tool_live_job_is_here(const struct tool_live_job *job)
{
    struct tool_segments segments = tool_live_job_segments(job, true);
    bool whole = tool_reach_is_whole(&segments);

    tool_segments_free(&segments);
    return whole;
}

void tool_live_job_leave(const struct tool_live_job *job, bool alone, bool whole)
{
    struct tool_segments removed = {0};

    if (!job->on || (!whole && tool_reach_is_possible(job->folder, job->name)))
        return;
    if (alone || tool_reach_remove(job->folder, job->name, false, &removed))
        tool_front_forget(job->folder, job->name);
    tool_segments_free(&removed);
}
