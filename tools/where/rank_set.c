/* Sets of ranks of a job. */
#include "config.h"

#include "tools/where/rank_set.h"

#include "tools/ground/tool.h"

#include <stdlib.h>

struct where_ranks where_ranks_of(const struct where_job *job)
{
    size_t size = (size_t)job->size;

    return (struct where_ranks){tool_allocate(size, sizeof(int)), 0,
                                tool_allocate(size, sizeof(bool))};
}

void where_ranks_free(struct where_ranks *ranks)
{
    free(ranks->rank);
    free(ranks->has);
}

void where_ranks_add(struct where_ranks *ranks, int rank)
{
    ranks->rank[ranks->n++] = rank;
    ranks->has[rank] = true;
}

bool where_ranks_has(const struct where_ranks *ranks, int rank)
{
    return ranks->has[rank];
}

static int by_number(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

void where_ranks_clear(struct where_ranks *ranks)
{
    while (ranks->n)
        ranks->has[ranks->rank[--ranks->n]] = false;
}

void where_ranks_sort(struct where_ranks *ranks)
{
    qsort(ranks->rank, (size_t)ranks->n, sizeof *ranks->rank, by_number);
}

void where_ranks_keep_larger(struct where_ranks *kept, struct where_ranks *other)
{
    if (other->n > kept->n) {
        struct where_ranks was = *kept;

        *kept = *other;
        *other = was;
    }
    where_ranks_free(other);
}
