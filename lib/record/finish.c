/* What follows from the rest of a record when all of it is there, and the order of its lists. */
#include "record/record.h"

#include "record/sites.h"
#include "record/split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_time(const void *a, const void *b)
{
    const struct mpit_record_call *x = a, *y = b;

    if (x->time.total != y->time.total)
        return x->time.total < y->time.total ? 1 : -1;
    return strcmp(x->name, y->name);
}

static int by_seconds(const void *a, const void *b)
{
    const struct mpit_record_wait *x = a, *y = b;
    double left = isnan(x->seconds) ? -1 : x->seconds, right = isnan(y->seconds) ? -1 : y->seconds;

    if (left != right)
        return left < right ? 1 : -1;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    if (x->rank != y->rank)
        return x->rank - y->rank;
    return x->for_rank != y->for_rank ? x->for_rank - y->for_rank : strcmp(x->kind, y->kind);
}

/* Point-to-point and one-sided; of a damaged record as much as a number holds. */
static uint64_t sum(uint64_t messages, uint64_t one_sided)
{
    return messages + one_sided < messages ? UINT64_MAX : messages + one_sided;
}

static int by_bytes(const void *a, const void *b)
{
    const struct mpit_record_pair *x = a, *y = b;
    uint64_t more = sum(x->bytes, x->one_sided_bytes), than = sum(y->bytes, y->one_sided_bytes);

    if (more == than) {
        more = sum(x->messages, x->one_sided);
        than = sum(y->messages, y->one_sided);
    }
    if (more != than)
        return more < than ? 1 : -1;
    return x->sender != y->sender ? x->sender - y->sender : x->receiver - y->receiver;
}

/* Nobody has looked. */
static void forget_waits_of_sites(struct mpit_record *report)
{
    for (int i = 0; i < report->nsite; i++)
        report->site[i].waited = NAN;
}

void mpit__record_finish(struct mpit_record *report)
{
    int known = mpit__record_known(report);

    report->efficiency = mpit__efficiency(report);
    for (int i = 0; i < report->nregion; i++)
        report->region[i].efficiency = mpit__efficiency_of_region(&report->region[i], known);
    if (report->ncall)
        qsort(report->call, (size_t)report->ncall, sizeof *report->call, by_time);
    if (report->npair)
        qsort(report->pair, (size_t)report->npair, sizeof *report->pair, by_bytes);
    mpit__sites_sort(report);
    if (!mpit__waits_were_watched(report))
        forget_waits_of_sites(report);
    mpit__record_sort_uses(report);
    mpit__record_sort_spans(report);
    if (report->nwait)
        qsort(report->wait, (size_t)report->nwait, sizeof *report->wait, by_seconds);
    mpit__record_judge(report);
}
