/* Windows: locks that are kept, groups that do not post or complete. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/ground/tool.h"
#include "tools/where/verdicts.h"
#include "tools/where/wait_collectives.h"
#include "tools/where/wait_windows.h"
#include "tools/where/words.h"

#include <stdlib.h>

/* Those who wait at windows, and whom they wait for: who does not unlock, post or complete; it is
 * those who wait for something else that differ, if there are any. */
bool where_rule_window(struct judge *judge, const struct where_ranks *circle)
{
    struct where_ranks waiters = where_ranks_of(judge->job), those = where_ranks_of(judge->job),
                       others = where_ranks_of(judge->job);
    bool only_locks = true;

    for (int i = 0; i < circle->n; i++) {
        int who = circle->rank[i];
        enum where_need need = where_need_of(&judge->job->rank[who]);

        if (!need || !where_waits_alone(judge->job, who))
            continue;
        where_ranks_add(&waiters, who);
        only_locks = only_locks && need == WHERE_LOCK;
        for (int k = 0; k < judge->edges[who].n; k++) {
            int to = judge->edges[who].to[k];

            if (!where_ranks_has(&those, to) &&
                (where_ranks_has(circle, to) || where_is_leaving(&judge->job->rank[to])))
                where_ranks_add(&those, to);
        }
    }
    where_ranks_sort(&those);
    for (int i = 0; i < those.n; i++)
        if (!where_ranks_has(&waiters, those.rank[i]))
            where_ranks_add(&others, those.rank[i]);
    if (those.n) {
        char *waiting = where_words_each(judge->job, &waiters),
             *other = where_words_each(judge->job, &others);

        where_verdict_add(judge->job, only_locks ? "lock" : "epoch", WHERE_HANGS,
                          others.n ? &others : &those,
                          tool_print("%s%s%s", waiting, others.n ? "; " : "", other));
        free(waiting);
        free(other);
    }
    where_ranks_free(&waiters);
    where_ranks_free(&others);
    where_ranks_free(&those);
    return waiters.n > 0 && those.n > 0;
}
