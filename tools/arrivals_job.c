#include "config.h"

#include "arrivals_job.h"

#include "segment.h"
#include "tool.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct tool_arrivals_job {
    const struct tool_live_job *live;
    struct tool_arrivals *arrivals;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t over;
    bool is_over; /* under the lock */
    int found, of;
};

/* Milliseconds between two looks: often enough that a ring is not overrun, seldom enough that it
 * costs nothing.  Between two looks for processes that have come since. */
enum { OFTEN = 1, SELDOM = 20, LOOK_ROUND = 200 };

/* ---- processes */

static void add(struct tool_arrivals_job *job, const struct tool_segment *segment)
{
    int file;

    if (!segment->head.began || segment->head.rank < 0 ||
        tool_arrivals_has(job->arrivals, &segment->head))
        return;
    file = open(segment->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    tool_arrivals_add(job->arrivals, file, &segment->head);
    job->found++;
}

static void find(struct tool_arrivals_job *job)
{
    struct tool_segments all = tool_live_job_segments(job->live, true);

    for (int i = 0; i < all.n; i++) {
        const struct mpit_live_head *head = &all.segment[i].head;

        add(job, &all.segment[i]);
        job->of = head->here > 0 ? head->here : head->size;
    }
    tool_segments_free(&all);
}

/* ---- the thread */

static bool wait_for_end(struct tool_arrivals_job *job, int ms)
{
    struct timespec until;
    bool over;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&job->lock);
    while (!job->is_over && pthread_cond_timedwait(&job->over, &job->lock, &until) == 0)
        continue;
    over = job->is_over;
    pthread_mutex_unlock(&job->lock);
    return over;
}

static int next_pause(int ms, uint64_t new)
{
    if (new > MPIT_LIVE_ARRIVALS / 4)
        return ms > OFTEN ? ms / 2 : OFTEN;
    return new < MPIT_LIVE_ARRIVALS / 16 && ms < SELDOM ? ms + 1 : ms;
}

static void *follow(void *with)
{
    struct tool_arrivals_job *job = with;
    int pause = OFTEN, since = LOOK_ROUND;

    for (bool over = false; !over; over = wait_for_end(job, pause)) {
        since += pause;
        if (!job->found || job->found < job->of || since >= LOOK_ROUND) {
            find(job);
            since = 0;
        }
        pause = next_pause(pause, tool_arrivals_read(job->arrivals));
    }
    return NULL;
}

/* Signals are for the thread that waits for the job. */
static bool start(struct tool_arrivals_job *job)
{
    pthread_condattr_t attributes;
    sigset_t all, before;
    bool started;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&job->over, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&job->lock, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(&job->thread, NULL, follow, job) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

struct tool_arrivals_job *tool_arrivals_job_begin(const struct tool_live_job *live)
{
    struct tool_arrivals_job *job;

    if (!live->on)
        return NULL;
    job = tool_allocate(1, sizeof *job);
    job->live = live;
    job->arrivals = tool_arrivals_make();
    if (start(job))
        return job;
    tool_arrivals_free(job->arrivals);
    free(job);
    return NULL;
}

const struct tool_arrivals *tool_arrivals_job_end(struct tool_arrivals_job *job)
{
    if (!job)
        return NULL;
    pthread_mutex_lock(&job->lock);
    job->is_over = true;
    pthread_cond_signal(&job->over);
    pthread_mutex_unlock(&job->lock);
    pthread_join(job->thread, NULL);
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
