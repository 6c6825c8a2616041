/* Verdicts: what the time went into, where no rule knows why. */
#include "record/verdicts.h"

#include "record/verdict_words.h"

#include <math.h>
#include <string.h>

/* Who asks does not transfer. */
static bool is_transfer(const char *call)
{
    return (mpit__is_message_call(call) || mpit__is_collective_call(call)) &&
           strncmp(call, "MPI_Test", 8) != 0 && !strstr(call, "probe");
}

/* What ranks may have had no processor for while they were in MPI. */
static double without_processor(const struct mpit_evidence *evidence)
{
    double sum = 0;

    for (int i = 0; i < evidence->n; i++) {
        const struct mpit_record_rank *rank = &evidence->record->rank[i];

        if (rank->had.processor_wait > 0)
            sum += fmin(rank->had.processor_wait, rank->mpi);
    }
    return sum;
}

/* Of calls that send, receive, complete and meet, without what is waited there for others or for a
 * processor, and without questions. */
static double of_transfer(const struct mpit_evidence *evidence)
{
    double sum = -without_processor(evidence);

    for (int i = 0; i < evidence->n; i++) {
        const double *part = evidence->record->rank[i].part;

        sum += part[MPIT_PART_point_to_point] + part[MPIT_PART_completion] +
               part[MPIT_PART_collective] - evidence->own[i];
    }
    for (int i = 0; i < evidence->record->ncall; i++) {
        const struct mpit_record_call *call = &evidence->record->call[i];

        if (mpit__is_message_call(call->name) && !is_transfer(call->name))
            sum -= call->time.total;
    }
    return sum;
}

/* What is sent, and in which call most time goes: that one. */
static const struct mpit_record_call *say_what_is_sent(const struct mpit_record *record,
                                                       struct mpit_line *line)
{
    const struct mpit_record_call *most = NULL;
    uint64_t bytes = 0;
    char volume[MPIT_READABLE];

    for (int i = 0; i < record->ncall; i++) {
        const struct mpit_record_call *call = &record->call[i];

        if (is_transfer(call->name) && (!most || call->time.total > most->time.total))
            most = call;
        bytes += call->bytes;
    }
    if (!most)
        return NULL;
    mpit__append(line, ", most of it in %.47s (", most->name);
    mpit__append_seconds_inline(line, most->time.total);
    mpit__append(line, ")");
    mpit__readable_volume(volume, bytes);
    if (bytes > 0)
        mpit__append(line, ", %s in all", volume + strspn(volume, " "));
    return most;
}

bool mpit__find_transfer(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double its = of_transfer(evidence), share = its / evidence->all;

    if (!mpit__evidence_has_parts(evidence) || !mpit__waits_are_known(evidence->record) ||
        !(share >= 2 * MPIT_LEAST_SHARE) || evidence->of_transfer > 0)
        return false;
    mpit__append(&finding->text, "ranks send and receive for ");
    mpit__say_of_all(&finding->text, its, evidence);
    mpit__append(&finding->text, ", without what they wait for others");
    evidence->told = say_what_is_sent(evidence->record, &finding->text);
    finding->value = share;
    finding->weight = 0.5 * share; /* some of it has to be */
    finding->is_its_call = is_transfer;
    return true;
}

bool mpit__find_little_mpi(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double share = evidence->mpi / evidence->all, shortest = evidence->longest;

    for (int i = 0; i < evidence->n; i++)
        shortest = fmin(shortest, mpit__rank_recorded(&evidence->record->rank[i]));
    if (!mpit__evidence_has_parts(evidence) || evidence->n < 2 || !(share < MPIT_LEAST_SHARE) ||
        evidence->found || shortest < 0.9 * evidence->longest)
        return false;
    mpit__append(&finding->text, "MPI is ");
    mpit__say_of_all(&finding->text, evidence->mpi, evidence);
    finding->value = share;
    finding->weight = 0.01;
    return true;
}

static void say_parts(const struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double outside = mpit__evidence_sum(evidence, evidence->split.outside),
           waiting = mpit__evidence_sum(evidence, evidence->split.waiting),
           rest = mpit__evidence_sum(evidence, evidence->split.rest);
    bool known = mpit__waits_are_known(evidence->record);

    mpit__append(&finding->text, "no rank and no call stands out: ");
    mpit__append_share(&finding->text, outside / evidence->all);
    mpit__append(&finding->text, " of the time of all ranks is outside of MPI, ");
    if (known) {
        mpit__append_share(&finding->text, waiting / evidence->all);
        mpit__append(&finding->text, " waiting for others, ");
    }
    mpit__append_share(&finding->text, (known ? rest : waiting + rest) / evidence->all);
    mpit__append(&finding->text, known ? " the rest of MPI" : " in it");
    if (outside >= 0.9 * evidence->all)
        finding->remedy = "there is little to gain in MPI: look at the computation";
    else if (without_processor(evidence) >= 0.5 * evidence->mpi)
        finding->remedy =
            "in MPI ranks had no processor for much of the time: see how many of them "
            "share the processors, and what else runs there";
    else if (known && waiting > rest)
        finding->remedy = "begin with what is waited: at most that much can be gained";
    else
        finding->remedy = "begin with the call that takes most: at most that much can be gained";
    finding->value = outside / evidence->all;
}

/* There is always an answer. */
bool mpit__find_nothing_stands_out(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    if (evidence->found || !(evidence->all > 0))
        return false;
    finding->weight = 0.001;
    if (!mpit__evidence_is_long(evidence)) {
        mpit__append(&finding->text, "the ranks were recorded for ");
        mpit__append_seconds_inline(&finding->text, evidence->longest);
        mpit__append(&finding->text, " at most");
        finding->remedy = "that is too short to say what takes the time";
    } else if (evidence->vague) {
        mpit__append(&finding->text, "what is outside of MPI is not known");
        finding->remedy = "nothing is said of what takes the time";
    } else {
        say_parts(evidence, finding);
    }
    return true;
}
