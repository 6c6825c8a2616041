/* Sets of ranks of a job. */
#ifndef TOOL_WHERE_RANK_SET_H
#define TOOL_WHERE_RANK_SET_H

#include "tools/where/job.h"

struct where_ranks {
    int *rank, n;
    bool *has; /* [size of the job] */
};

/* None yet, with room for all of the job. */
struct where_ranks where_ranks_of(const struct where_job *job);
void where_ranks_free(struct where_ranks *ranks);

void where_ranks_add(struct where_ranks *ranks, int rank);
bool where_ranks_has(const struct where_ranks *ranks, int rank);
void where_ranks_clear(struct where_ranks *ranks);
void where_ranks_sort(struct where_ranks *ranks);

/* The larger one is kept, the first of two that are as large; the other one is freed. */
void where_ranks_keep_larger(struct where_ranks *kept, struct where_ranks *other);

#endif
