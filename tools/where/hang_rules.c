/* What is wrong with a job, by who waits for whom.
 *
 * A rank that waits is stuck if it has not moved between two looks, has been there for longer than
 * a message can take, and nobody whom it waits for may still go on.  Who may is found from those
 * that wait for nobody, so that in doubt a rank may.  Of what is stuck the causes are said: ranks
 * that wait for each other in a circle, and nobody outside it. */
#include "config.h"

#include "tools/where/where.h"

#include "tools/ground/tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const double SETTLED = 1.0; /* seconds that a wait takes before anything is said of it */

struct judge {
    struct where_job *job;
    double patience;
    struct where_edges *edges; /* [size] */
    bool *waits;               /* it is in MPI, and has not moved */
    bool *live;                /* it may go on */
    bool *explained;           /* why it is stuck has been said */
    /* Of the search for circles. */
    int *index, *low, *stack, nstack, next;
    bool *on_stack;
};

/* ---- who may go on */

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

static void find_live(struct judge *judge)
{
    const struct where_job *job = judge->job;
    bool changed = true;

    for (int i = 0; i < job->size; i++) {
        judge->waits[i] = is_waiting(&job->rank[i], judge->patience);
        if (judge->waits[i])
            judge->edges[i] = where_edges_of(job, i);
        judge->live[i] =
            !is_gone(job->rank[i].state) && (!judge->waits[i] || job->rank[i].seconds < SETTLED);
    }
    while (changed) {
        changed = false;
        for (int i = 0; i < job->size; i++)
            if (judge->waits[i] && !judge->live[i] && may_go_on(judge, i))
                judge->live[i] = changed = true;
    }
}

static bool is_stuck(const struct judge *judge, int rank)
{
    return judge->waits[rank] && !judge->live[rank];
}

/* ---- verdicts */

void where_verdict_add(struct where_job *job, const char *kind, enum where_certainty certainty,
                       const int *ranks, int n, char *text)
{
    struct where_verdict *grown = tool_allocate((size_t)job->nverdict + 1, sizeof *grown);

    if (job->nverdict)
        memcpy(grown, job->verdict, sizeof *grown * (size_t)job->nverdict);
    free(job->verdict);
    job->verdict = grown;
    grown += job->nverdict++;
    *grown =
        (struct where_verdict){kind, certainty, tool_allocate((size_t)n, sizeof *ranks), n, text};
    memcpy(grown->rank, ranks, sizeof *ranks * (size_t)n);
}

enum where_certainty where_certainty_of(const struct where_job *job)
{
    enum where_certainty surest = job->cannot_be_told ? WHERE_NOT_JUDGED : WHERE_WAITS;

    for (int i = 0; i < job->nverdict; i++)
        if (job->verdict[i].certainty > surest)
            surest = job->verdict[i].certainty;
    return surest;
}

/* A set of ranks. */
struct ranks {
    int *rank, n;
};

static struct ranks none(const struct judge *judge)
{
    return (struct ranks){tool_allocate((size_t)judge->job->size, sizeof(int)), 0};
}

static void put(struct ranks *ranks, int rank)
{
    ranks->rank[ranks->n++] = rank;
}

static bool has(const struct ranks *ranks, int rank)
{
    for (int i = 0; i < ranks->n; i++)
        if (ranks->rank[i] == rank)
            return true;
    return false;
}

static int by_number(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static void sort(struct ranks *ranks)
{
    qsort(ranks->rank, (size_t)ranks->n, sizeof *ranks->rank, by_number);
}

/* "rank 2 is in MPI_Recv from 3, tag 9, for 31 s; ranks 4, 5 …", of the first few. */
static char *say_each(const struct judge *judge, const struct ranks *ranks)
{
    enum { SHOWN = 3 };
    char *text = tool_print("%s", "");

    for (int i = 0; i < ranks->n && i < SHOWN; i++) {
        char *words = where_words(judge->job, ranks->rank[i], true);
        char *more = tool_print("%s%srank %d is %s", text, i ? "; " : "", ranks->rank[i], words);

        free(words);
        free(text);
        text = more;
    }
    if (ranks->n > SHOWN) {
        char *more = tool_print("%s; and %d more", text, ranks->n - SHOWN);

        free(text);
        text = more;
    }
    return text;
}

static const char *be(int n)
{
    return n == 1 ? "is" : "are";
}

/* "3 of 4 ranks are in MPI_Barrier, the 17th on MPI_COMM_WORLD; …" */
static char *say_differ(const struct judge *judge, const struct ranks *those, int of,
                        const struct ranks *differ)
{
    char *words = where_words(judge->job, those->rank[0], false);
    char *each = say_each(judge, differ);
    const struct where_call *instead =
        differ->n ? where_call_instead(judge->job, differ->rank[0], those->rank[0]) : NULL;
    char *text =
        tool_print("%d of %d ranks %s %s; %s%s%s", those->n, of, be(those->n), words, each,
                   instead ? ", and has called instead " : "", instead ? instead->name : "");

    free(words);
    free(each);
    return text;
}

static void free_ranks(struct ranks *ranks)
{
    free(ranks->rank);
}

/* Of one who may still come it is never known that he will not. */
static enum where_certainty may_hang(const struct judge *judge, double seconds)
{
    return seconds > judge->patience ? WHERE_MAY_HANG : WHERE_WAITS;
}

/* ---- dead, stopped, not there */

static void judge_state(struct judge *judge, enum where_state state, const char *kind)
{
    struct ranks those = none(judge);
    bool lives = false; /* what is dead altogether does not hang */

    for (int i = 0; i < judge->job->size; i++) {
        enum where_state its = judge->job->rank[i].state;

        if (its == state)
            put(&those, i);
        lives = lives || (its != WHERE_DEAD && its != WHERE_ENDED && its != WHERE_MISSING);
    }
    if (those.n)
        where_verdict_add(judge->job, kind, lives ? WHERE_HANGS : WHERE_WAITS, those.rank, those.n,
                          say_each(judge, &those));
    free_ranks(&those);
}

/* Those that the launcher has started here and that have not come to MPI_Init; of other nodes
 * nothing is known. */
static void judge_init(struct judge *judge)
{
    struct where_job *job = judge->job;
    struct ranks those = none(judge), missing = none(judge);
    double longest = 0;
    int here = 0;

    for (int i = 0; i < job->size; i++) {
        const struct where_rank *rank = &job->rank[i];

        here += rank->state != WHERE_MISSING && rank->here;
        if (rank->state == WHERE_MISSING)
            put(&missing, i);
        if (rank->state == WHERE_INIT && !rank->moved) {
            put(&those, i);
            longest = rank->seconds > longest ? rank->seconds : longest;
        }
    }
    if (those.n && missing.n && longest >= SETTLED) {
        if (job->expected_here - here == missing.n) {
            char *list = where_words_ranks(missing.rank, missing.n);

            where_verdict_add(job, "init", may_hang(judge, longest), missing.rank, missing.n,
                              tool_print("%d of %d ranks %s in %s; %s %s not come to it", those.n,
                                         job->size, be(those.n), job->rank[those.rank[0]].now.name,
                                         list, missing.n == 1 ? "has" : "have"));
            free(list);
        } else {
            job->cannot_be_told = true;
        }
    }
    free_ranks(&those);
    free_ranks(&missing);
}

/* What stays stuck whatever else is said: it waits for one of these. */
static void explain_by_gone(struct judge *judge)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (int i = 0; i < judge->job->size; i++)
            for (int k = 0; is_stuck(judge, i) && !judge->explained[i] && k < judge->edges[i].n;
                 k++) {
                int to = judge->edges[i].to[k];
                enum where_state state = judge->job->rank[to].state;

                if (state == WHERE_DEAD || state == WHERE_STOPPED || judge->explained[to])
                    judge->explained[i] = changed = true;
            }
    }
}

/* ---- outside */

/* Those that compute while others wait for them: until they have been at it for long that is
 * nothing but said. */
static void judge_outside(struct judge *judge)
{
    struct where_job *job = judge->job;
    struct ranks those = none(judge), one = none(judge);
    double shortest = 1e300;

    for (int i = 0; i < job->size; i++)
        for (int k = 0; judge->waits[i] && k < judge->edges[i].n; k++) {
            int to = judge->edges[i].to[k];

            if (job->rank[to].state != WHERE_OUTSIDE || job->rank[to].moved || has(&those, to))
                continue;
            put(&those, to);
            if (!one.n)
                put(&one, i);
            shortest = job->rank[to].seconds < shortest ? job->rank[to].seconds : shortest;
        }
    if (those.n) {
        char *waiter = say_each(judge, &one), *each;

        sort(&those);
        each = say_each(judge, &those);
        where_verdict_add(job, "outside", may_hang(judge, shortest), those.rank, those.n,
                          tool_print("%s, and %s", each, waiter));
        free(waiter);
        free(each);
    }
    free_ranks(&those);
    free_ranks(&one);
}

/* ---- mismatches */

/* A collective as a rank has made it, now or before. */
static const struct where_call *find_call(const struct where_job *job, int who,
                                          const struct where_comm *comm, uint64_t number,
                                          const char *name)
{
    const struct where_rank *rank = &job->rank[who];

    if (rank->moved)
        return NULL;
    for (int i = -1; i < rank->nbefore; i++) {
        const struct where_call *call = i < 0 ? &rank->now : &rank->before[i];

        if (call->counted && call->number == number && !strcmp(call->name, name) &&
            where_is_same_comm(&rank->comm[call->comm], comm))
            return call;
    }
    return NULL;
}

static int64_t bytes_of(const struct where_call *call, bool is_root)
{
    bool gathers = !strncmp(call->name, "MPI_Gather", 10),
         scatters = !strncmp(call->name, "MPI_Scatter", 11);

    if ((gathers && is_root) || (scatters && !is_root))
        return call->received;
    return call->bytes >= 0 ? call->bytes : call->received;
}

static const char *differ_in(const struct where_comm *comm, int left_rank, int right_rank,
                             const struct where_call *left, const struct where_call *right)
{
    int64_t a = bytes_of(left, left->root == left_rank),
            b = bytes_of(right, right->root == right_rank);

    if (comm->inter)
        return NULL;
    if (left->root != right->root)
        return "root";
    if (strcmp(left->op, right->op) != 0)
        return "operation";
    return a >= 0 && b >= 0 && a != b ? "count" : NULL;
}

static char *say_argument(const struct where_job *job, int who, const struct where_call *call,
                          const char *what)
{
    const struct where_rank *rank = &job->rank[who];

    if (*what == 'r')
        return tool_print("root %d", where_peer(job, rank, call->comm, call->root));
    if (*what == 'o')
        return tool_print("%s", call->op[0] ? call->op : "an operation of its own");
    return tool_print("%" PRId64 " bytes",
                      bytes_of(call, call->root == rank->comm[call->comm].rank));
}

/* Those who are one with the most others, the lowest rank's in doubt; the rest differs. */
static void judge_mismatch_of(struct judge *judge, int who)
{
    struct where_job *job = judge->job;
    const struct where_call *mine = &job->rank[who].now;
    const struct where_comm *comm = &job->rank[who].comm[mine->comm];
    struct ranks all = none(judge), best = none(judge), rest = none(judge);
    const char *what = NULL;

    for (int i = 0; i < job->size; i++)
        if (find_call(job, i, comm, mine->number, mine->name))
            put(&all, i);
    for (int i = 0; i < all.n; i++) {
        struct ranks same = none(judge);

        for (int k = 0; k < all.n; k++) {
            const struct where_call *a =
                find_call(job, all.rank[i], comm, mine->number, mine->name);
            const struct where_call *b =
                find_call(job, all.rank[k], comm, mine->number, mine->name);
            const char *how = differ_in(comm, where_comm_like(&job->rank[all.rank[i]], comm)->rank,
                                        where_comm_like(&job->rank[all.rank[k]], comm)->rank, a, b);

            if (how)
                what = what ? what : how;
            else
                put(&same, all.rank[k]);
        }
        if (same.n > best.n) {
            struct ranks was = best;

            best = same;
            same = was;
        }
        free_ranks(&same);
        if (!what)
            break; /* all agree with the first */
    }
    for (int i = 0; what && i < all.n; i++)
        if (!has(&best, all.rank[i]))
            put(&rest, all.rank[i]);
    if (rest.n) {
        char *list = where_words_ranks(rest.rank, rest.n);
        char *theirs = say_argument(
            job, rest.rank[0], find_call(job, rest.rank[0], comm, mine->number, mine->name), what);
        char *others = say_argument(
            job, best.rank[0], find_call(job, best.rank[0], comm, mine->number, mine->name), what);
        char *words = where_words(job, who, false);

        where_verdict_add(job, "mismatch", WHERE_HANGS, rest.rank, rest.n,
                          tool_print("another %s in %s, call %" PRIu64 " of its communicator: %s "
                                     "%s %s, %d other%s %s",
                                     what, mine->name, mine->number, list,
                                     rest.n == 1 ? "has" : "have", theirs, best.n,
                                     best.n == 1 ? "" : "s", others));
        for (int i = 0; i < all.n; i++)
            judge->explained[all.rank[i]] = true;
        free(list);
        free(theirs);
        free(others);
        free(words);
    }
    free_ranks(&all);
    free_ranks(&best);
    free_ranks(&rest);
}

/* Those that all must have alike; at windows and files there are none that are known. */
static bool has_arguments(const struct where_rank *rank)
{
    return rank->comm[rank->now.comm].meets == WHERE_COMM;
}

static void judge_mismatches(struct judge *judge)
{
    for (int i = 0; i < judge->job->size; i++)
        if (judge->waits[i] && judge->job->rank[i].state == WHERE_INSIDE &&
            judge->job->rank[i].seconds >= SETTLED && !judge->explained[i] &&
            judge->job->rank[i].now.counted && has_arguments(&judge->job->rank[i]))
            judge_mismatch_of(judge, i);
}

/* Whoever waits for those of which something has been said. */
static void explain_rest(struct judge *judge)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (int i = 0; i < judge->job->size; i++)
            for (int k = 0; is_stuck(judge, i) && !judge->explained[i] && k < judge->edges[i].n;
                 k++)
                if (judge->explained[judge->edges[i].to[k]])
                    judge->explained[i] = changed = true;
    }
}

/* ---- circles */

static bool is_collective_wait(const struct judge *judge, int rank)
{
    return judge->job->rank[rank].state == WHERE_INSIDE && where_is_with(judge->job, rank, rank);
}

static bool is_leaving(const struct judge *judge, int rank)
{
    enum where_state state = judge->job->rank[rank].state;

    return state == WHERE_FINALIZE || state == WHERE_ENDED;
}

static bool waits_for(const struct judge *judge, int who, int whom)
{
    for (int i = 0; judge->waits[who] && i < judge->edges[who].n; i++)
        if (judge->edges[who].to[i] == whom)
            return true;
    return false;
}

/* Of the circle those that wait for messages of (or for) any of these. */
static struct ranks message_waiters(const struct judge *judge, const struct ranks *circle,
                                    const struct ranks *of)
{
    struct ranks found = none(judge);

    for (int i = 0; i < circle->n; i++) {
        int who = circle->rank[i];
        bool waits = false;

        for (int k = 0; k < of->n && !waits; k++)
            waits = waits_for(judge, who, of->rank[k]);
        if (waits && !is_collective_wait(judge, who) && !is_leaving(judge, who))
            put(&found, who);
    }
    return found;
}

/* The largest set of those that are in the same collective; the lowest rank's in doubt. */
static struct ranks largest_collective(const struct judge *judge, const struct ranks *circle)
{
    struct ranks best = none(judge);

    for (int i = 0; i < circle->n; i++) {
        struct ranks same = none(judge);

        for (int k = 0; k < circle->n; k++)
            if (is_collective_wait(judge, circle->rank[i]) &&
                where_is_with(judge->job, circle->rank[i], circle->rank[k]))
                put(&same, circle->rank[k]);
        if (same.n > best.n) {
            struct ranks was = best;

            best = same;
            same = was;
        }
        free_ranks(&same);
    }
    return best;
}

/* With those outside the circle. */
static void take_all(const struct judge *judge, struct ranks *those)
{
    int first = those->n ? those->rank[0] : -1;

    those->n = 0;
    for (int i = 0; first >= 0 && i < judge->job->size; i++)
        if (where_is_with(judge->job, first, i))
            put(those, i);
}

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

static bool judge_refused(struct judge *judge, const struct ranks *circle)
{
    struct ranks those = none(judge);
    int sender = -1;

    for (int i = 0; i < circle->n; i++) {
        const struct where_edges *edges = &judge->edges[circle->rank[i]];

        if (is_collective_wait(judge, circle->rank[i]) || is_leaving(judge, circle->rank[i]))
            continue;
        for (int k = 0; k < edges->n; k++)
            if (is_refused(judge, circle->rank[i], edges->to[k])) {
                if (!has(&those, circle->rank[i]))
                    put(&those, circle->rank[i]);
                sender = sender < 0 ? edges->to[k] : sender;
            }
    }
    if (those.n) {
        char *each, *from = where_words(judge->job, sender, true);

        sort(&those);
        each = say_each(judge, &those);
        where_verdict_add(judge->job, "receive", WHERE_HANGS, those.rank, those.n,
                          tool_print("%s; rank %d has sent it something else (another tag or "
                                     "communicator), and is %s",
                                     each, sender, from));
        free(each);
        free(from);
    }
    free_ranks(&those);
    return those.n > 0;
}

/* Those in the circle, or waited for by it, that are in or past MPI_Finalize. */
static struct ranks find_leaving(const struct judge *judge, const struct ranks *circle)
{
    struct ranks found = none(judge);

    for (int i = 0; i < judge->job->size; i++) {
        bool waited_for = false;

        for (int k = 0; k < circle->n && !waited_for; k++)
            waited_for = circle->rank[k] == i || waits_for(judge, circle->rank[k], i);
        if (waited_for && is_leaving(judge, i))
            put(&found, i);
    }
    return found;
}

/* Messages are awaited of those who are in something else. */
static void say_receive(struct judge *judge, const struct ranks *waiters,
                        const struct ranks *others)
{
    bool few = waiters->n <= others->n;
    const struct ranks *differ = few ? waiters : others;
    char *waiting = say_each(judge, waiters), *other = say_each(judge, others);

    where_verdict_add(judge->job, "receive", WHERE_HANGS, differ->rank, differ->n,
                      tool_print("%s; %s", waiting, other));
    free(waiting);
    free(other);
}

/* Of those that lack in a collective the ones that wait for those who are in it; all, where the
 * others wait for somebody else. */
static struct ranks find_lacking(const struct judge *judge, const struct ranks *circle,
                                 const struct ranks *those)
{
    struct ranks all = none(judge), first = none(judge);

    for (int i = 0; i < judge->job->size; i++) {
        bool lacks = false, waits = false;

        for (int k = 0; k < those->n; k++) {
            lacks = lacks || waits_for(judge, those->rank[k], i);
            waits = waits || waits_for(judge, i, those->rank[k]);
        }
        if (!lacks || has(those, i) || (!has(circle, i) && !is_leaving(judge, i)))
            continue;
        put(&all, i);
        if (waits)
            put(&first, i);
    }
    if (first.n) {
        free_ranks(&all);
        return first;
    }
    free_ranks(&first);
    return all;
}

/* Those who wait at windows, and whom they wait for: who does not unlock, post or complete; it is
 * those who wait for something else that differ, if there are any. */
static bool judge_window(struct judge *judge, const struct ranks *circle)
{
    struct ranks waiters = none(judge), those = none(judge), others = none(judge);
    bool only_locks = true;

    for (int i = 0; i < circle->n; i++) {
        int who = circle->rank[i];
        enum where_need need = where_need_of(&judge->job->rank[who]);

        if (!need || is_collective_wait(judge, who) || is_leaving(judge, who))
            continue;
        put(&waiters, who);
        only_locks = only_locks && need == WHERE_LOCK;
        for (int k = 0; k < judge->edges[who].n; k++) {
            int to = judge->edges[who].to[k];

            if (!has(&those, to) && (has(circle, to) || is_leaving(judge, to)))
                put(&those, to);
        }
    }
    sort(&those);
    for (int i = 0; i < those.n; i++)
        if (!has(&waiters, those.rank[i]))
            put(&others, those.rank[i]);
    if (those.n) {
        char *waiting = say_each(judge, &waiters), *other = say_each(judge, &others);

        where_verdict_add(judge->job, only_locks ? "lock" : "epoch", WHERE_HANGS,
                          others.n ? others.rank : those.rank, others.n ? others.n : those.n,
                          tool_print("%s%s%s", waiting, others.n ? "; " : "", other));
        free(waiting);
        free(other);
    }
    free_ranks(&waiters);
    free_ranks(&others);
    free_ranks(&those);
    return waiters.n > 0 && those.n > 0;
}

static void judge_circle(struct judge *judge, struct ranks *circle)
{
    struct where_job *job = judge->job;
    struct ranks those, leaving, senders;

    sort(circle);
    those = largest_collective(judge, circle);
    take_all(judge, &those);
    leaving = find_leaving(judge, circle);
    senders = message_waiters(judge, circle, &leaving);
    if (judge_refused(judge, circle) || judge_window(judge, circle)) {
        ;
    } else if (senders.n) {
        say_receive(judge, &senders, &leaving);
    } else if (leaving.n && leaving.n > those.n && those.n) {
        where_verdict_add(job, "finalize", WHERE_HANGS, those.rank, those.n,
                          say_differ(judge, &leaving, job->size, &those));
    } else if (those.n) {
        struct ranks waiters = message_waiters(judge, circle, &those);
        struct ranks lacking = find_lacking(judge, circle, &those);

        if (waiters.n > those.n)
            say_receive(judge, &waiters, &those);
        else
            where_verdict_add(
                job, "collective", WHERE_HANGS, lacking.rank, lacking.n,
                say_differ(judge, &those, where_members(job, those.rank[0]), &lacking));
        free_ranks(&waiters);
        free_ranks(&lacking);
    } else {
        char *each = say_each(judge, circle);

        where_verdict_add(
            job, circle->n > 1 ? "cycle" : "receive", WHERE_HANGS, circle->rank, circle->n,
            tool_print(circle->n > 1 ? "each waits for another of them: %s" : "%s", each));
        free(each);
    }
    free_ranks(&those);
    free_ranks(&leaving);
    free_ranks(&senders);
}

/* Whether a set of ranks that reach each other reaches nobody else who is stuck. */
static bool is_closed(const struct judge *judge, const struct ranks *circle)
{
    for (int i = 0; i < circle->n; i++)
        for (int k = 0; k < judge->edges[circle->rank[i]].n; k++) {
            int to = judge->edges[circle->rank[i]].to[k];

            if (is_stuck(judge, to) && !has(circle, to))
                return false;
        }
    return true;
}

/* Tarjan's: those that reach each other. */
static void visit(struct judge *judge, int who)
{
    judge->index[who] = judge->low[who] = ++judge->next;
    judge->stack[judge->nstack++] = who;
    judge->on_stack[who] = true;
    for (int i = 0; i < judge->edges[who].n; i++) {
        int to = judge->edges[who].to[i];

        if (!is_stuck(judge, to) || judge->explained[to])
            continue;
        if (!judge->index[to])
            visit(judge, to);
        if (judge->on_stack[to] && judge->low[to] < judge->low[who])
            judge->low[who] = judge->low[to];
    }
    if (judge->low[who] == judge->index[who]) {
        struct ranks circle = none(judge);
        int last;

        do {
            last = judge->stack[--judge->nstack];
            judge->on_stack[last] = false;
            put(&circle, last);
        } while (last != who);
        if (is_closed(judge, &circle))
            judge_circle(judge, &circle);
        free_ranks(&circle);
    }
}

static void judge_circles(struct judge *judge)
{
    for (int i = 0; i < judge->job->size; i++)
        if (is_stuck(judge, i) && !judge->explained[i] && !judge->index[i] &&
            judge->job->rank[i].state != WHERE_INIT)
            visit(judge, i);
}

/* ---- groups */

/* Two communicators may have the same name, and none. */
static bool is_same_place(const struct where_rank *left, const struct where_rank *right)
{
    if (left->now.comm < 0 || right->now.comm < 0)
        return left->now.comm == right->now.comm;
    return where_is_same_comm(&left->comm[left->now.comm], &right->comm[right->now.comm]);
}

static void group(struct where_job *job)
{
    char **words = tool_allocate((size_t)job->size, sizeof *words);

    job->group = tool_allocate((size_t)job->size, sizeof *job->group);
    for (int i = 0; i < job->size; i++) {
        int k = 0;

        words[i] = where_words(job, i, false);
        while (k < job->ngroup &&
               (strcmp(words[job->group[k].rank[0]], words[i]) != 0 ||
                !is_same_place(&job->rank[job->group[k].rank[0]], &job->rank[i])))
            k++;
        if (k == job->ngroup) {
            job->group[job->ngroup++] = (struct where_group){
                tool_allocate((size_t)job->size, sizeof(int)), 0, &job->rank[i]};
        }
        job->group[k].rank[job->group[k].n++] = i;
        if (job->rank[i].seconds > job->group[k].first->seconds)
            job->group[k].first = &job->rank[i];
    }
    for (int i = 0; i < job->size; i++)
        free(words[i]);
    free(words);
}

/* What may take longer though nobody is waited for: the file system; a lock that nobody has, and
 * MPI's begin and end to which all have come, on a machine that has more to do. */
static bool takes_longer(const struct where_rank *rank)
{
    return where_is_of_file(rank) || where_need_of(rank) == WHERE_LOCK ||
           rank->state == WHERE_INIT || rank->state == WHERE_FINALIZE;
}

/* Whom they wait for cannot be said. */
static void judge_unknown(struct judge *judge)
{
    struct ranks those = none(judge);

    for (int i = 0; i < judge->job->size; i++) {
        const struct where_rank *rank = &judge->job->rank[i];
        const struct where_edges *edges = &judge->edges[i];
        double limit = takes_longer(rank) ? judge->patience : SETTLED;
        bool known = !edges->unknown || edges->under_way || edges->unseen;

        for (int k = 0; k < edges->n; k++)
            known = known || (edges->any && (edges->doubt ? !judge->waits[edges->to[k]]
                                                          : judge->live[edges->to[k]]));
        if (judge->waits[i] && rank->seconds >= limit && judge->live[i] && !known &&
            !judge->explained[i])
            put(&those, i);
    }
    if (those.n)
        where_verdict_add(judge->job, "unknown", WHERE_NOT_JUDGED, those.rank, those.n,
                          say_each(judge, &those));
    free_ranks(&those);
}

/* It waits for those who may be on other nodes. */
static void judge_unseen(struct judge *judge)
{
    for (int i = 0; i < judge->job->size; i++)
        if (judge->waits[i] && judge->job->rank[i].seconds >= SETTLED && judge->edges[i].unseen)
            judge->job->cannot_be_told = true;
}

void where_judge(struct where_job *job, double patience)
{
    size_t n = (size_t)job->size;
    struct judge judge = {
        .job = job,
        .patience = patience,
        .edges = tool_allocate(n, sizeof *judge.edges),
        .waits = tool_allocate(n, 1),
        .live = tool_allocate(n, 1),
        .explained = tool_allocate(n, 1),
        .index = tool_allocate(n, sizeof(int)),
        .low = tool_allocate(n, sizeof(int)),
        .stack = tool_allocate(n, sizeof(int)),
        .on_stack = tool_allocate(n, 1),
    };

    group(job);
    if (!job->has_places) {
        job->cannot_be_told = true;
        judge_state(&judge, WHERE_DEAD, "dead");
        judge_state(&judge, WHERE_STOPPED, "stopped");
    } else {
        find_live(&judge);
        judge_state(&judge, WHERE_DEAD, "dead");
        judge_state(&judge, WHERE_STOPPED, "stopped");
        judge_init(&judge);
        explain_by_gone(&judge);
        judge_mismatches(&judge);
        explain_rest(&judge);
        judge_circles(&judge);
        judge_outside(&judge);
        judge_unseen(&judge);
        judge_unknown(&judge);
    }
    for (int i = 0; i < job->size; i++)
        free(judge.edges[i].to);
    free(judge.edges);
    free(judge.waits);
    free(judge.live);
    free(judge.explained);
    free(judge.index);
    free(judge.low);
    free(judge.stack);
    free(judge.on_stack);
}
