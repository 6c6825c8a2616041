/* On which communicator ranks differ first. */
#include "config.h"

#include "tools/last/sequence.h"

#include "tools/ground/tool.h"

#include <stdlib.h>

static int64_t compare_on(const struct last_job *job, uint32_t comm, bool behind,
                          struct last_difference *differs)
{
    struct last_sequence *sequence = tool_allocate((size_t)job->n + 1, sizeof *sequence);
    uint64_t from = 1, until = 0;
    int64_t begin = 0;
    int n = 0;

    for (int i = 0; i < job->n; i++) {
        if (!last_sequence_take(&job->thread[i], comm, &sequence[n])) {
            free(sequence[n].call);
            continue;
        }
        from = sequence[n].nth > from ? sequence[n].nth : from;
        until = last_sequence_end(&sequence[n]) > until ? last_sequence_end(&sequence[n]) : until;
        n++;
    }
    for (uint64_t nth = from; !behind && !begin && nth < until; nth++)
        begin = last_compare_nth(sequence, n, nth, differs);
    if (behind)
        begin = last_compare_ends(sequence, n, differs);
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

            if (!call->comm || !last_is_on(call, call->comm) || is_known(*comm, n, call->comm))
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
