/* Messages that are awaited and do not come. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/ground/tool.h"
#include "tools/where/comms.h"
#include "tools/where/verdicts.h"
#include "tools/where/wait_collectives.h"
#include "tools/where/words.h"

#include <stdlib.h>

/* A sender that has sent, or is sending, what the receiver does not take. */
static bool is_refused(const struct judge *judge, int receiver, int sender)
{
    const struct where_rank *rank = &judge->job->rank[receiver], *from = &judge->job->rank[sender];
    int comm = rank->now.comm, source = rank->now.source;

    /* Of several that are awaited one may be complete. */
    if (rank->now.completes && rank->nawait == 1 && rank->await[0].kind == MPIT_LIVE_AWAITS_RECV) {
        comm = rank->await[0].comm;
        source = rank->await[0].peer;
    }
    if (source < 0 || sender == receiver || where_peer(judge->job, rank, comm, source) != sender)
        return false;
    if (from->state == WHERE_INSIDE && !from->now.on_window && from->now.dest >= 0 &&
        from->now.source == WHERE_UNKNOWN &&
        where_peer(judge->job, from, from->now.comm, from->now.dest) == receiver)
        return true;
    return where_under_way(judge->job, sender, receiver) > 0;
}

bool where_rule_refused(struct judge *judge, const struct where_ranks *circle)
{
    struct where_ranks those = where_ranks_of(judge->job);
    int sender = -1;

    for (int i = 0; i < circle->n; i++) {
        int who = circle->rank[i];
        const struct where_edges *edges = &judge->edges[who];

        for (int k = 0; where_waits_alone(judge->job, who) && k < edges->n; k++)
            if (is_refused(judge, who, edges->to[k])) {
                if (!where_ranks_has(&those, who))
                    where_ranks_add(&those, who);
                sender = sender < 0 ? edges->to[k] : sender;
            }
    }
    if (those.n) {
        char *each, *from = where_words(judge->job, sender, true);

        where_ranks_sort(&those);
        each = where_words_each(judge->job, &those);
        where_verdict_add(judge->job, "receive", WHERE_HANGS, &those,
                          tool_print("%s; rank %d has sent it something else (another tag or "
                                     "communicator), and is %s",
                                     each, sender, from));
        free(each);
        free(from);
    }
    where_ranks_free(&those);
    return those.n > 0;
}

struct where_ranks where_message_waiters(const struct judge *judge,
                                         const struct where_ranks *circle,
                                         const struct where_ranks *of)
{
    struct where_ranks found = where_ranks_of(judge->job);

    for (int i = 0; i < circle->n; i++) {
        int who = circle->rank[i];

        if (where_waits_alone(judge->job, who) && where_waits_for_any(judge, who, of))
            where_ranks_add(&found, who);
    }
    return found;
}

void where_say_receive(struct judge *judge, const struct where_ranks *waiters,
                       const struct where_ranks *others)
{
    bool few = waiters->n <= others->n;
    const struct where_ranks *differ = few ? waiters : others;
    char *waiting = where_words_each(judge->job, waiters),
         *other = where_words_each(judge->job, others);

    where_verdict_add(judge->job, "receive", WHERE_HANGS, differ,
                      tool_print("%s; %s", waiting, other));
    free(waiting);
    free(other);
}

bool where_rule_leaving(struct judge *judge, const struct where_ranks *circle,
                        const struct where_ranks *leaving)
{
    struct where_ranks waiters = where_message_waiters(judge, circle, leaving);

    if (waiters.n)
        where_say_receive(judge, &waiters, leaving);
    where_ranks_free(&waiters);
    return waiters.n > 0;
}
