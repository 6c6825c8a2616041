/* Sets of ranks of a job. */
#include "config.h"

#include "tools/where/rank_set.h"

#include "tools/ground/tool.h"

#include <stdlib.h>

struct where_ranks where_ranks_of(const struct where_job *job)
{
    return (struct where_ranks){tool_allocate((size_t)job->size, sizeof(int)), 0};
}

void where_ranks_free(struct where_ranks *ranks)
{
    free(ranks->rank);
}

void where_ranks_add(struct where_ranks *ranks, int rank)
{
    ranks->rank[ranks->n++] = rank;
}

bool where_ranks_has(const struct where_ranks *ranks, int rank)
{
    for (int i = 0; i < ranks->n; i++)
        if (ranks->rank[i] == rank)
            return true;
    return false;
}

static int by_number(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
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
