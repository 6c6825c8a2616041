/* Which ranks make the same call, and how that is said. */
#include "config.h"

#include "tools/last/kinds.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- whether two calls are the same collective */

/* Those to which all processes give as much. */
static bool all_give_as_much(const char *call)
{
    static const char *const names[] = {
        "bcast", "allreduce", "reduce", "scan", "exscan", "reduce_scatter_block", "alltoall"};
    const char *name = call + strlen("MPI_");
    size_t n;

    if (strncmp(call, "MPI_", 4) != 0)
        return false;
    name += *name == 'I';
    n = strlen(name);
    if (n > 2 && !strcmp(name + n - 2, "_c"))
        n -= 2;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && !strncasecmp(names[i], name, n))
            return true;
    return false;
}

bool last_are_alike(const struct tool_recorded *one, const struct tool_recorded *other)
{
    return !strcmp(one->call, other->call) &&
           (one->peer_is != TOOL_PEER_ROOT || other->peer_is != TOOL_PEER_ROOT ||
            one->peer == other->peer) &&
           (!all_give_as_much(one->call) || isnan(one->bytes) || isnan(other->bytes) ||
            one->bytes == other->bytes);
}

/* ---- the kinds */

static struct last_kind *kind_of(const struct last_kinds *kinds, const struct tool_recorded *call)
{
    for (int i = 0; i < kinds->n; i++)
        if (last_are_alike(kinds->kind[i].call, call))
            return &kinds->kind[i];
    return NULL;
}

void last_kinds_add(struct last_kinds *kinds, const struct tool_recorded *call, int rank)
{
    struct last_kind *kind = kind_of(kinds, call);

    if (!kind) {
        kinds->kind = tool_grow(kinds->kind, (size_t)kinds->n, 1, sizeof *kinds->kind);
        kind = &kinds->kind[kinds->n++];
        *kind = (struct last_kind){.call = call};
    }
    if (isnan(kind->call->bytes)) /* who knows how many is one with fewer */
        kind->call = call;
    last_differs_add(&kind->who, rank);
}

void last_kinds_free(struct last_kinds *kinds)
{
    for (int i = 0; i < kinds->n; i++)
        last_differs_forget(&kinds->kind[i].who);
    free(kinds->kind);
    *kinds = (struct last_kinds){0};
}

/* The kind of more ranks than any other; NULL: there is none. */
static const struct last_kind *find_most(const struct last_kinds *kinds)
{
    const struct last_kind *most = NULL;
    int n = 0;

    for (int i = 0; i < kinds->n; i++) {
        const struct last_kind *kind = &kinds->kind[i];

        if (kind->who.n > n)
            most = kind;
        else if (kind->who.n == n)
            most = NULL;
        n = kind->who.n > n ? kind->who.n : n;
    }
    return most;
}

static int by_number(const void *one, const void *other)
{
    const int *left = one, *right = other;

    return (*left > *right) - (*left < *right);
}

void last_kinds_odd(const struct last_kinds *kinds, struct last_difference *odd)
{
    const struct last_kind *most = find_most(kinds);

    for (int i = 0; i < kinds->n; i++)
        for (int k = 0; &kinds->kind[i] != most && k < kinds->kind[i].who.n; k++)
            last_differs_add(odd, kinds->kind[i].who.rank[k]);
    qsort(odd->rank, (size_t)odd->n, sizeof *odd->rank, by_number);
}

/* ---- what is said */

void last_say_call(char **text, const struct tool_recorded *call)
{
    tool_append(text, "%s", call->call);
    if (call->peer_is == TOOL_PEER_ROOT)
        tool_append(text, " with root %d", call->peer);
    if (isfinite(call->bytes) && all_give_as_much(call->call))
        tool_append(text, " of %.0f bytes", call->bytes);
}

static void say_kind(const struct last_kind *kind, const char *verb, char **text)
{
    char *ranks = tool_words_ranks(kind->who.rank, kind->who.n);

    tool_append(text, "%s %s", ranks, verb);
    last_say_call(text, kind->call);
    free(ranks);
}

void last_kinds_say(const struct last_kinds *kinds, bool all, char **text)
{
    enum { SAID = 4 };
    const struct last_kind *most = find_most(kinds);
    int said = 0, ranks = 0;

    for (int i = 0; i < kinds->n; i++) {
        const struct last_kind *kind = &kinds->kind[i];

        if (kind == most)
            continue;
        if (said++ >= SAID) {
            ranks += kind->who.n;
            continue;
        }
        tool_append(text, "%s", said > 1 ? ", " : "");
        say_kind(kind, said > 1 ? "" : kind->who.n == 1 ? "calls " : "call ", text);
    }
    if (ranks)
        tool_append(text, ", and %d rank%s yet others", ranks, ranks == 1 ? "" : "s");
    if (!most)
        return;
    tool_append(text, ", ");
    if (!all) {
        say_kind(most, "", text);
        return;
    }
    tool_append(text, "the others ");
    last_say_call(text, most->call);
}
