/* Collectives that ranks call with arguments that do not go together. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/ground/kinds.h"
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
    unsigned which; /* of its arguments are told */
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
            tool_words_same_call(call->name, one->call->name) &&
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

/* ---- those who have it with the same arguments, by ranks of the job */

static bool is_in_it(const void *those, int who)
{
    return call_of(those, who) != NULL;
}

static bool are_alike(const void *those, int left, int right)
{
    return !differ_in(those, left, right);
}

/* Any number of bytes may be its. */
static bool is_vague(const void *those, int who)
{
    return bytes_of(those, who) < 0;
}

static int rank_of(const void *those, int who)
{
    (void)those;
    return who;
}

/* "root 1" */
static void say_arguments(const void *those, int who, char **text)
{
    const struct collective *one = those;
    const struct where_call *call = call_of(one, who);
    const char *and = "";

    if (one->which & 1u << ROOT) {
        tool_append(text, "root %d",
                    where_peer(one->job, &one->job->rank[who], call->comm, call->root));
        and = " and ";
    }
    if (one->which & 1u << OPERATION) {
        tool_append(text, "%s%s", and, call->op[0] ? call->op : "an operation of its own");
        and = " and ";
    }
    if (one->which & 1u << COUNT)
        tool_append(text, "%s%" PRId64 " bytes", and, bytes_of(one, who));
}

static const struct tool_kinds_by by_arguments = {is_in_it, are_alike, is_vague, rank_of,
                                                  say_arguments};

static unsigned in_what_they_differ(const struct tool_kinds *kinds, const struct collective *one)
{
    unsigned which = 0;

    for (int i = 1; i < kinds->n; i++)
        which |= differ_in(one, kinds->kind[0].first, kinds->kind[i].first);
    return which;
}

/* ---- who is named, and what is said */

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

static char *say_mismatch(const struct tool_kinds *kinds, const struct collective *one)
{
    static const char *const verb[] = {"has", "have"};
    const struct tool_kind *most = kinds->most < 0 ? NULL : &kinds->kind[kinds->most];
    char *text = tool_print("%s", most ? "another" : "not the same");

    say_names(one->which, &text);
    tool_append(&text, " in %s, call %" PRIu64 " of its communicator: ", one->call->name,
                one->call->number);
    tool_kinds_say_odd(kinds, verb, &text);
    if (most) {
        tool_append(&text, ", %d other%s ", most->n, most->n == 1 ? "" : "s");
        say_arguments(one, most->first, &text);
    }
    return text;
}

static void name_odd(struct judge *judge, const struct tool_kinds *kinds,
                     const struct collective *one)
{
    struct where_ranks odd = where_ranks_of(judge->job);

    for (int i = 0; i < judge->job->size; i++) {
        judge->explained[i] = judge->explained[i] || is_in_it(one, i);
        if (tool_kinds_is_odd(kinds, i))
            where_ranks_add(&odd, i);
    }
    where_verdict_add(judge->job, "mismatch", WHERE_HANGS, &odd, say_mismatch(kinds, one));
    where_ranks_free(&odd);
}

/* Those who are in it are `seen` then. */
static void judge_arguments_of(struct judge *judge, int who, bool *seen)
{
    struct where_job *job = judge->job;
    const struct where_call *call = &job->rank[who].now;
    struct collective one = {job, &job->rank[who].comm[call->comm], call, 0};
    struct tool_kinds kinds = tool_kinds_of(job->size, &by_arguments, &one);

    for (int i = 0; i < job->size; i++)
        seen[i] = seen[i] || call_of(&one, i) == &job->rank[i].now;
    one.which = in_what_they_differ(&kinds, &one);
    if (kinds.n > 1)
        name_odd(judge, &kinds, &one);
    tool_kinds_free(&kinds);
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
