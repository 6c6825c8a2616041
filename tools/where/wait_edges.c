/* Whom a rank waits for, as it is put together. */
#include "config.h"

#include "tools/where/wait_edges.h"

#include "tools/ground/tool.h"

void where_edges_add(struct where_edges *edges, const struct where_job *job, int to)
{
    for (int i = 0; i < edges->n; i++)
        if (edges->to[i] == to)
            return;
    if (!edges->to)
        edges->to = tool_allocate((size_t)job->size, sizeof *edges->to);
    edges->to[edges->n++] = to;
}

void where_edges_lack(struct where_edges *edges, const struct where_job *job)
{
    bool missing = false;

    for (int i = 0; i < job->size; i++)
        missing = missing || job->rank[i].state == WHERE_MISSING;
    edges->unseen = edges->unseen || missing;
    edges->unknown = edges->unknown || !missing;
}
