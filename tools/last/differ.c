/* In which collective ranks differ. */
#include "config.h"

#include "tools/last/sequence.h"

#include "tools/ground/kinds.h"
#include "tools/ground/tool.h"
#include "tools/ground/words.h"

#include <inttypes.h>
#include <math.h>

/* Of two groups each may give as much as it likes. */
static bool are_alike(const struct tool_recorded *one, const struct tool_recorded *other,
                      bool two_groups)
{
    return tool_words_same_call(one->call, other->call) &&
           (one->peer_is != TOOL_PEER_ROOT || other->peer_is != TOOL_PEER_ROOT ||
            one->peer == other->peer) &&
           (two_groups || !last_give_as_much(one->call) || isnan(one->bytes) ||
            isnan(other->bytes) || one->bytes == other->bytes);
}

struct place {
    const struct last_sequence *sequence;
    int n;
    uint64_t nth;
};

static struct tool_recorded *call_at(const void *place, int which)
{
    const struct place *its = place;

    return last_sequence_nth(&its->sequence[which], its->nth);
}

static bool has_come(const void *place, int which)
{
    return call_at(place, which) != NULL;
}

static bool are_alike_at(const void *place, int one, int other)
{
    const struct place *its = place;

    return are_alike(call_at(place, one), call_at(place, other), its->sequence[one].two_groups);
}

static bool is_vague_at(const void *place, int which)
{
    return isnan(call_at(place, which)->bytes);
}

static int rank_at(const void *place, int which)
{
    const struct place *its = place;

    return its->sequence[which].thread->its.rank;
}

static void say_call_at(const void *place, int which, char **text)
{
    last_say_call(text, call_at(place, which));
}

static const struct tool_kinds_by by_call = {has_come, are_alike_at, is_vague_at, rank_at,
                                             say_call_at};

/* Marks those that differ; when the first of them began. */
static int64_t mark_odd(const struct place *place, const struct tool_kinds *kinds,
                        struct last_difference *differs)
{
    int64_t begin = 0;

    for (int i = 0; i < place->n; i++) {
        struct tool_recorded *its = call_at(place, i);

        if (!tool_kinds_is_odd(kinds, i))
            continue;
        its->is_odd = true;
        begin = !begin || its->begin < begin ? its->begin : begin;
        last_differs_add(differs, rank_at(place, i));
    }
    return begin;
}

/* "the others MPI_Allreduce"; where some have not come so far, who they are. */
static void say_most(const struct place *place, const struct tool_kinds *kinds, char **text)
{
    struct last_difference most = {0};
    bool all_have_come = true;

    for (int i = 0; i < place->n; i++) {
        all_have_come = all_have_come && (has_come(place, i) || !place->sequence[i].n);
        if (kinds->of[i] == kinds->most)
            last_differs_add(&most, rank_at(place, i));
    }
    tool_append(text, ", ");
    if (all_have_come)
        tool_append(text, "the others");
    else
        last_say_ranks(&most, text);
    tool_append(text, " ");
    say_call_at(place, kinds->kind[kinds->most].first, text);
    last_differs_forget(&most);
}

static void say_difference(const struct place *place, const struct tool_kinds *kinds, char **text)
{
    static const char *const verb[] = {"calls", "call"};
    char comm[64];

    last_comm_name(place->sequence[0].thread, call_at(place, kinds->kind[0].first)->comm, comm);
    tool_append(text, "The %" PRIu64 "%s collective on %s is the first in which they differ: ",
                place->nth, tool_words_ordinal(place->nth), comm);
    tool_kinds_say_odd(kinds, verb, text);
    if (kinds->most >= 0)
        say_most(place, kinds, text);
}

int64_t last_compare_nth(const struct last_sequence *sequence, int n, uint64_t nth,
                         struct last_difference *differs)
{
    const struct place place = {sequence, n, nth};
    struct tool_kinds kinds = tool_kinds_of(n, &by_call, &place);
    int64_t begin = 0;

    if (kinds.n > 1) {
        say_difference(&place, &kinds, &differs->text);
        begin = mark_odd(&place, &kinds, differs);
    }
    tool_kinds_free(&kinds);
    return begin;
}
