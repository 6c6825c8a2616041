/* Ranks of which it is not known whom they wait for: file systems, ranks that are not seen. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/where/verdicts.h"
#include "tools/where/wait_graph.h"
#include "tools/where/wait_windows.h"
#include "tools/where/words.h"

/* What may take longer though nobody is waited for: the file system; a lock that nobody has, and
 * MPI's begin and end to which all have come, on a machine that has more to do. */
static bool takes_longer(const struct where_rank *rank)
{
    return where_is_of_file(rank) || where_need_of(rank) == WHERE_LOCK ||
           rank->state == WHERE_INIT || rank->state == WHERE_FINALIZE;
}

/* Whom they wait for cannot be said. */
void where_rule_unknown(struct judge *judge)
{
    struct where_ranks those = where_ranks_of(judge->job);

    for (int i = 0; i < judge->job->size; i++) {
        const struct where_rank *rank = &judge->job->rank[i];
        const struct where_edges *edges = &judge->edges[i];
        double limit = takes_longer(rank) ? judge->patience : WHERE_SETTLED;
        bool known = !edges->unknown || edges->under_way || edges->unseen;

        for (int k = 0; k < edges->n; k++)
            known = known || (edges->any && (edges->doubt ? !judge->waits[edges->to[k]]
                                                          : judge->live[edges->to[k]]));
        if (judge->waits[i] && rank->seconds >= limit && judge->live[i] && !known &&
            !judge->explained[i])
            where_ranks_add(&those, i);
    }
    if (those.n)
        where_verdict_add(judge->job, "unknown", WHERE_NOT_JUDGED, &those,
                          where_words_each(judge->job, &those));
    where_ranks_free(&those);
}

/* It waits for those who may be on other nodes. */
void where_rule_unseen(struct judge *judge)
{
    for (int i = 0; i < judge->job->size; i++)
        if (judge->waits[i] && judge->job->rank[i].seconds >= WHERE_SETTLED &&
            judge->edges[i].unseen)
            judge->job->cannot_be_told = true;
}
