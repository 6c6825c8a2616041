/* What is said of a job. */
#include "config.h"

#include "tools/where/verdicts.h"

#include "tools/ground/tool.h"

#include <string.h>

void where_verdict_add(struct where_job *job, const char *kind, enum where_certainty certainty,
                       const struct where_ranks *ranks, char *text)
{
    int *rank = tool_allocate((size_t)ranks->n, sizeof *rank);

    memcpy(rank, ranks->rank, sizeof *rank * (size_t)ranks->n);
    job->verdict = tool_grow(job->verdict, (size_t)job->nverdict, 1, sizeof *job->verdict);
    job->verdict[job->nverdict++] = (struct where_verdict){kind, certainty, rank, ranks->n, text};
}

enum where_certainty where_certainty_of(const struct where_job *job)
{
    enum where_certainty surest = job->cannot_be_told ? WHERE_NOT_JUDGED : WHERE_WAITS;

    for (int i = 0; i < job->nverdict; i++)
        if (job->verdict[i].certainty > surest)
            surest = job->verdict[i].certainty;
    return surest;
}
