#include "config.h"

#include "tools/last/job.h"

#include "tools/ground/tool.h"
#include "tools/live/process.h"

#include <stdio.h>
#include <stdlib.h>

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
        job->thread[job->n++] = (struct last_thread){list[i], segment, is_over};
    }
    free(list);
    if (!is_over && n) {
        const int64_t now = tool_segment_now(segment) - (segment->far ? segment->far->ahead : 0);

        job->now = now > job->now ? now : job->now;
    }
}

void last_job_take(const struct tool_segment *segment, int n, struct last_job *job)
{
    const struct mpit_live_head *head = &segment->head;

    *job = (struct last_job){.size = head->size,
                             .name = *head->world ? tool_print("%s/%s", head->job, head->world)
                                                  : tool_print("%s", head->job)};
    for (int i = 0; i < n; i++)
        take_process(&segment[i], job);
    last_compare_collectives(job);
}

void last_job_free(struct last_job *job)
{
    for (int i = 0; i < job->n; i++)
        free(job->thread[i].its.call);
    free(job->thread);
    free(job->name);
    free(job->differs.rank);
    free(job->differs.text);
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
