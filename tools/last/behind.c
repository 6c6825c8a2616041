/* Who has not come to a collective in which others wait. */
#include "config.h"

#include "tools/last/sequence.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"

#include <inttypes.h>

static uint64_t last_that_waits(const struct last_sequence *sequence, int n)
{
    uint64_t last = 0;

    for (int i = 0; i < n; i++) {
        const struct last_sequence *its = &sequence[i];

        if (its->n && its->call[its->n - 1]->open && last_sequence_end(its) - 1 > last)
            last = last_sequence_end(its) - 1;
    }
    return last;
}

/* Their ranks, and by how many the last of them is behind. */
static uint64_t list_behind(const struct last_sequence *sequence, int n, uint64_t last,
                            struct last_difference *behind)
{
    uint64_t most = 0;

    for (int i = 0; i < n; i++) {
        const uint64_t next = last_sequence_end(&sequence[i]);

        if (next > last)
            continue;
        most = last + 1 - next > most ? last + 1 - next : most;
        last_differs_add(behind, sequence[i].thread->its.rank);
    }
    return most;
}

/* Those who are in it, as one of their calls is. */
static const struct tool_recorded *list_waiting(const struct last_sequence *sequence, int n,
                                                uint64_t last, struct last_difference *waiting)
{
    const struct tool_recorded *call = NULL;

    for (int i = 0; i < n; i++) {
        const struct tool_recorded *its = last_sequence_nth(&sequence[i], last);

        if (!its || !its->open)
            continue;
        call = its;
        last_differs_add(waiting, sequence[i].thread->its.rank);
    }
    return call;
}

static void say_behind(const struct last_difference *waiting, const struct tool_recorded *call,
                       bool all, char **text)
{
    last_say_call(text, call);
    tool_append(text, ", in which ");
    if (all)
        tool_append(text, "the others");
    else
        last_say_ranks(waiting, text);
    tool_append(text, waiting->n == 1 && !all ? " waits" : " wait");
}

int64_t last_compare_ends(const struct last_sequence *sequence, int n,
                          struct last_difference *differs)
{
    const uint64_t last = last_that_waits(sequence, n);
    const uint64_t most = last ? list_behind(sequence, n, last, differs) : 0;
    struct last_difference waiting = {0};
    const struct tool_recorded *call = NULL;
    char comm[64];

    if (differs->n && 2 * differs->n <= n)
        call = list_waiting(sequence, n, last, &waiting);
    if (!call) {
        last_differs_forget(differs);
        return 0;
    }
    last_comm_name(sequence[0].thread, call->comm, comm);
    last_say_ranks(differs, &differs->text);
    differs->text[0] = 'R';
    tool_append(&differs->text, differs->n == 1 ? " has" : " have");
    tool_append(&differs->text, " not come to the %" PRIu64 "%s collective on %s, ", last,
                tool_words_ordinal(last), comm);
    say_behind(&waiting, call, waiting.n == n - differs->n, &differs->text);
    tool_append(&differs->text, "; %" PRIu64 " behind", most);
    last_differs_forget(&waiting);
    return call->begin;
}
