/* Collectives that not all come to. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/ground/tool.h"
#include "tools/where/verdicts.h"
#include "tools/where/wait_collectives.h"
#include "tools/where/words.h"

#include <stdlib.h>

/* The largest set of those that are in the same collective; the lowest rank's in doubt. */
static struct where_ranks largest_collective(const struct judge *judge,
                                             const struct where_ranks *circle)
{
    const struct where_job *job = judge->job;
    struct where_ranks best = where_ranks_of(job);
    bool *seen = tool_allocate((size_t)job->size, sizeof *seen);

    for (int i = 0; i < circle->n; i++) {
        struct where_ranks same;

        if (seen[circle->rank[i]] || !where_is_in_collective(job, circle->rank[i]))
            continue;
        same = where_ranks_of(job);
        for (int k = 0; k < circle->n; k++)
            if (where_is_with(job, circle->rank[i], circle->rank[k])) {
                where_ranks_add(&same, circle->rank[k]);
                seen[circle->rank[k]] = true;
            }
        where_ranks_keep_larger(&best, &same);
    }
    free(seen);
    return best;
}

/* With those outside the circle. */
static void take_all(const struct judge *judge, struct where_ranks *those)
{
    int first = those->n ? those->rank[0] : -1;

    where_ranks_clear(those);
    for (int i = 0; first >= 0 && i < judge->job->size; i++)
        if (where_is_with(judge->job, first, i))
            where_ranks_add(those, i);
}

/* Of those that lack in a collective the ones that wait for those who are in it; all, where the
 * others wait for somebody else. */
static struct where_ranks find_lacking(const struct judge *judge, const struct where_ranks *circle,
                                       const struct where_ranks *those)
{
    struct where_ranks all = where_ranks_of(judge->job), first = where_ranks_of(judge->job);
    bool *waited_for = where_waited_for_by(judge, those);

    for (int i = 0; i < judge->job->size; i++) {
        if (!waited_for[i] || where_ranks_has(those, i) ||
            (!where_ranks_has(circle, i) && !where_is_leaving(&judge->job->rank[i])))
            continue;
        where_ranks_add(&all, i);
        if (where_waits_for_any(judge, i, those))
            where_ranks_add(&first, i);
    }
    free(waited_for);
    if (first.n) {
        where_ranks_free(&all);
        return first;
    }
    where_ranks_free(&first);
    return all;
}

static void say_lacking(struct judge *judge, const struct where_ranks *circle,
                        const struct where_ranks *those)
{
    struct where_ranks waiters = where_message_waiters(judge, circle, those);
    struct where_ranks lacking = find_lacking(judge, circle, those);
    int members = where_members(judge->job, those->rank[0]);

    if (waiters.n > those->n)
        where_say_receive(judge, &waiters, those);
    else
        where_verdict_add(judge->job, "collective", WHERE_HANGS, &lacking,
                          where_words_differ(judge->job, those, members, &lacking));
    where_ranks_free(&waiters);
    where_ranks_free(&lacking);
}

bool where_rule_collective(struct judge *judge, const struct where_ranks *circle,
                           const struct where_ranks *leaving)
{
    struct where_ranks those = largest_collective(judge, circle);

    take_all(judge, &those);
    if (leaving->n > those.n && those.n)
        where_verdict_add(judge->job, "finalize", WHERE_HANGS, &those,
                          where_words_differ(judge->job, leaving, judge->job->size, &those));
    else if (those.n)
        say_lacking(judge, circle, &those);
    where_ranks_free(&those);
    return those.n > 0;
}
