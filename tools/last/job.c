#include "config.h"

#include "tools/last/job.h"

#include "tools/ground/tool.h"
#include "tools/live/process.h"

#include <stdio.h>
#include <stdlib.h>

/* Its program makes no more calls. */
static bool has_finished(const struct last_thread *thread)
{
    const uint32_t state = thread->segment->head.state;

    return state == MPIT_LIVE_FINALIZING || state == MPIT_LIVE_ENDED;
}

static void take_process(const struct tool_segment *segment, struct last_job *job)
{
    const enum tool_fate fate = tool_segment_fate(segment);
    const bool is_over = fate == TOOL_FATE_GONE;
    struct tool_recording *list;
    int n = tool_recordings(segment, &list);

    job->thread = tool_grow(job->thread, (size_t)job->n, (size_t)n, sizeof *job->thread);
    for (int i = 0; i < n; i++) {
        const struct tool_recording *its = &list[i];

        for (int k = 0; k < its->n; k++)
            if (its->call[k].end > job->now)
                job->now = its->call[k].end;
        job->thread[job->n++] =
            (struct last_thread){.its = list[i], .segment = segment, .is_over = is_over};
    }
    free(list);
    if (!is_over && n) {
        const int64_t now = tool_recorded_now(segment);

        job->now = now > job->now ? now : job->now;
    }
}

static bool is_settled(const struct last_job *job, const struct last_thread *thread)
{
    enum { SECOND = 1000000000 };
    const struct tool_recording *its = &thread->its;
    const struct tool_recorded *newest = its->n ? &its->call[its->n - 1] : NULL;

    return thread->is_over || (newest && job->now - newest->end >= SECOND);
}

/* What a segment says of it may be anything. */
static int size_of(const struct mpit_live_head *head)
{
    enum { LARGEST = 1 << 24 };

    return head->size > 0 && head->size <= LARGEST ? head->size : 0;
}

void last_job_take(const struct tool_segment *segment, int n, struct last_job *job)
{
    const struct mpit_live_head *head = &segment->head;

    *job = (struct last_job){.size = size_of(head),
                             .name = *head->world ? tool_print("%s/%s", head->job, head->world)
                                                  : tool_print("%s", head->job)};
    for (int i = 0; i < n; i++)
        take_process(&segment[i], job);
    for (int i = 0; i < job->n; i++)
        job->thread[i].is_settled = is_settled(job, &job->thread[i]);
    last_compare_collectives(job);
    if (!job->differs.n && last_is_still(job))
        last_find_sender(job);
    if (!job->differs.n && last_is_still(job))
        last_find_behind(job);
}

bool last_is_still(const struct last_job *job)
{
    for (int i = 0; i < job->n; i++) {
        const struct last_thread *thread = &job->thread[i];
        const struct tool_recording *its = &thread->its;

        if (!thread->is_settled ||
            (!thread->is_over && !has_finished(thread) && !(its->n && its->call[its->n - 1].open)))
            return false;
    }
    return job->n > 0;
}

void last_differs_add(struct last_difference *differs, int rank)
{
    for (int i = 0; i < differs->n; i++)
        if (differs->rank[i] == rank)
            return;
    differs->rank = tool_grow(differs->rank, (size_t)differs->n, 1, sizeof *differs->rank);
    differs->rank[differs->n++] = rank;
}

void last_differs_forget(struct last_difference *differs)
{
    free(differs->rank);
    free(differs->text);
    *differs = (struct last_difference){0};
}

void last_job_free(struct last_job *job)
{
    for (int i = 0; i < job->n; i++)
        tool_recording_free(&job->thread[i].its);
    free(job->thread);
    free(job->name);
    last_differs_forget(&job->differs);
}

void last_comm_name(const struct last_thread *thread, uint32_t comm, char name[64])
{
    tool_recorded_comm(thread->segment, comm, name);
    if (!*name && comm)
        snprintf(name, 64, "comm %08x", comm);
}

int last_first(const struct last_job *job, const struct last_thread *thread,
               const struct last_part *part)
{
    const struct tool_recording *its = &thread->its;
    int first = its->n;

    if (part->rank >= 0 && its->rank != part->rank)
        return first;
    while (first > 0 && its->n - first < part->calls &&
           (double)(job->now - its->call[first - 1].begin) * 1e-9 <= part->seconds)
        first--;
    return first;
}
