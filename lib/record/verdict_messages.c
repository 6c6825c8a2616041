/* Verdicts: how many messages and collectives there are, and of which size. */
#include "record/verdicts.h"

#include "record/verdict_words.h"

#include <string.h>

static uint64_t most_lay_from(const struct mpit_record *record, int rank, int *sender)
{
    uint64_t most = 0;

    for (int i = 0; i < record->nwait; i++) {
        const struct mpit_record_wait *wait = &record->wait[i];

        if (strcmp(wait->kind, "late_receiver") != 0 || wait->rank != rank || wait->for_rank < 0 ||
            wait->count <= most)
            continue;
        most = wait->count;
        *sender = wait->for_rank;
    }
    return most;
}

bool mpit__find_unexpected_queue(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    enum { LONG_QUEUE = 100 };
    const struct mpit_record_rank *at = &evidence->record->rank[0];
    int sender = 0;

    for (int i = 1; i < evidence->n; i++)
        if (evidence->record->rank[i].unexpected_peak > at->unexpected_peak)
            at = &evidence->record->rank[i];
    if (at->unexpected_peak < LONG_QUEUE)
        return false;
    mpit__append(&finding->text,
                 "messages pile up at rank %d: %s%" PRId64 " at a time that it had not asked for",
                 at->rank, at->unexpected_more ? "at least " : "", at->unexpected_peak);
    if (most_lay_from(evidence->record, at->rank, &sender))
        mpit__append(&finding->text, ", most of those that lay there from rank %d", sender);
    finding->rank[finding->nrank++] = at->rank;
    finding->value = (double)at->unexpected_peak;
    finding->weight = 0.1; /* what it costs nobody knows */
    return true;
}

/* Of the time in MPI, what could be gained where there are so many. */
static const double SMALL = 64, MOST_OF_THEM = 0.9, PART = 0.5;

/* Messages that were sent, and those of them with less than 64 bytes. */
static double count_sizes(const struct mpit_record *record, double *small)
{
    double messages = 0;

    *small = 0;
    for (int i = 0; i < record->nsize; i++) {
        messages += (double)record->size[i].sends;
        if ((double)record->size[i].most < SMALL)
            *small += (double)record->size[i].sends;
    }
    return messages;
}

static double count_pairs(const struct mpit_record *record, double *bytes)
{
    double messages = 0;

    *bytes = 0;
    for (int i = 0; i < record->npair; i++) {
        messages += (double)record->pair[i].messages;
        *bytes += (double)record->pair[i].bytes;
    }
    return messages;
}

/* So many that what each takes by itself is felt. */
static bool are_many(const struct mpit_evidence *evidence, double messages)
{
    enum { MANY = 10000, A_SECOND = 1000 };

    return mpit__evidence_has_parts(evidence) && messages >= MANY &&
           messages > A_SECOND * evidence->all && evidence->mpi >= 0.2 * evidence->all;
}

/* A record from before sizes were counted has their mean. */
bool mpit__find_small_messages(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const bool counted = evidence->record->nsize > 0;
    double small, messages = counted ? count_sizes(evidence->record, &small)
                                     : count_pairs(evidence->record, &small);

    if (!are_many(evidence, messages) ||
        !(counted ? small >= MOST_OF_THEM * messages : small < SMALL * messages))
        return false;
    if (counted) {
        mpit__append_share(&finding->text, small / messages);
        mpit__append(&finding->text, " of ");
    }
    mpit__say_number(&finding->text, messages / evidence->all);
    mpit__append(&finding->text, " messages a second of each rank have ");
    if (counted) {
        mpit__append(&finding->text, "less than 64 bytes");
    } else {
        mpit__say_number(&finding->text, small / messages);
        mpit__append(&finding->text, " bytes on average");
    }
    finding->value = small / messages;
    finding->weight = PART * evidence->mpi / evidence->all;
    finding->is_its_call = mpit__is_message_call;
    evidence->of_transfer += finding->weight;
    evidence->has_culprit = true;
    return true;
}

/* The sizes that begin from a limit on and before twice of it, which are of one class at most. */
static const struct mpit_record_size *just_above(const struct mpit_record *record, uint64_t limit)
{
    for (int i = 0; i < record->nsize; i++)
        if (record->size[i].least >= limit && record->size[i].least - limit < limit)
            return &record->size[i];
    return NULL;
}

bool mpit__find_eager_limit(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const uint64_t limit = evidence->record->eager_limit;
    const struct mpit_record_size *above = just_above(evidence->record, limit);
    double small, messages = count_sizes(evidence->record, &small);

    if (limit == 0 || !above || !mpit__evidence_is_on_one_node(evidence) ||
        !are_many(evidence, messages) || (double)above->sends < 0.5 * messages)
        return false;
    mpit__append_share(&finding->text, (double)above->sends / messages);
    mpit__append(&finding->text, " of ");
    mpit__say_number(&finding->text, messages / evidence->all);
    mpit__append(&finding->text,
                 " messages a second of each rank have %" PRIu64 " to %" PRIu64
                 " bytes, just above the %" PRIu64
                 " up to which they are sent without waiting for the receive",
                 above->least, above->most, limit);
    finding->value = (double)above->sends / messages;
    finding->weight = PART * evidence->mpi / evidence->all;
    finding->is_its_call = mpit__is_message_call;
    evidence->of_transfer += finding->weight;
    evidence->has_culprit = true;
    return true;
}

/* ---- collectives */

static bool is_small(const struct mpit_record_collective *collective)
{
    return (double)collective->most < SMALL;
}

/* Those of a program are counted by each rank. */
bool mpit__find_small_collectives(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record *record = evidence->record;
    const struct mpit_record_collective *most = NULL;
    double all = 0, small = 0;

    for (int i = 0; i < record->ncollective; i++) {
        const struct mpit_record_collective *its = &record->collective[i];

        all += (double)its->count;
        small += is_small(its) ? (double)its->count : 0;
        if (is_small(its) && (!most || its->count > most->count))
            most = its;
    }
    if (!most || !are_many(evidence, all) || small < MOST_OF_THEM * all)
        return false;
    mpit__append_share(&finding->text, small / all);
    mpit__append(&finding->text, " of ");
    mpit__say_number(&finding->text, all / evidence->all);
    mpit__append(&finding->text,
                 " collectives a second of each rank hand in less than 64 bytes, most of them "
                 "%.47s, %" PRIu64 " times",
                 most->operation, most->count);
    finding->value = small / all;
    finding->weight = PART * evidence->mpi / evidence->all;
    finding->is_its_call = mpit__is_collective_call;
    evidence->of_transfer += finding->weight;
    evidence->has_late = true;
    return true;
}
