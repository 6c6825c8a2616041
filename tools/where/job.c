/* Jobs, and the ranks that are in them. */
#include "config.h"

#include "tools/where/job.h"

#include "tools/ground/tool.h"

struct where_job *where_job_add(struct where_jobs *jobs, const char *name)
{
    struct where_job *job;

    jobs->job = tool_grow(jobs->job, (size_t)jobs->n, 1, sizeof *jobs->job);
    job = &jobs->job[jobs->n++];
    job->name = tool_print("%s", name);
    return job;
}

void where_job_size(struct where_job *job, int size)
{
    job->rank =
        tool_grow(job->rank, (size_t)job->size, (size_t)(size - job->size), sizeof *job->rank);
    for (; job->size < size; job->size++) {
        job->rank[job->size].rank = job->size;
        job->rank[job->size].now = where_no_call();
    }
}

struct where_call where_no_call(void)
{
    return (struct where_call){.comm = -1,
                               .dest = WHERE_UNKNOWN,
                               .source = WHERE_UNKNOWN,
                               .tag = WHERE_UNKNOWN,
                               .recv_tag = WHERE_UNKNOWN,
                               .root = WHERE_UNKNOWN};
}

bool where_is_inside(const struct where_rank *rank)
{
    return rank->state == WHERE_INSIDE ||
           ((rank->state == WHERE_STOPPED || rank->state == WHERE_DEAD) && rank->now.name[0]);
}

bool where_are_to_come(const struct where_job *job)
{
    int here = 0, missing = 0;

    for (int i = 0; i < job->size; i++) {
        here += job->rank[i].state != WHERE_MISSING && job->rank[i].here;
        missing += job->rank[i].state == WHERE_MISSING;
    }
    return job->expected_here - here == missing;
}

bool where_is_leaving(const struct where_rank *rank)
{
    return rank->state == WHERE_FINALIZE || rank->state == WHERE_ENDED;
}
