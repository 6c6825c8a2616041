/* Whom a rank waits for, as it is put together. */
#include "config.h"

#include "tools/where/wait_edges.h"

#include "tools/ground/tool.h"

#include <stdlib.h>

enum { FEW = 16 };

bool where_edges_have(const struct where_edges *edges, int to)
{
    if (edges->has)
        return edges->has[to];
    for (int i = 0; i < edges->n; i++)
        if (edges->to[i] == to)
            return true;
    return false;
}

static void make_room(struct where_edges *edges)
{
    int more = edges->room ? edges->room : FEW;

    edges->to = tool_grow(edges->to, (size_t)edges->n, (size_t)more, sizeof *edges->to);
    edges->room += more;
}

void where_edges_add(struct where_edges *edges, const struct where_job *job, int to)
{
    if (where_edges_have(edges, to))
        return;
    if (edges->n == edges->room)
        make_room(edges);
    edges->to[edges->n++] = to;
    if (!edges->has && edges->n > FEW) {
        edges->has = tool_allocate((size_t)job->size, sizeof *edges->has);
        for (int i = 0; i < edges->n; i++)
            edges->has[edges->to[i]] = true;
    } else if (edges->has) {
        edges->has[to] = true;
    }
}

void where_edges_lack(struct where_edges *edges, const struct where_job *job)
{
    bool missing = false;

    for (int i = 0; i < job->size; i++)
        missing = missing || job->rank[i].state == WHERE_MISSING;
    edges->unseen = edges->unseen || missing;
    edges->unknown = edges->unknown || !missing;
}

void where_edges_free(struct where_edges *edges)
{
    free(edges->to);
    free(edges->has);
}
