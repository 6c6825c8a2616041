/* Collectives that ranks call with arguments that do not go together. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"
#include "tools/where/comms.h"
#include "tools/where/verdicts.h"
#include "tools/where/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One that a rank is in, as it is there. */
struct collective {
    const struct where_job *job;
    const struct where_comm *comm;
    const struct where_call *call;
};

/* As another rank has made it, now or before. */
static const struct where_call *call_of(const struct collective *one, int who)
{
    const struct where_rank *rank = &one->job->rank[who];

    if (rank->moved)
        return NULL;
    for (int i = -1; i < rank->nbefore; i++) {
        const struct where_call *call = i < 0 ? &rank->now : &rank->before[i];

        if (call->counted && call->number == one->call->number &&
            !strcmp(call->name, one->call->name) &&
            where_is_same_comm(&rank->comm[call->comm], one->comm))
            return call;
    }
    return NULL;
}

static int64_t bytes_of(const struct collective *one, int who)
{
    const struct where_call *call = call_of(one, who);
    bool is_root = call->root == one->job->rank[who].comm[call->comm].rank;
    bool gathers = !strncmp(call->name, "MPI_Gather", 10),
         scatters = !strncmp(call->name, "MPI_Scatter", 11);

    if ((gathers && is_root) || (scatters && !is_root))
        return call->received;
    return call->bytes >= 0 ? call->bytes : call->received;
}

static const char *differ_in(const struct collective *one, int left, int right)
{
    const struct where_call *a = call_of(one, left), *b = call_of(one, right);
    int64_t left_bytes = bytes_of(one, left), right_bytes = bytes_of(one, right);

    if (one->comm->inter)
        return NULL;
    if (a->root != b->root)
        return "root";
    if (strcmp(a->op, b->op) != 0)
        return "operation";
    return left_bytes >= 0 && right_bytes >= 0 && left_bytes != right_bytes ? "count" : NULL;
}

/* Whether one differs from the same ranks as another one. */
static bool is_alike(const struct collective *one, int left, int right)
{
    const struct where_call *a = call_of(one, left), *b = call_of(one, right);

    return a->root == b->root && !strcmp(a->op, b->op) &&
           bytes_of(one, left) == bytes_of(one, right);
}

static bool is_alike_any(const struct collective *one, int who, const struct where_ranks *others)
{
    for (int i = 0; i < others->n; i++)
        if (is_alike(one, who, others->rank[i]))
            return true;
    return false;
}

/* Leaves those who are one with the most others, the lowest rank's in doubt; in what the others
 * differ, NULL: all agree. */
static const char *find_most(const struct collective *one, const struct where_ranks *all,
                             struct where_ranks *most)
{
    const char *what = NULL;
    struct where_ranks compared = where_ranks_of(one->job);

    for (int i = 0; i < all->n && (i == 0 || what); i++) {
        struct where_ranks same;

        if (is_alike_any(one, all->rank[i], &compared))
            continue;
        where_ranks_add(&compared, all->rank[i]);
        same = where_ranks_of(one->job);
        for (int k = 0; k < all->n; k++) {
            const char *how = differ_in(one, all->rank[i], all->rank[k]);

            if (how)
                what = what ? what : how;
            else
                where_ranks_add(&same, all->rank[k]);
        }
        where_ranks_keep_larger(most, &same);
    }
    where_ranks_free(&compared);
    return what;
}

static char *say_argument(const struct collective *one, int who, const char *what)
{
    const struct where_call *call = call_of(one, who);

    if (*what == 'r')
        return tool_print("root %d",
                          where_peer(one->job, &one->job->rank[who], call->comm, call->root));
    if (*what == 'o')
        return tool_print("%s", call->op[0] ? call->op : "an operation of its own");
    return tool_print("%" PRId64 " bytes", bytes_of(one, who));
}

static void say_mismatch(struct where_job *job, const struct collective *one, const char *what,
                         const struct where_ranks *most, const struct where_ranks *rest)
{
    char *list = tool_words_ranks(rest->rank, rest->n);
    char *theirs = say_argument(one, rest->rank[0], what);
    char *others = say_argument(one, most->rank[0], what);

    where_verdict_add(job, "mismatch", WHERE_HANGS, rest,
                      tool_print("another %s in %s, call %" PRIu64 " of its communicator: %s "
                                 "%s %s, %d other%s %s",
                                 what, one->call->name, one->call->number, list,
                                 rest->n == 1 ? "has" : "have", theirs, most->n,
                                 most->n == 1 ? "" : "s", others));
    free(list);
    free(theirs);
    free(others);
}

/* Those who are in it are `seen` then. */
static void judge_arguments_of(struct judge *judge, int who, bool *seen)
{
    struct where_job *job = judge->job;
    const struct where_call *call = &job->rank[who].now;
    const struct collective one = {job, &job->rank[who].comm[call->comm], call};
    struct where_ranks all = where_ranks_of(job), most = where_ranks_of(job),
                       rest = where_ranks_of(job);
    const char *what;

    for (int i = 0; i < job->size; i++) {
        const struct where_call *its = call_of(&one, i);

        if (its)
            where_ranks_add(&all, i);
        seen[i] = seen[i] || (its && its == &job->rank[i].now);
    }
    what = find_most(&one, &all, &most);
    for (int i = 0; what && i < all.n; i++)
        if (!where_ranks_has(&most, all.rank[i]))
            where_ranks_add(&rest, all.rank[i]);
    if (rest.n) {
        say_mismatch(job, &one, what, &most, &rest);
        for (int i = 0; i < all.n; i++)
            judge->explained[all.rank[i]] = true;
    }
    where_ranks_free(&all);
    where_ranks_free(&most);
    where_ranks_free(&rest);
}

/* Those that all must have alike; at windows and files there are none that are known. */
static bool has_arguments(const struct where_rank *rank)
{
    return rank->comm[rank->now.comm].meets == WHERE_COMM;
}

void where_rule_arguments(struct judge *judge)
{
    bool *seen = tool_allocate((size_t)judge->job->size, sizeof *seen);

    for (int i = 0; i < judge->job->size; i++)
        if (judge->waits[i] && judge->job->rank[i].state == WHERE_INSIDE &&
            judge->job->rank[i].seconds >= WHERE_SETTLED && !judge->explained[i] && !seen[i] &&
            judge->job->rank[i].now.counted && has_arguments(&judge->job->rank[i]))
            judge_arguments_of(judge, i, seen);
    free(seen);
}
