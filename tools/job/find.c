#include "config.h"

#include "tools/job/find.h"

#include "tools/ground/tool.h"
#include "tools/job/front.h"
#include "tools/job/reach.h"
#include "tools/live/calls_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_it(const struct mpit_live_head *head, const char *job)
{
    char pid[32];

    snprintf(pid, sizeof pid, "%lld", (long long)head->pid);
    return !job || !strcmp(head->job, job) || !strcmp(pid, job);
}

static bool is_later(const struct mpit_live_head *a, const struct mpit_live_head *b)
{
    return a->utc != b->utc ? a->utc > b->utc : a->ns > b->ns;
}

/* The head of the latest process of the job; NULL: there is none. */
static const struct mpit_live_head *find(const struct tool_segments *all, const char *job)
{
    const struct mpit_live_head *found = NULL;

    for (int i = 0; i < all->n; i++) {
        const struct mpit_live_head *head = &all->segment[i].head;

        if (is_it(head, job) && (!found || is_later(head, found)))
            found = head;
    }
    return found;
}

static void complain(const char *folder, const char *job, int n)
{
    if (job && n)
        tool_complain("%s: no process of such a job has left anything in %s; mpit report --live "
                      "shows the latest of those that have",
                      job, folder);
    else
        tool_complain("%s: no process has left anything there: jobs do under mpit run, or with "
                      "MPIT_LIVE=counts",
                      folder);
}

/* A job of `mpit run` that has no process here. */
static bool find_elsewhere(const char *folder, const char *job, struct tool_segments *segments)
{
    struct tool_words jobs = tool_front_jobs(folder);

    *segments = (struct tool_segments){0};
    if (job ? tool_front_is_known(folder, job) : jobs.n > 0)
        *segments =
            tool_reach_take(folder, job ? job : jobs.word[jobs.n - 1], TOOL_ASK_ARRIVALS, true);
    tool_words_free(&jobs);
    return segments->n > 0;
}

bool tool_live_find(const char *folder, const char *job, struct tool_segments *segments)
{
    const char *given = folder;
    struct tool_segments all;
    const struct mpit_live_head *found;

    if (!tool_segments_can_be_read(folder))
        return false;
    folder = folder ? folder : tool_segments_folder();
    all = tool_segments_peek(folder, NULL);
    found = find(&all, job);
    if (!found && find_elsewhere(given, job, segments)) {
        tool_segments_free(&all);
        return true;
    }
    if (found)
        *segments = tool_reach_take(given, found->job, TOOL_ASK_ARRIVALS, true);
    else
        complain(folder, job, all.n);
    tool_segments_free(&all);
    if (found && segments->n == 0)
        complain(folder, job, 0);
    return found && segments->n > 0;
}

static bool take_calls(struct tool_segments *segments)
{
    char reason[TOOL_SEGMENT_REASON];
    bool good = true;

    for (int i = 0; i < segments->n && good; i++)
        good = tool_calls_take(&segments->segment[i], reason);
    if (!good)
        tool_complain("%s", reason);
    return good;
}

bool tool_calls_find(const char *folder, const char *job, struct tool_segments *segments)
{
    struct tool_segments all;
    const struct mpit_live_head *found;
    bool good;

    if (!tool_segments_can_be_read(folder))
        return false;
    all = tool_segments_peek(folder, NULL);
    found = find(&all, job);
    if (found)
        *segments = tool_segments_take_job(folder, found->job, true);
    else
        tool_complain("%s: no files of the calls of %s are in it (mpit_recorder_file)", folder,
                      job ? job : "a job");
    good = found && segments->n > 0 && take_calls(segments);
    if (found && !good)
        tool_segments_free(segments);
    tool_segments_free(&all);
    return good;
}
