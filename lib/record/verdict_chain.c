/* Verdicts: ranks that work one after the other, and one that takes what all others send. */
#include "record/verdicts.h"

#include "record/verdict_words.h"
#include "record/verdict_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a chain: the wait of one is the wait of the next */

/* Of each rank the one that it waits for longest to send, and how long; the other way round, how
 * long that one waits for it. */
struct links {
    int *to; /* -1: none */
    double *seconds, *back;
};

static bool is_message(const struct mpit_evidence *evidence, const struct mpit_record_wait *wait)
{
    return !strcmp(wait->kind, "late_sender") && mpit__wait_is_time(wait) && wait->rank >= 0 &&
           wait->rank < evidence->n && wait->for_rank >= 0 && wait->for_rank < evidence->n;
}

static void find_links(const struct mpit_evidence *evidence, struct links *links)
{
    const struct mpit_record *record = evidence->record;

    for (int i = 0; i < evidence->n; i++)
        links->to[i] = -1;
    for (int i = 0; i < record->nwait; i++) {
        const struct mpit_record_wait *wait = &record->wait[i];

        if (!is_message(evidence, wait) || wait->seconds <= links->seconds[wait->rank])
            continue;
        links->to[wait->rank] = wait->for_rank;
        links->seconds[wait->rank] = wait->seconds;
    }
    for (int i = 0; i < record->nwait; i++) {
        const struct mpit_record_wait *wait = &record->wait[i];

        if (is_message(evidence, wait) && links->to[wait->for_rank] == wait->rank)
            links->back[wait->for_rank] += wait->seconds;
    }
}

/* What goes in both directions is no chain, nor is what is next to nothing of a rank's time. */
static bool is_link(const struct mpit_evidence *evidence, const struct links *links, int rank)
{
    return links->to[rank] >= 0 && links->seconds[rank] >= 2 * links->back[rank] &&
           links->seconds[rank] >= MPIT_LEAST_SHARE * evidence->longest;
}

/* From a rank to the one that waits for nobody, or for one that is there already; how many. */
static int follow(const struct mpit_evidence *evidence, const struct links *links, int from,
                  int *rank, double *seconds)
{
    enum { LONGEST = 1024 };
    int n = 0;

    *seconds = 0;
    for (int at = from; n < LONGEST; at = links->to[at]) {
        for (int i = 0; i < n; i++)
            if (rank[i] == at)
                return n;
        rank[n++] = at;
        if (n == evidence->n || !is_link(evidence, links, at))
            return n;
        *seconds += links->seconds[at];
    }
    return n;
}

/* Those that nobody waits for are where chains end. */
static int find_end(const struct mpit_evidence *evidence, const struct links *links)
{
    int end = -1;
    double most = 0;

    memset(evidence->count, 0, sizeof *evidence->count * (size_t)evidence->n);
    for (int i = 0; i < evidence->n; i++)
        if (is_link(evidence, links, i))
            evidence->count[links->to[i]]++;
    for (int i = 0; i < evidence->n; i++)
        if (is_link(evidence, links, i) && evidence->count[i] == 0 && links->seconds[i] > most) {
            end = i;
            most = links->seconds[i];
        }
    for (int i = 0; i < evidence->n && end < 0; i++)
        if (is_link(evidence, links, i))
            end = i;
    return end;
}

static void say_chain(struct mpit_evidence *evidence, struct mpit_finding *finding, int n,
                      double seconds)
{
    enum { SHOWN = 6 };

    mpit__append(&finding->text, "ranks work one after the other: each waits for the one before "
                                 "it to send, ");
    for (int i = 0; i < n && i < SHOWN; i++)
        mpit__append(&finding->text, "%s%d", i ? " for " : "", finding->rank[i]);
    mpit__append(&finding->text, n > SHOWN ? " and so on, " : ", ");
    mpit__say_of_all(&finding->text, seconds, evidence);
    finding->value = finding->weight = seconds / evidence->all;
    finding->is_its_call = mpit__is_message_call;
    finding->waits_for_messages = true;
    evidence->has_culprit = evidence->has_late = true;
}

static bool find_one_way(struct mpit_evidence *evidence, struct mpit_finding *finding,
                         struct links *links)
{
    double seconds;
    int end, n;

    find_links(evidence, links);
    end = find_end(evidence, links);
    if (end < 0)
        return false;
    n = follow(evidence, links, end, finding->rank, &seconds);
    if (n < 3 || !mpit__evidence_is_much(evidence, seconds) ||
        mpit__work_explains(evidence, &finding->rank[n - 1], 1, seconds))
        return false;
    say_chain(evidence, finding, n, seconds);
    return true;
}

/* ---- the same in both directions, as of sweeps: waits grow from link to link */

static bool is_in(const int *rank, int n, int one)
{
    for (int i = 0; i < n; i++)
        if (rank[i] == one)
            return true;
    return false;
}

/* The longest wait of a rank (-1: of any) for one that is not there already; NULL: none. */
static const struct mpit_record_wait *next_of(const struct mpit_evidence *evidence, const int *rank,
                                              int n, int of)
{
    const struct mpit_record_wait *most = NULL;

    for (int i = 0; i < evidence->record->nwait; i++) {
        const struct mpit_record_wait *wait = &evidence->record->wait[i];

        if (is_message(evidence, wait) && (of < 0 || wait->rank == of) &&
            !is_in(rank, n, wait->for_rank) && (!most || wait->seconds > most->seconds))
            most = wait;
    }
    return most;
}

static bool find_wave(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    enum { LONGEST = 64 };
    static const double GROWS = 1.1;
    const struct mpit_record_wait *wait = next_of(evidence, NULL, 0, -1);
    double all = mpit__evidence_sum(evidence, evidence->messages), before = INFINITY;
    int n = 0;

    if (!wait || all < 4 * MPIT_LEAST_SHARE * evidence->all)
        return false;
    finding->rank[n++] = wait->rank;
    while (wait && wait->seconds * GROWS <= before && n < evidence->n && n < LONGEST) {
        before = wait->seconds;
        finding->rank[n++] = wait->for_rank;
        wait = next_of(evidence, finding->rank, n, wait->for_rank);
    }
    if (n < 4 || mpit__work_explains(evidence, &finding->rank[n - 1], 1, all))
        return false;
    say_chain(evidence, finding, n, all);
    return true;
}

bool mpit__find_chain(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    size_t n = (size_t)evidence->n;
    struct links links = {calloc(n, sizeof *links.to), calloc(n, sizeof *links.seconds),
                          calloc(n, sizeof *links.back)};
    bool found = links.to && links.seconds && links.back && mpit__evidence_has_parts(evidence) &&
                 (find_one_way(evidence, finding, &links) || find_wave(evidence, finding));

    free(links.to);
    free(links.seconds);
    free(links.back);
    return found;
}

/* ---- a rank that takes what all others send, one after the other */

/* Messages by receiver into `sum`, and from how many ranks into `count`; all of them. */
static double count_received(struct mpit_evidence *evidence)
{
    const struct mpit_record *record = evidence->record;
    double all = 0;

    memset(evidence->sum, 0, sizeof *evidence->sum * (size_t)evidence->n);
    memset(evidence->count, 0, sizeof *evidence->count * (size_t)evidence->n);
    for (int i = 0; i < record->npair; i++) {
        const struct mpit_record_pair *pair = &record->pair[i];

        all += (double)pair->messages;
        if (pair->receiver < 0 || pair->receiver >= evidence->n || pair->messages == 0)
            continue;
        evidence->sum[pair->receiver] += (double)pair->messages;
        evidence->count[pair->receiver]++;
    }
    return all;
}

static double waited_for(const struct mpit_evidence *evidence, int rank)
{
    double sum = 0;

    for (int i = 0; i < evidence->record->nwait; i++)
        if (evidence->record->wait[i].for_rank == rank &&
            strcmp(evidence->record->wait[i].kind, "late_finalize") != 0 &&
            mpit__wait_is_time(&evidence->record->wait[i]))
            sum += evidence->record->wait[i].seconds;
    return sum;
}

bool mpit__find_gather_root(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    enum { FEW = 3 };
    double all = count_received(evidence), waited;
    int root = mpit__evidence_most(evidence), senders = (int)evidence->count[root];

    if (evidence->n <= FEW || senders < FEW || 4 * senders < 3 * (evidence->n - 1) ||
        evidence->sum[root] < 0.6 * all)
        return false;
    waited = waited_for(evidence, root);
    if (!mpit__evidence_is_much(evidence, waited) || waited < 2 * evidence->own[root])
        return false;
    finding->rank[finding->nrank++] = root;
    mpit__name(evidence, finding->rank, finding->nrank);
    mpit__append(&finding->text,
                 "rank %d takes what %d others send, one after the other: they wait for it ", root,
                 senders);
    mpit__say_of_all(&finding->text, waited, evidence);
    mpit__say_more_work(&finding->text, evidence, finding->rank, finding->nrank);
    finding->value = finding->weight = waited / evidence->all;
    finding->is_its_call = mpit__is_message_call;
    finding->waits_for_messages = true;
    evidence->has_culprit = evidence->has_late = true;
    return true;
}
