/* Ranks that are dead or stopped, have not come to MPI_Init, or compute while others wait. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"
#include "tools/where/verdicts.h"
#include "tools/where/words.h"

#include <stdlib.h>

void where_rule_state(struct judge *judge, enum where_state state, const char *kind)
{
    struct where_ranks those = where_ranks_of(judge->job);
    bool lives = false; /* what is dead altogether does not hang */

    for (int i = 0; i < judge->job->size; i++) {
        enum where_state its = judge->job->rank[i].state;

        if (its == state)
            where_ranks_add(&those, i);
        lives = lives || (its != WHERE_DEAD && its != WHERE_ENDED && its != WHERE_MISSING);
    }
    if (those.n)
        where_verdict_add(judge->job, kind, lives ? WHERE_HANGS : WHERE_WAITS, &those,
                          where_words_each(judge->job, &those));
    where_ranks_free(&those);
}

static void say_missing(struct judge *judge, const struct where_ranks *those,
                        const struct where_ranks *missing, double longest)
{
    const struct where_job *job = judge->job;
    char *list = tool_words_ranks(missing->rank, missing->n);

    where_verdict_add(judge->job, "init", where_may_hang(judge, longest), missing,
                      tool_print("%d of %d ranks %s in %s; %s %s not come to it", those->n,
                                 job->size, where_words_be(those->n),
                                 job->rank[those->rank[0]].now.name, list,
                                 missing->n == 1 ? "has" : "have"));
    free(list);
}

/* Those that the launcher has started here and that have not come to MPI_Init; of other nodes
 * nothing is known. */
void where_rule_init(struct judge *judge)
{
    struct where_job *job = judge->job;
    struct where_ranks those = where_ranks_of(judge->job), missing = where_ranks_of(judge->job);
    double longest = 0;

    for (int i = 0; i < job->size; i++) {
        const struct where_rank *rank = &job->rank[i];

        if (rank->state == WHERE_MISSING)
            where_ranks_add(&missing, i);
        if (rank->state == WHERE_INIT && !rank->moved) {
            where_ranks_add(&those, i);
            longest = rank->seconds > longest ? rank->seconds : longest;
        }
    }
    if (those.n && missing.n && longest >= WHERE_SETTLED) {
        if (where_are_to_come(job))
            say_missing(judge, &those, &missing, longest);
        else
            job->cannot_be_told = true;
    }
    where_ranks_free(&those);
    where_ranks_free(&missing);
}

/* Those that compute while others wait for them: until they have been at it for long that is
 * nothing but said. */
void where_rule_outside(struct judge *judge)
{
    struct where_job *job = judge->job;
    struct where_ranks those = where_ranks_of(judge->job), one = where_ranks_of(judge->job);
    double shortest = 1e300;

    for (int i = 0; i < job->size; i++)
        for (int k = 0; judge->waits[i] && k < judge->edges[i].n; k++) {
            int to = judge->edges[i].to[k];

            if (job->rank[to].state != WHERE_OUTSIDE || job->rank[to].moved ||
                where_ranks_has(&those, to))
                continue;
            where_ranks_add(&those, to);
            if (!one.n)
                where_ranks_add(&one, i);
            shortest = job->rank[to].seconds < shortest ? job->rank[to].seconds : shortest;
        }
    if (those.n) {
        char *waiter = where_words_each(judge->job, &one), *each;

        where_ranks_sort(&those);
        each = where_words_each(judge->job, &those);
        where_verdict_add(job, "outside", where_may_hang(judge, shortest), &those,
                          tool_print("%s, and %s", each, waiter));
        free(waiter);
        free(each);
    }
    where_ranks_free(&those);
    where_ranks_free(&one);
}
