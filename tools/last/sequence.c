#include "config.h"

#include "tools/last/sequence.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool last_is_on(const struct tool_recorded *call, uint32_t comm)
{
    return call->is_collective && !*call->by && call->comm == comm;
}

bool last_sequence_take(const struct last_thread *thread, uint32_t comm,
                        struct last_sequence *sequence)
{
    const struct tool_recording *its = &thread->its;
    uint64_t ended = 0, all = tool_recorded_collectives(thread->segment, comm);

    *sequence =
        (struct last_sequence){.thread = thread,
                               .nth = 1,
                               .two_groups = tool_recorded_has_two_groups(thread->segment, comm)};
    sequence->call = tool_allocate((size_t)its->n + 1, sizeof *sequence->call);
    for (int i = 0; i < its->n; i++)
        if (last_is_on(&its->call[i], comm)) {
            sequence->call[sequence->n++] = &its->call[i];
            ended += !its->call[i].open && !its->call[i].error;
        }
    if (its->lost)
        sequence->nth = thread->is_settled && all >= ended ? all - ended + 1 : 0;
    return sequence->nth > 0 &&
           (sequence->n > 0 ||
            ((!its->lost || all > 0) && tool_recorded_rank(thread->segment, comm) >= 0));
}

uint64_t last_sequence_end(const struct last_sequence *sequence)
{
    return sequence->nth + (uint64_t)sequence->n;
}

struct tool_recorded *last_sequence_nth(const struct last_sequence *sequence, uint64_t nth)
{
    return nth >= sequence->nth && nth < last_sequence_end(sequence)
               ? sequence->call[nth - sequence->nth]
               : NULL;
}

bool last_give_as_much(const char *call)
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

void last_say_ranks(const struct last_difference *those, char **text)
{
    char *ranks = tool_words_ranks(those->rank, those->n);

    tool_append(text, "%s", ranks);
    free(ranks);
}

void last_say_call(char **text, const struct tool_recorded *call)
{
    tool_append(text, "%s", call->call);
    if (call->peer_is == TOOL_PEER_ROOT)
        tool_append(text, " with root %d", call->peer);
    if (isfinite(call->bytes) && last_give_as_much(call->call))
        tool_append(text, " of %.0f bytes", call->bytes);
}
