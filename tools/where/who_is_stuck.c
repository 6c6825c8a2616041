/* Who cannot go on. */
#include "config.h"

#include "tools/where/who_is_stuck.h"

#include "tools/ground/tool.h"
#include "tools/where/wait_graph.h"

#include <stdlib.h>

struct judge where_judge_begin(struct where_job *job, double patience)
{
    size_t n = (size_t)job->size;

    return (struct judge){
        .job = job,
        .patience = patience,
        .edges = tool_allocate(n, sizeof(struct where_edges)),
        .alike = tool_allocate(n, sizeof(int)),
        .waits = tool_allocate(n, 1),
        .live = tool_allocate(n, 1),
        .explained = tool_allocate(n, 1),
    };
}

void where_judge_end(struct judge *judge)
{
    for (int i = 0; i < judge->job->size; i++)
        if (judge->alike[i] == i)
            where_edges_free(&judge->edges[i]);
    free(judge->edges);
    free(judge->alike);
    free(judge->waits);
    free(judge->live);
    free(judge->explained);
}

/* Who asks again and again may ask for something else one day: it has to be long. */
static bool is_waiting(const struct where_rank *rank, double patience)
{
    return (!rank->polls || rank->seconds > patience) &&
           (rank->state == WHERE_INSIDE || rank->state == WHERE_INIT ||
            rank->state == WHERE_FINALIZE) &&
           !rank->moved;
}

static bool is_gone(enum where_state state)
{
    return state == WHERE_DEAD || state == WHERE_STOPPED || state == WHERE_ENDED;
}

static bool may_go_on(const struct judge *judge, int me)
{
    const struct where_edges *edges = &judge->edges[me];
    int live = 0;

    if (edges->unknown && (edges->any || !edges->n))
        return true;
    for (int i = 0; i < edges->n; i++)
        live += judge->live[edges->to[i]];
    return edges->any ? live > 0 : live == edges->n;
}

/* Once for all that are in the same collective: of many ranks most are. */
static void find_edges(struct judge *judge)
{
    const struct where_job *job = judge->job;
    int *owner = tool_allocate((size_t)job->size, sizeof *owner), n = 0;

    for (int i = 0; i < job->size; i++) {
        int k = 0;

        judge->alike[i] = i;
        if (!judge->waits[i])
            continue;
        while (k < n && !where_edges_are_same(job, owner[k], i))
            k++;
        if (k < n) {
            judge->alike[i] = owner[k];
            judge->edges[i] = judge->edges[owner[k]];
        } else {
            judge->edges[i] = where_edges_of(job, i);
            if (where_edges_are_same(job, i, i))
                owner[n++] = i;
        }
    }
    free(owner);
}

void where_find_stuck(struct judge *judge)
{
    const struct where_job *job = judge->job;
    bool changed = true;

    for (int i = 0; i < job->size; i++)
        judge->waits[i] = is_waiting(&job->rank[i], judge->patience);
    find_edges(judge);
    for (int i = 0; i < job->size; i++) {
        judge->live[i] = !is_gone(job->rank[i].state) &&
                         (!judge->waits[i] || job->rank[i].seconds < WHERE_SETTLED);
    }
    while (changed) {
        changed = false;
        for (int i = 0; i < job->size; i++)
            if (judge->waits[i] && !judge->live[i] && may_go_on(judge, i))
                judge->live[i] = changed = true;
    }
}

bool where_is_stuck(const struct judge *judge, int rank)
{
    return judge->waits[rank] && !judge->live[rank];
}

bool where_waits_for(const struct judge *judge, int who, int whom)
{
    return judge->waits[who] && where_edges_have(&judge->edges[who], whom);
}

bool where_waits_for_any(const struct judge *judge, int who, const struct where_ranks *of)
{
    for (int i = 0; i < of->n; i++)
        if (where_waits_for(judge, who, of->rank[i]))
            return true;
    return false;
}

bool *where_waited_for_by(const struct judge *judge, const struct where_ranks *of)
{
    size_t size = (size_t)judge->job->size;
    bool *waited_for = tool_allocate(size, sizeof *waited_for),
         *seen = tool_allocate(size, sizeof *seen);

    for (int i = 0; i < of->n; i++) {
        int who = of->rank[i], owner = judge->alike[who];

        for (int k = 0; judge->waits[who] && !seen[owner] && k < judge->edges[who].n; k++)
            waited_for[judge->edges[who].to[k]] = true;
        seen[owner] = seen[owner] || judge->waits[who];
    }
    free(seen);
    return waited_for;
}

static bool waits_for_explained(const struct judge *judge, int who)
{
    for (int i = 0; i < judge->edges[who].n; i++) {
        int to = judge->edges[who].to[i];
        enum where_state state = judge->job->rank[to].state;

        if (state == WHERE_DEAD || state == WHERE_STOPPED || judge->explained[to])
            return true;
    }
    return false;
}

void where_explain(struct judge *judge)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (int i = 0; i < judge->job->size; i++)
            if (where_is_stuck(judge, i) && !judge->explained[i] && waits_for_explained(judge, i))
                judge->explained[i] = changed = true;
    }
}

enum where_certainty where_may_hang(const struct judge *judge, double seconds)
{
    return seconds > judge->patience ? WHERE_MAY_HANG : WHERE_WAITS;
}
