/* In which collective ranks differ first, and who comes less far than the others.
 *
 * The how-manyth of its communicator a collective is, is the same in all ranks.  It is known where
 * none was lost from the ring, and else by how many have returned on the communicator. */
#include "config.h"

#include "tools/last/kinds.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The collectives of a rank on a communicator: the first is the nth. */
struct sequence {
    const struct last_thread *thread;
    struct tool_recorded **call;
    uint64_t nth;
    int n;
};

static bool is_on(const struct tool_recorded *call, uint32_t comm)
{
    return call->is_collective && !*call->by && call->comm == comm;
}

/* False: it is not known which they are. */
static bool take_sequence(const struct last_thread *thread, uint32_t comm,
                          struct sequence *sequence)
{
    const struct tool_recording *its = &thread->its;
    uint64_t ended = 0, all = tool_recorded_collectives(thread->segment, comm);

    *sequence = (struct sequence){.thread = thread, .nth = 1};
    sequence->call = tool_allocate((size_t)its->n + 1, sizeof *sequence->call);
    for (int i = 0; i < its->n; i++)
        if (is_on(&its->call[i], comm)) {
            sequence->call[sequence->n++] = &its->call[i];
            ended += !its->call[i].open && !its->call[i].error;
        }
    if (its->lost)
        sequence->nth = thread->is_settled && all >= ended ? all - ended + 1 : 0;
    return sequence->nth > 0 &&
           (sequence->n > 0 ||
            ((!its->lost || all > 0) && tool_recorded_rank(thread->segment, comm) >= 0));
}

static uint64_t behind_last(const struct sequence *sequence)
{
    return sequence->nth + (uint64_t)sequence->n;
}

static struct tool_recorded *nth_of(const struct sequence *sequence, uint64_t nth)
{
    return nth >= sequence->nth && nth < behind_last(sequence) ? sequence->call[nth - sequence->nth]
                                                               : NULL;
}

static void say_ranks(const struct last_difference *differs, char **text)
{
    char *ranks = tool_words_ranks(differs->rank, differs->n);

    tool_append(text, "%s", ranks);
    free(ranks);
}

/* ---- the nth of all of them */

static bool all_are_alike(const struct sequence *sequence, int n, uint64_t nth)
{
    const struct tool_recorded *first = NULL;

    for (int i = 0; i < n; i++) {
        const struct tool_recorded *its = nth_of(&sequence[i], nth);

        if (its && first && !last_are_alike(its, first))
            return false;
        if (its && (!first || isnan(first->bytes)))
            first = its;
    }
    return true;
}

static bool is_among(int rank, const struct last_difference *those)
{
    for (int i = 0; i < those->n; i++)
        if (those->rank[i] == rank)
            return true;
    return false;
}

/* Marks what those have called; when the first of them began. */
static int64_t mark_odd(const struct sequence *sequence, int n, uint64_t nth,
                        const struct last_difference *those)
{
    int64_t begin = 0;

    for (int i = 0; i < n; i++) {
        struct tool_recorded *its = nth_of(&sequence[i], nth);

        if (!its || !is_among(sequence[i].thread->its.rank, those))
            continue;
        its->is_odd = true;
        begin = !begin || its->begin < begin ? its->begin : begin;
    }
    return begin;
}

/* When the first of those began that differ; 0: none does. */
static int64_t compare_nth(const struct sequence *sequence, int n, uint64_t nth,
                           struct last_difference *differs)
{
    struct last_kinds kinds = {0};
    bool all_have = true;
    char comm[64];
    int64_t begin;

    if (all_are_alike(sequence, n, nth))
        return 0;
    for (int i = 0; i < n; i++) {
        const struct tool_recorded *its = nth_of(&sequence[i], nth);

        if (its)
            last_kinds_add(&kinds, its, sequence[i].thread->its.rank);
        all_have = all_have && (its || !sequence[i].n);
    }
    last_comm_name(sequence[0].thread, kinds.kind[0].call->comm, comm);
    tool_append(&differs->text,
                "The %" PRIu64 "%s collective on %s is the first in which they "
                "differ: ",
                nth, tool_words_ordinal(nth), comm);
    last_kinds_say(&kinds, all_have, &differs->text);
    last_kinds_odd(&kinds, differs);
    begin = mark_odd(sequence, n, nth, differs);
    last_kinds_free(&kinds);
    return begin;
}

/* ---- who has not come to the last */

static uint64_t last_that_waits(const struct sequence *sequence, int n)
{
    uint64_t last = 0;

    for (int i = 0; i < n; i++) {
        const struct sequence *its = &sequence[i];

        if (its->n && its->call[its->n - 1]->open && behind_last(its) - 1 > last)
            last = behind_last(its) - 1;
    }
    return last;
}

/* Their ranks, and by how many the last of them is behind. */
static uint64_t list_behind(const struct sequence *sequence, int n, uint64_t last,
                            struct last_difference *behind)
{
    uint64_t most = 0;

    for (int i = 0; i < n; i++) {
        const uint64_t next = behind_last(&sequence[i]);

        if (next > last)
            continue;
        most = last + 1 - next > most ? last + 1 - next : most;
        last_differs_add(behind, sequence[i].thread->its.rank);
    }
    return most;
}

/* Those who are in it, as one of their calls is. */
static const struct tool_recorded *list_waiting(const struct sequence *sequence, int n,
                                                uint64_t last, struct last_difference *waiting)
{
    const struct tool_recorded *call = NULL;

    for (int i = 0; i < n; i++) {
        const struct tool_recorded *its = nth_of(&sequence[i], last);

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
        say_ranks(waiting, text);
    tool_append(text, waiting->n == 1 && !all ? " waits" : " wait");
}

static int64_t find_behind(const struct sequence *sequence, int n, struct last_difference *differs)
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
    say_ranks(differs, &differs->text);
    differs->text[0] = 'R';
    tool_append(&differs->text, differs->n == 1 ? " has" : " have");
    tool_append(&differs->text, " not come to the %" PRIu64 "%s collective on %s, ", last,
                tool_words_ordinal(last), comm);
    say_behind(&waiting, call, waiting.n == n - differs->n, &differs->text);
    tool_append(&differs->text, "; %" PRIu64 " behind", most);
    last_differs_forget(&waiting);
    return call->begin;
}

/* ---- all communicators */

static int64_t compare_on(const struct last_job *job, uint32_t comm, bool behind,
                          struct last_difference *differs)
{
    struct sequence *sequence = tool_allocate((size_t)job->n + 1, sizeof *sequence);
    uint64_t from = 1, until = 0;
    int64_t begin = 0;
    int n = 0;

    for (int i = 0; i < job->n; i++) {
        if (!take_sequence(&job->thread[i], comm, &sequence[n])) {
            free(sequence[n].call);
            continue;
        }
        from = sequence[n].nth > from ? sequence[n].nth : from;
        until = behind_last(&sequence[n]) > until ? behind_last(&sequence[n]) : until;
        n++;
    }
    for (uint64_t nth = from; !behind && !begin && nth < until; nth++)
        begin = compare_nth(sequence, n, nth, differs);
    if (behind)
        begin = find_behind(sequence, n, differs);
    for (int i = 0; i < n; i++)
        free(sequence[i].call);
    free(sequence);
    return begin;
}

static bool is_known(const uint32_t *comm, int n, uint32_t which)
{
    for (int i = 0; i < n; i++)
        if (comm[i] == which)
            return true;
    return false;
}

static int list_comms(const struct last_job *job, uint32_t **comm)
{
    int n = 0;

    *comm = NULL;
    for (int i = 0; i < job->n; i++)
        for (int k = 0; k < job->thread[i].its.n; k++) {
            const struct tool_recorded *call = &job->thread[i].its.call[k];

            if (!call->comm || !is_on(call, call->comm) || is_known(*comm, n, call->comm))
                continue;
            *comm = tool_grow(*comm, (size_t)n, 1, sizeof **comm);
            (*comm)[n++] = call->comm;
        }
    return n;
}

static void compare_all(struct last_job *job, bool behind)
{
    uint32_t *comm;
    int64_t first = 0;

    for (int i = 0, n = list_comms(job, &comm); i < n; i++) {
        struct last_difference differs = {.text = tool_print("%s", "")};
        int64_t begin = compare_on(job, comm[i], behind, &differs);

        if (begin && (!first || begin < first)) {
            last_differs_forget(&job->differs);
            job->differs = differs;
            first = begin;
        } else {
            last_differs_forget(&differs);
        }
    }
    free(comm);
}

void last_compare_collectives(struct last_job *job)
{
    compare_all(job, false);
}

void last_find_behind(struct last_job *job)
{
    compare_all(job, true);
}
