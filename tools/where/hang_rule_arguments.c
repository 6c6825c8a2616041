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

/* What two of them may differ in. */
enum { ROOT, OPERATION, COUNT, ARGUMENTS };

/* Of each argument whether it is another one. */
static unsigned differ_in(const struct collective *one, int left, int right)
{
    const struct where_call *a = call_of(one, left), *b = call_of(one, right);
    int64_t left_bytes = bytes_of(one, left), right_bytes = bytes_of(one, right);

    if (one->comm->inter)
        return 0;
    return (unsigned)(a->root != b->root) << ROOT |
           (unsigned)(strcmp(a->op, b->op) != 0) << OPERATION |
           (unsigned)(left_bytes >= 0 && right_bytes >= 0 && left_bytes != right_bytes) << COUNT;
}

/* ---- those who have it with the same arguments */

struct group {
    int first; /* that says how many bytes, if one does */
    int n;
};

struct groups {
    struct group *group;
    int n;
    int *of; /* [size of the job] of each rank its group's index; -1: it is not in the call */
};

static int group_of(const struct groups *groups, const struct collective *one, int who)
{
    for (int i = 0; i < groups->n; i++)
        if (!differ_in(one, groups->group[i].first, who))
            return i;
    return groups->n;
}

static void add(struct groups *groups, const struct collective *one, int who)
{
    const int which = group_of(groups, one, who);

    if (which == groups->n) {
        groups->group = tool_grow(groups->group, (size_t)groups->n, 1, sizeof *groups->group);
        groups->group[groups->n++] = (struct group){.first = who};
    }
    if (bytes_of(one, groups->group[which].first) < 0)
        groups->group[which].first = who;
    groups->group[which].n++;
    groups->of[who] = which;
}

static struct groups group_all(const struct collective *one)
{
    struct groups groups = {.of = tool_allocate((size_t)one->job->size, sizeof *groups.of)};

    for (int i = 0; i < one->job->size; i++) {
        groups.of[i] = -1;
        if (call_of(one, i))
            add(&groups, one, i);
    }
    return groups;
}

static void free_groups(struct groups *groups)
{
    free(groups->group);
    free(groups->of);
}

/* The one of more ranks than any other; -1: there is none. */
static int find_largest(const struct groups *groups)
{
    int largest = -1, n = 0;

    for (int i = 0; i < groups->n; i++) {
        const int its = groups->group[i].n;

        if (its >= n)
            largest = its > n ? i : -1;
        n = its > n ? its : n;
    }
    return largest;
}

static char *say_ranks(const struct groups *groups, const struct where_job *job, int which)
{
    struct where_ranks ranks = where_ranks_of(job);
    char *text;

    for (int i = 0; i < job->size; i++)
        if (groups->of[i] == which)
            where_ranks_add(&ranks, i);
    text = tool_words_ranks(ranks.rank, ranks.n);
    where_ranks_free(&ranks);
    return text;
}

/* ---- what is said */

/* "root 1"; of what is not in `which` nothing. */
static void say_arguments(const struct collective *one, int who, unsigned which, char **text)
{
    const struct where_call *call = call_of(one, who);
    const char *and = " ";

    if (which & 1u << ROOT) {
        tool_append(text, "%sroot %d", and,
                    where_peer(one->job, &one->job->rank[who], call->comm, call->root));
        and = " and ";
    }
    if (which & 1u << OPERATION) {
        tool_append(text, "%s%s", and, call->op[0] ? call->op : "an operation of its own");
        and = " and ";
    }
    if (which & 1u << COUNT)
        tool_append(text, "%s%" PRId64 " bytes", and, bytes_of(one, who));
}

static void say_names(unsigned which, char **text)
{
    static const char *const name[ARGUMENTS] = {
        [ROOT] = "root", [OPERATION] = "operation", [COUNT] = "count"};
    const char * or = " ";

    for (int i = 0; i < ARGUMENTS; i++)
        if (which & 1u << i) {
            tool_append(text, "%s%s", or, name[i]);
            or = " or ";
        }
}

/* Of all but the largest. */
static void say_groups(const struct groups *groups, int largest, const struct collective *one,
                       unsigned which, char **text)
{
    enum { SAID = 4 };
    int said = 0, more = 0;

    for (int i = 0; i < groups->n; i++) {
        const struct group *group = &groups->group[i];
        char *ranks;

        if (i == largest)
            continue;
        if (said == SAID) {
            more += group->n;
            continue;
        }
        ranks = say_ranks(groups, one->job, i);
        tool_append(text, "%s%s", said ? ", " : "", ranks);
        if (!said++)
            tool_append(text, "%s", group->n == 1 ? " has" : " have");
        say_arguments(one, group->first, which, text);
        free(ranks);
    }
    if (more)
        tool_append(text, ", and %d rank%s yet others", more, more == 1 ? "" : "s");
}

static char *say_mismatch(const struct groups *groups, const struct collective *one)
{
    const int largest = find_largest(groups);
    const struct group *most = largest < 0 ? NULL : &groups->group[largest];
    char *text = tool_print("%s", most ? "another" : "not the same");
    unsigned which = 0;

    for (int i = 0; i < groups->n; i++)
        which |= differ_in(one, groups->group[most ? largest : 0].first, groups->group[i].first);
    say_names(which, &text);
    tool_append(&text, " in %s, call %" PRIu64 " of its communicator: ", one->call->name,
                one->call->number);
    say_groups(groups, largest, one, which, &text);
    if (most) {
        tool_append(&text, ", %d other%s", most->n, most->n == 1 ? "" : "s");
        say_arguments(one, most->first, which, &text);
    }
    return text;
}

/* ---- who is named */

/* Those who are not of the largest group; where there is none, all. */
static void name_odd(struct judge *judge, const struct groups *groups, const struct collective *one)
{
    const int largest = find_largest(groups);
    struct where_ranks odd = where_ranks_of(judge->job);

    for (int i = 0; i < judge->job->size; i++)
        if (groups->of[i] >= 0) {
            judge->explained[i] = true;
            if (groups->of[i] != largest)
                where_ranks_add(&odd, i);
        }
    where_verdict_add(judge->job, "mismatch", WHERE_HANGS, &odd, say_mismatch(groups, one));
    where_ranks_free(&odd);
}

/* Those who are in it are `seen` then. */
static void judge_arguments_of(struct judge *judge, int who, bool *seen)
{
    struct where_job *job = judge->job;
    const struct where_call *call = &job->rank[who].now;
    const struct collective one = {job, &job->rank[who].comm[call->comm], call};
    struct groups groups = group_all(&one);

    for (int i = 0; i < job->size; i++)
        seen[i] = seen[i] || call_of(&one, i) == &job->rank[i].now;
    if (groups.n > 1)
        name_odd(judge, &groups, &one);
    free_groups(&groups);
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
