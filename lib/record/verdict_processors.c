/* Verdicts: what ranks and their threads have of processors. */
#include "record/verdicts.h"

#include "record/processors.h"
#include "record/verdict_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- more ranks than processors */

static int by_processors(const void *a, const void *b)
{
    const struct mpit_record_rank *x = *(const struct mpit_record_rank *const *)a,
                                  *y = *(const struct mpit_record_rank *const *)b;
    int order = strcmp(x->host, y->host);

    if (!order)
        order = strcmp(x->processors, y->processors);
    return order ? order : (x->rank > y->rank) - (x->rank < y->rank);
}

static bool share_processors(const struct mpit_record_rank *a, const struct mpit_record_rank *b)
{
    return !strcmp(a->host, b->host) && !strcmp(a->processors, b->processors);
}

/* Those of one list on one node, where they are the most for it that were found. */
static void take_crowd(const struct mpit_record_rank *const *rank, int n,
                       struct mpit_finding *finding)
{
    int processors = mpit__processors(rank[0]->processors);

    if (processors == 0 || n <= processors || n <= finding->value * processors)
        return;
    finding->value = (double)n / processors;
    finding->weight = 1;
    for (int i = 0; i < n; i++)
        finding->rank[i] = rank[i]->rank;
    finding->nrank = n;
}

static void say_crowd(const struct mpit_record *record, struct mpit_finding *finding)
{
    const struct mpit_record_rank *first = &record->rank[finding->rank[0]];
    int processors = mpit__processors(first->processors);

    mpit__append(&finding->text, "%d ranks (", finding->nrank);
    mpit__say_list(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, ") share %d processor%s of ", processors,
                 processors == 1 ? "" : "s");
    mpit__append_visible(&finding->text, first->host);
    mpit__append(&finding->text, ": they run in turns");
}

bool mpit__find_oversubscribed(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_rank **rank = malloc(sizeof *rank * (size_t)evidence->n);

    if (!rank || !mpit__evidence_is_long(evidence)) {
        free(rank);
        return false;
    }
    for (int i = 0; i < evidence->n; i++)
        rank[i] = &evidence->record->rank[i];
    qsort(rank, (size_t)evidence->n, sizeof *rank, by_processors);
    for (int i = 0, end; i < evidence->n; i = end) {
        for (end = i + 1; end < evidence->n && share_processors(rank[i], rank[end]);)
            end++;
        take_crowd(rank + i, end - i, finding);
    }
    free(rank);
    if (finding->nrank)
        say_crowd(evidence->record, finding);
    return finding->nrank > 0;
}

/* ---- more threads than processors */

static double threads_on_each(const struct mpit_record_rank *rank)
{
    return rank->busy_processors > 0 ? (double)rank->busy_threads / (double)rank->busy_processors
                                     : 0;
}

bool mpit__find_crowded_threads(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_rank *most = &evidence->record->rank[0], *rank = most;

    for (int i = 1; i < evidence->n; i++)
        if (threads_on_each(&rank[i]) > threads_on_each(most))
            most = &rank[i];
    if (!mpit__evidence_is_long(evidence) || !(threads_on_each(most) > 1))
        return false;
    for (int i = 0; i < evidence->n; i++)
        if (rank[i].busy_threads == most->busy_threads &&
            rank[i].busy_processors == most->busy_processors)
            finding->rank[finding->nrank++] = i;
    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text,
                 " %s %" PRId64 " threads%s that were busy on %" PRId64 " processor%s",
                 finding->nrank == 1 ? "has" : "have", most->busy_threads,
                 finding->nrank == 1 ? "" : " each", most->busy_processors,
                 most->busy_processors == 1 ? "" : "s");
    finding->value = threads_on_each(most);
    finding->weight = 1;
    return true;
}
