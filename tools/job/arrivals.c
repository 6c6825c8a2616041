#include "config.h"

#include "tools/job/arrivals.h"

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/live/folder.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

struct tool_arrivals_job {
    const struct tool_live_job *live;
    struct tool_arrivals *arrivals;
    int pause, since; /* milliseconds: to the next look; since the last for processes */
    int64_t looked;   /* ns: when */
    double rate;      /* collectives a millisecond in one ring: the most of late */
    int found, of;
    bool may_come;        /* there are processes that could not be taken yet */
    struct timespec seen; /* of the folder */
};

/* Milliseconds between two looks: often enough that a ring is not overrun, seldom enough that it
 * costs nothing.  Where many processes fill the node, all looks at one of them take a thousandth of
 * a processor: that is so many milliseconds for each.  Between two looks for processes that have
 * come since, which may be looks at all files, and take several times as long.  A rate is forgotten
 * after a while: what was fast once may be so again. */
enum { OFTEN = 1, SELDOM = 1000, FOR_EACH = 4, LOOK_ROUND = 1000, FILES = 10, FORGET = 20000 };

/* ---- processes */

static void add(struct tool_arrivals_job *job, const struct tool_segment *segment)
{
    int file;

    if (!segment->head.began || segment->head.rank < 0 ||
        tool_arrivals_has(job->arrivals, &segment->head))
        return;
    file = open(segment->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) { /* perhaps there are too many open ones just now */
        job->may_come = true;
        return;
    }
    tool_arrivals_add(job->arrivals, file, &segment->head);
    job->found++;
}

static void find(struct tool_arrivals_job *job)
{
    const bool same = tool_segments_are_as_seen(job->live->folder, &job->seen);
    struct tool_segments all;

    if (same && !job->may_come)
        return;
    all = tool_live_job_segments(job->live, true);
    job->may_come = all.refused > 0;
    for (int i = 0; i < all.n; i++) {
        const struct mpit_live_head *head = &all.segment[i].head;

        add(job, &all.segment[i]);
        job->may_come |= !head->began;
        job->of = head->here > 0 ? head->here : head->size;
    }
    tool_segments_free(&all);
}

/* ---- looks */

static int at_least(int ms, int least)
{
    return ms > least ? ms : least;
}

/* Where processors are busy it comes later than it was to come. */
static double since_last(struct tool_arrivals_job *job)
{
    const int64_t now = tool_clock_now(), ns = now - job->looked;

    job->looked = now;
    return fmax((double)ns * 1e-6, OFTEN);
}

/* Until half of a ring is new at the rate of late; and not much longer than before. */
static int next_pause(struct tool_arrivals_job *job, uint64_t new)
{
    const int seldom = at_least(job->found * FOR_EACH, SELDOM);
    const double ms = since_last(job), rate = (double)new / ms;
    const double of_late = job->rate * (1 - fmin(ms, FORGET) / FORGET);
    int pause = 2 * job->pause + 1;

    job->rate = fmax(rate, of_late);
    if (job->rate * pause > MPIT_LIVE_ARRIVALS / 2)
        pause = (int)(MPIT_LIVE_ARRIVALS / 2 / job->rate);
    return pause < OFTEN ? OFTEN : pause < seldom ? pause : seldom;
}

int tool_arrivals_job_look(struct tool_arrivals_job *job)
{
    job->since += job->pause;
    if (job->since >= at_least(job->found * FOR_EACH * FILES, LOOK_ROUND) ||
        ((!job->found || job->found < job->of) && job->since >= job->found)) {
        find(job);
        job->since = 0;
    }
    return job->pause = next_pause(job, tool_arrivals_read_some(job->arrivals));
}

struct tool_arrivals_job *tool_arrivals_job_begin(const struct tool_live_job *live)
{
    struct tool_arrivals_job *job;

    if (!live->on)
        return NULL;
    job = tool_allocate(1, sizeof *job);
    job->live = live;
    job->arrivals = tool_arrivals_make();
    job->pause = OFTEN;
    job->looked = tool_clock_now();
    return job;
}

const struct tool_arrivals *tool_arrivals_job_end(struct tool_arrivals_job *job)
{
    if (!job)
        return NULL;
    find(job);
    tool_arrivals_read(job->arrivals);
    return job->arrivals;
}

void tool_arrivals_job_free(struct tool_arrivals_job *job)
{
    if (!job)
        return;
    tool_arrivals_free(job->arrivals);
    free(job);
}
