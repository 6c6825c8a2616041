/* Ranks that are in the same, together. */
#include "config.h"

#include "tools/where/groups.h"

#include "tools/ground/tool.h"
#include "tools/where/comms.h"
#include "tools/where/words.h"

#include <stdlib.h>
#include <string.h>

/* Two communicators may have the same name, and none. */
static bool is_same_place(const struct where_rank *left, const struct where_rank *right)
{
    if (left->now.comm < 0 || right->now.comm < 0)
        return left->now.comm == right->now.comm;
    return where_is_same_comm(&left->comm[left->now.comm], &right->comm[right->now.comm]);
}

/* What each is in, as text, and a number of that: texts of thousands are not compared with each
 * other. */
struct said {
    char *words;
    uint64_t hash;
};

static struct said say(const struct where_job *job, int rank)
{
    struct said said = {where_words(job, rank, false), 14695981039346656037U};

    for (const char *c = said.words; *c; c++)
        said.hash = (said.hash ^ (unsigned char)*c) * 1099511628211U; /* FNV-1a */
    return said;
}

static bool is_same(const struct where_job *job, const struct said *said, int left, int right)
{
    return said[left].hash == said[right].hash && !strcmp(said[left].words, said[right].words) &&
           is_same_place(&job->rank[left], &job->rank[right]);
}

static void add(struct where_group *group, const struct where_rank *rank, int number)
{
    if ((group->n & (group->n - 1)) == 0) /* a power of two: it is full */
        group->rank = tool_grow(group->rank, (size_t)group->n, (size_t)(group->n ? group->n : 1),
                                sizeof *group->rank);
    group->rank[group->n++] = number;
    if (!group->first || rank->seconds > group->first->seconds)
        group->first = rank;
}

void where_group_ranks(struct where_job *job)
{
    struct said *said = tool_allocate((size_t)job->size, sizeof *said);

    job->group = tool_allocate((size_t)job->size, sizeof *job->group);
    for (int i = 0; i < job->size; i++) {
        int k = 0;

        said[i] = say(job, i);
        while (k < job->ngroup && !is_same(job, said, job->group[k].rank[0], i))
            k++;
        job->ngroup += k == job->ngroup;
        add(&job->group[k], &job->rank[i], i);
    }
    for (int i = 0; i < job->size; i++)
        free(said[i].words);
    free(said);
}
