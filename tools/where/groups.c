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

void where_group_ranks(struct where_job *job)
{
    char **words = tool_allocate((size_t)job->size, sizeof *words);

    job->group = tool_allocate((size_t)job->size, sizeof *job->group);
    for (int i = 0; i < job->size; i++) {
        int k = 0;

        words[i] = where_words(job, i, false);
        while (k < job->ngroup &&
               (strcmp(words[job->group[k].rank[0]], words[i]) != 0 ||
                !is_same_place(&job->rank[job->group[k].rank[0]], &job->rank[i])))
            k++;
        if (k == job->ngroup) {
            job->group[job->ngroup++] = (struct where_group){
                tool_allocate((size_t)job->size, sizeof(int)), 0, &job->rank[i]};
        }
        job->group[k].rank[job->group[k].n++] = i;
        if (job->rank[i].seconds > job->group[k].first->seconds)
            job->group[k].first = &job->rank[i];
    }
    for (int i = 0; i < job->size; i++)
        free(words[i]);
    free(words);
}
