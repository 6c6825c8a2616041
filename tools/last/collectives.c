/* In which collective ranks differ first, and who comes less far than the others.
 *
 * The how-manyth of its communicator a collective is, is the same in all ranks.  It is known where
 * none was lost from the ring, and else by how many have returned on the communicator. */
#include "config.h"

#include "tools/last/job.h"

#include "tools/ground/kinds.h"
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
    bool two_groups;
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

    *sequence =
        (struct sequence){.thread = thread,
                          .nth = 1,
                          .two_groups = tool_recorded_has_two_groups(thread->segment, comm)};
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

/* ---- whether two calls are the same collective */

/* Those to which all processes give as much. */
static bool all_give_as_much(const char *call)
{
    static const char *const names[] = {
        "bcast", "allreduce", "reduce", "scan", "exscan", "reduce_scatter_block", "alltoall"};
    const char *name = call + strlen("MPI_"), *end = call + tool_words_call(call);
    size_t n;

    if (strncmp(call, "MPI_", 4) != 0)
        return false;
    name += *name == 'I';
    n = (size_t)(end - name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && !strncasecmp(names[i], name, n))
            return true;
    return false;
}

/* Of two groups each may give as much as it likes. */
static bool are_alike(const struct tool_recorded *one, const struct tool_recorded *other,
                      bool two_groups)
{
    return tool_words_same_call(one->call, other->call) &&
           (one->peer_is != TOOL_PEER_ROOT || other->peer_is != TOOL_PEER_ROOT ||
            one->peer == other->peer) &&
           (two_groups || !all_give_as_much(one->call) || isnan(one->bytes) ||
            isnan(other->bytes) || one->bytes == other->bytes);
}

/* ---- what is said */

static void say_ranks(const struct last_difference *differs, char **text)
{
    char *ranks = tool_words_ranks(differs->rank, differs->n);

    tool_append(text, "%s", ranks);
    free(ranks);
}

static void say_call(char **text, const struct tool_recorded *call)
{
    tool_append(text, "%s", call->call);
    if (call->peer_is == TOOL_PEER_ROOT)
        tool_append(text, " with root %d", call->peer);
    if (isfinite(call->bytes) && all_give_as_much(call->call))
        tool_append(text, " of %.0f bytes", call->bytes);
}

/* ---- the nth of all of them */

struct place {
    const struct sequence *sequence;
    int n;
    uint64_t nth;
};

static struct tool_recorded *call_at(const void *place, int which)
{
    const struct place *its = place;

    return nth_of(&its->sequence[which], its->nth);
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
    say_call(text, call_at(place, which));
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
        say_ranks(&most, text);
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

/* When the first of those began that differ; 0: none does. */
static int64_t compare_nth(const struct sequence *sequence, int n, uint64_t nth,
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
    say_call(text, call);
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
