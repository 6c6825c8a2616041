/* Ranks that wait for each other in a circle, and nobody outside it. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/ground/tool.h"
#include "tools/where/verdicts.h"
#include "tools/where/words.h"

#include <stdlib.h>

/* ---- what is wrong with one */

/* Those in the circle, or waited for by it, that are in or past MPI_Finalize. */
static struct where_ranks find_leaving(const struct judge *judge, const struct where_ranks *circle)
{
    struct where_ranks found = where_ranks_of(judge->job);
    bool *waited_for = where_waited_for_by(judge, circle);

    for (int i = 0; i < judge->job->size; i++)
        if (where_is_leaving(&judge->job->rank[i]) && (where_ranks_has(circle, i) || waited_for[i]))
            where_ranks_add(&found, i);
    free(waited_for);
    return found;
}

static void say_circle(struct judge *judge, const struct where_ranks *circle)
{
    char *each = where_words_each(judge->job, circle);

    where_verdict_add(
        judge->job, circle->n > 1 ? "cycle" : "receive", WHERE_HANGS, circle,
        tool_print(circle->n > 1 ? "each waits for another of them: %s" : "%s", each));
    free(each);
}

static void judge_circle(struct judge *judge, struct where_ranks *circle)
{
    struct where_ranks leaving;

    where_ranks_sort(circle);
    leaving = find_leaving(judge, circle);
    if (!where_rule_refused(judge, circle) && !where_rule_window(judge, circle) &&
        !where_rule_leaving(judge, circle, &leaving) &&
        !where_rule_collective(judge, circle, &leaving))
        say_circle(judge, circle);
    where_ranks_free(&leaving);
}

/* ---- which there are */

/* A search for those that reach each other (Tarjan's). */
struct search {
    struct judge *judge;
    int *index, *low, *stack, nstack, next;
    bool *on_stack;
};

/* Whether a set of ranks that reach each other reaches nobody else who is stuck. */
static bool is_closed(const struct judge *judge, const struct where_ranks *circle)
{
    for (int i = 0; i < circle->n; i++)
        for (int k = 0; k < judge->edges[circle->rank[i]].n; k++) {
            int to = judge->edges[circle->rank[i]].to[k];

            if (where_is_stuck(judge, to) && !where_ranks_has(circle, to))
                return false;
        }
    return true;
}

/* Those that have been visited since `who` and reach it. */
static void take_circle(struct search *search, int who)
{
    struct where_ranks circle = where_ranks_of(search->judge->job);
    int last;

    do {
        last = search->stack[--search->nstack];
        search->on_stack[last] = false;
        where_ranks_add(&circle, last);
    } while (last != who);
    if (is_closed(search->judge, &circle))
        judge_circle(search->judge, &circle);
    where_ranks_free(&circle);
}

static void visit(struct search *search, int who)
{
    const struct judge *judge = search->judge;

    search->index[who] = search->low[who] = ++search->next;
    search->stack[search->nstack++] = who;
    search->on_stack[who] = true;
    for (int i = 0; i < judge->edges[who].n; i++) {
        int to = judge->edges[who].to[i];

        if (!where_is_stuck(judge, to) || judge->explained[to])
            continue;
        if (!search->index[to])
            visit(search, to);
        if (search->on_stack[to] && search->low[to] < search->low[who])
            search->low[who] = search->low[to];
    }
    if (search->low[who] == search->index[who])
        take_circle(search, who);
}

void where_rule_circles(struct judge *judge)
{
    size_t n = (size_t)judge->job->size;
    struct search search = {
        .judge = judge,
        .index = tool_allocate(n, sizeof(int)),
        .low = tool_allocate(n, sizeof(int)),
        .stack = tool_allocate(n, sizeof(int)),
        .on_stack = tool_allocate(n, 1),
    };

    for (int i = 0; i < judge->job->size; i++)
        if (where_is_stuck(judge, i) && !judge->explained[i] && !search.index[i] &&
            judge->job->rank[i].state != WHERE_INIT)
            visit(&search, i);
    free(search.index);
    free(search.low);
    free(search.stack);
    free(search.on_stack);
}
