/* Verdicts: for whom ranks wait. */
#include "record/verdicts.h"

#include "record/verdict_words.h"
#include "record/verdict_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- who is late */

static bool is_wait(const struct mpit_evidence *evidence, const struct mpit_record_wait *wait,
                    const char *kind)
{
    return !strcmp(wait->kind, kind) && wait->seconds > 0 && isfinite(wait->seconds) &&
           wait->rank >= 0 && wait->rank < evidence->n;
}

static bool is_for_one(const struct mpit_evidence *evidence, const struct mpit_record_wait *wait)
{
    return wait->for_rank >= 0 && wait->for_rank < evidence->n;
}

/* What has been waited for each rank, in ways of one kind; the sum of all.  How often: of messages
 * each one; of collectives each is waited in by several. */
static double sum_up(struct mpit_evidence *evidence, const char *kind)
{
    const bool is_collective = !strcmp(kind, "late_arrival");
    double all = 0;

    memset(evidence->sum, 0, sizeof *evidence->sum * (size_t)evidence->n);
    memset(evidence->count, 0, sizeof *evidence->count * (size_t)evidence->n);
    for (int i = 0; i < evidence->record->nwait; i++) {
        const struct mpit_record_wait *wait = &evidence->record->wait[i];
        double count = (double)wait->count;

        if (!is_wait(evidence, wait, kind))
            continue;
        all += wait->seconds;
        if (!is_for_one(evidence, wait))
            continue;
        evidence->sum[wait->for_rank] += wait->seconds;
        evidence->count[wait->for_rank] = is_collective
                                              ? fmax(count, evidence->count[wait->for_rank])
                                              : count + evidence->count[wait->for_rank];
    }
    return all;
}

static double sum_over(const double *of, const int *rank, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += of[rank[i]];
    return sum;
}

/* Who waits itself passes on what it waits for: nobody is named who is not waited for twice as long
 * as it waits. */
static bool passes_on(const struct mpit_evidence *evidence, int rank, const double *own)
{
    return evidence->sum[rank] < 2 * own[rank];
}

/* Those for whom the others wait about as long as for the one that they wait for longest. */
static void take_late(const struct mpit_evidence *evidence, const double *own,
                      struct mpit_finding *finding)
{
    static const double ABOUT = 0.6;
    int most = mpit__evidence_most(evidence);

    if (!(evidence->sum[most] > 0) || passes_on(evidence, most, own))
        return;
    for (int i = 0; i < evidence->n; i++)
        if (evidence->sum[i] >= ABOUT * evidence->sum[most] && !passes_on(evidence, i, own))
            finding->rank[finding->nrank++] = i;
    if (2 * finding->nrank > evidence->n)
        finding->nrank = 0;
}

/* Were all alike, and who is late chance, it would be so often one of these in one of a hundred
 * jobs at most, whoever they are: by Chernoff's bound for as many throws. */
static bool are_late_by_no_chance(const struct mpit_evidence *evidence,
                                  const struct mpit_finding *finding)
{
    double all = 0, share, expected = (double)finding->nrank / evidence->n, divergence;

    for (int i = 0; i < evidence->n; i++)
        all += evidence->count[i];
    share = all > 0 ? sum_over(evidence->count, finding->rank, finding->nrank) / all : 0;
    if (share <= expected)
        return false;
    divergence = share * log(share / expected) +
                 (share < 1 ? (1 - share) * log((1 - share) / (1 - expected)) : 0);
    return all * divergence >= log(100.0 * evidence->n);
}

/* Waits that are shorter than that each are what MPI takes for a message, not lateness. */
static bool are_short(double seconds, double times)
{
    return seconds < 20e-6 * times;
}

/* They stand out: by how often they are late, or as they work longer. */
static bool stand_out(const struct mpit_evidence *evidence, const struct mpit_finding *finding,
                      double waited)
{
    if (are_short(waited, sum_over(evidence->count, finding->rank, finding->nrank)))
        return false;
    return are_late_by_no_chance(evidence, finding) ||
           mpit__work_explains(evidence, finding->rank, finding->nrank, waited);
}

typedef bool wait_test(const struct mpit_evidence *evidence, const struct mpit_record_wait *wait,
                       const char *kind);

/* What has been waited for those that were found, of waits of which this is true. */
static double waited_for(const struct mpit_evidence *evidence, const struct mpit_finding *finding,
                         const char *kind, wait_test *is_such)
{
    double sum = 0;

    memset(evidence->count, 0, sizeof *evidence->count * (size_t)evidence->n);
    for (int i = 0; i < finding->nrank; i++)
        evidence->count[finding->rank[i]] = 1;
    for (int i = 0; i < evidence->record->nwait; i++) {
        const struct mpit_record_wait *wait = &evidence->record->wait[i];

        if (mpit__wait_is_time(wait) && is_for_one(evidence, wait) &&
            evidence->count[wait->for_rank] > 0 && is_such(evidence, wait, kind))
            sum += wait->seconds;
    }
    return sum;
}

static bool is_otherwise(const struct mpit_evidence *evidence, const struct mpit_record_wait *wait,
                         const char *kind)
{
    (void)evidence;
    return strcmp(wait->kind, kind) != 0;
}

/* Whoever is last of those that work, a rank with little to do waits for. */
static bool is_of_idle(const struct mpit_evidence *evidence, const struct mpit_record_wait *wait,
                       const char *kind)
{
    return is_wait(evidence, wait, kind) && mpit__has_little_to_do(evidence, wait->rank);
}

/* They are late as they work longer: what else is waited for them is no other cause. */
static void say_work(struct mpit_evidence *evidence, struct mpit_finding *finding, const char *kind)
{
    double more = waited_for(evidence, finding, kind, is_otherwise);

    mpit__say_more_work(&finding->text, evidence, finding->rank, finding->nrank);
    if (mpit__evidence_is_much(evidence, more)) {
        mpit__append(&finding->text, "; in other calls ");
        mpit__append_seconds_inline(&finding->text, more);
        mpit__append(&finding->text, " are waited for %s", finding->nrank == 1 ? "it" : "them");
    }
    finding->weight += more / evidence->all;
}

/* Of several that are late alike the last one is waited for: those that work about as long as who
 * was found, and wait next to nothing there, are late, too. */
static void add_alike(const struct mpit_evidence *evidence, struct mpit_finding *finding,
                      double waited)
{
    double least = mpit__work_of_most(evidence, finding->rank, finding->nrank),
           nothing = 0.25 * waited / evidence->n;
    int n = 0;

    for (int i = 0; i < evidence->n; i++) {
        evidence->count[i] = evidence->split.outside[i] >= least &&
                             evidence->own[i] - evidence->messages[i] < nothing;
        n += evidence->count[i] > 0;
    }
    if (2 * n > evidence->n)
        return;
    finding->nrank = 0;
    for (int i = 0; i < evidence->n; i++)
        if (evidence->count[i] > 0)
            finding->rank[finding->nrank++] = i;
}

/* ---- to collectives */

bool mpit__find_late_arrival(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const double unsure = evidence->record->waits_unsure;
    double all = sum_up(evidence, "late_arrival") + (unsure > 0 ? unsure : 0), its, own;
    bool works;

    take_late(evidence, evidence->own, finding);
    its = sum_over(evidence->sum, finding->rank, finding->nrank);
    own = sum_over(evidence->own, finding->rank, finding->nrank);
    if (finding->nrank == 0 || !mpit__evidence_is_much(evidence, its - own) || its < 0.5 * all ||
        !(evidence->record->waits_seen >= 0.5) || !stand_out(evidence, finding, its))
        return false;
    works = mpit__work_explains(evidence, finding->rank, finding->nrank, its);
    if (!works &&
        !mpit__evidence_is_much(
            evidence, its - own - waited_for(evidence, finding, "late_arrival", is_of_idle)))
        return false;
    if (works) {
        add_alike(evidence, finding, its);
        its = sum_over(evidence->sum, finding->rank, finding->nrank);
    }
    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " come%s last to collectives: ", mpit__say_s(finding->nrank));
    mpit__append_share(&finding->text, its / all);
    mpit__append(&finding->text, " of the waiting there is for %s, ",
                 finding->nrank == 1 ? "it" : "them");
    mpit__say_of_all(&finding->text, its, evidence);
    finding->weight = its / evidence->all;
    if (works)
        say_work(evidence, finding, "late_arrival");
    else
        finding->remedy = finding->nrank == 1 ? "it works no longer than the others: look what "
                                                "delays it before them"
                                              : "they work no longer than the others: look what "
                                                "delays them before them";
    mpit__name(evidence, finding->rank, finding->nrank);
    evidence->has_late = true;
    finding->value = its / all;
    finding->is_its_call = mpit__is_collective_call;
    return true;
}

/* What is waited for by turns, which is told from a tenth of the time on. */
static bool say_of_nobody(const struct mpit_evidence *evidence, struct mpit_finding *finding,
                          double all, const char *before, const char *behind,
                          bool (*is_its_call)(const char *call))
{
    double share = all / evidence->all;

    if (!mpit__evidence_has_parts(evidence) || !(share >= 2 * MPIT_LEAST_SHARE))
        return false;
    mpit__append(&finding->text, "%s", before);
    mpit__say_of_all(&finding->text, all, evidence);
    mpit__append(&finding->text, "%s", behind);
    finding->value = share;
    finding->weight = 0.5 * share; /* what it comes from is not known */
    finding->is_its_call = is_its_call;
    finding->waits_for_messages = is_its_call == mpit__is_message_call;
    return true;
}

bool mpit__find_moving_imbalance(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    return !evidence->has_late && evidence->record->waits_seen >= 0.5 &&
           say_of_nobody(evidence, finding, sum_up(evidence, "late_arrival"),
                         "who comes last to collectives changes: ",
                         " is waited there, and no rank stands out", mpit__is_collective_call);
}

/* ---- to MPI_Init and MPI_Finalize */

/* Those that have waited for next to nothing; what all have waited, no number where that is not
 * known. */
static double take_last(const struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double all = 0, most = 0;

    for (int i = 0; i < evidence->n; i++) {
        all += mpit__wait_at_end(evidence, i);
        most = fmax(most, mpit__wait_at_end(evidence, i));
    }
    for (int i = 0; i < evidence->n; i++)
        if (mpit__wait_at_end(evidence, i) < MPIT_LEAST_SHARE * most)
            finding->rank[finding->nrank++] = i;
    return all;
}

/* Who came last as others were late before is no cause of it: that is said of those. */
static void leave_out_kept_up(const struct mpit_evidence *evidence, struct mpit_finding *finding,
                              double waited)
{
    int n = 0;

    for (int i = 0; i < finding->nrank; i++)
        if (evidence->own[finding->rank[i]] <= 0.5 * waited / evidence->n ||
            mpit__work_explains(evidence, &finding->rank[i], 1, waited))
            finding->rank[n++] = finding->rank[i];
    finding->nrank = n;
}

bool mpit__find_late_finalize(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double all = take_last(evidence, finding);
    bool works;

    if (!mpit__evidence_is_much(evidence, all))
        return false;
    leave_out_kept_up(evidence, finding, all);
    works = mpit__work_explains(evidence, finding->rank, finding->nrank, all);
    if (finding->nrank == 0 || (works && mpit__are_named(evidence, finding->rank, finding->nrank)))
        return false;
    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " come%s last to MPI_Finalize: the others wait there ",
                 mpit__say_s(finding->nrank));
    mpit__say_of_all(&finding->text, all, evidence);
    if (works)
        mpit__say_more_work(&finding->text, evidence, finding->rank, finding->nrank);
    if (works || all >= 0.5 * evidence->mpi)
        mpit__name(evidence, finding->rank, finding->nrank);
    finding->value = finding->weight = all / evidence->all;
    return true;
}

static double time_in_init(const struct mpit_evidence *evidence, int rank)
{
    return evidence->record->rank[rank].part[MPIT_PART_init];
}

/* Those that are there for next to nothing; false: some others are not there for long either, as
 * where a launcher starts one after the other. */
static bool take_last_to_init(const struct mpit_evidence *evidence, struct mpit_finding *finding,
                              double least, double most)
{
    bool others_wait = true;

    for (int i = 0; i < evidence->n; i++)
        if (time_in_init(evidence, i) - least < 0.1 * (most - least))
            finding->rank[finding->nrank++] = i;
        else
            others_wait = others_wait && time_in_init(evidence, i) - least >= 0.5 * (most - least);
    return others_wait && finding->nrank > 0 && 2 * finding->nrank <= evidence->n;
}

bool mpit__find_late_init(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    static const double LONG = 0.5;
    double least = time_in_init(evidence, 0), most = least, waited = 0, all = evidence->all;

    for (int i = 0; i < evidence->n; i++) {
        least = fmin(least, time_in_init(evidence, i));
        most = fmax(most, time_in_init(evidence, i));
        all += time_in_init(evidence, i);
    }
    for (int i = 0; i < evidence->n; i++)
        waited += time_in_init(evidence, i) - least;
    if (!(most - least >= LONG) || !(waited >= MPIT_LEAST_SHARE * all) ||
        !take_last_to_init(evidence, finding, least, most))
        return false;
    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " come%s last to MPI_Init: the others wait there ",
                 mpit__say_s(finding->nrank));
    mpit__append_seconds_inline(&finding->text, waited);
    mpit__append(&finding->text, ", ");
    mpit__append_share(&finding->text, waited / all);
    mpit__append(&finding->text, " of the time of all ranks with MPI_Init");
    evidence->has_start = true;
    finding->value = finding->weight = waited / all;
    return true;
}

/* ---- in messages */

/* Those that have waited for ranks for more than a hundredth of what all have; in `sum`. */
static int take_waiting(struct mpit_evidence *evidence, const char *kind,
                        const struct mpit_finding *late, double all, int *rank)
{
    int n = 0;

    memset(evidence->count, 0, sizeof *evidence->count * (size_t)evidence->n);
    for (int i = 0; i < late->nrank; i++)
        evidence->count[late->rank[i]] = 1;
    memset(evidence->sum, 0, sizeof *evidence->sum * (size_t)evidence->n);
    for (int i = 0; i < evidence->record->nwait; i++) {
        const struct mpit_record_wait *wait = &evidence->record->wait[i];

        if (is_wait(evidence, wait, kind) && is_for_one(evidence, wait) &&
            evidence->count[wait->for_rank] > 0)
            evidence->sum[wait->rank] += wait->seconds;
    }
    for (int i = 0; i < evidence->n; i++)
        if (evidence->sum[i] > 0.01 * all)
            rank[n++] = i;
    return n;
}

/* "rank 0 sends late to ranks 1, 2: receives wait there 2 s, …" */
static void say_late(struct mpit_evidence *evidence, struct mpit_finding *finding, double its,
                     const char *kind, const char *does, const char *where)
{
    int *waiting = malloc(sizeof *waiting * (size_t)evidence->n), n;

    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " %s%s late", does, mpit__say_s(finding->nrank));
    n = waiting ? take_waiting(evidence, kind, finding, its, waiting) : 0;
    if (n > 0) {
        mpit__append(&finding->text, !strcmp(does, "send") ? " to " : " from ");
        mpit__say_ranks(&finding->text, waiting, n);
    }
    free(waiting);
    mpit__append(&finding->text, ": %s wait there ", where);
    mpit__say_of_all(&finding->text, its, evidence);
}

static bool find_waited_for(struct mpit_evidence *evidence, struct mpit_finding *finding,
                            const char *kind, const char *does, const char *where)
{
    double its, own;
    bool works;

    sum_up(evidence, kind);
    take_late(evidence, evidence->messages, finding);
    its = sum_over(evidence->sum, finding->rank, finding->nrank);
    own = sum_over(evidence->messages, finding->rank, finding->nrank);
    if (!mpit__evidence_is_much(evidence, its - own) || !stand_out(evidence, finding, its))
        return false;
    evidence->has_culprit = true;
    works = mpit__work_explains(evidence, finding->rank, finding->nrank, its);
    if (works && mpit__are_named(evidence, finding->rank, finding->nrank))
        return false;
    say_late(evidence, finding, its, kind, does, where);
    finding->value = finding->weight = its / evidence->all;
    if (works)
        say_work(evidence, finding, kind);
    mpit__name(evidence, finding->rank, finding->nrank);
    if (!works)
        finding->remedy = !strcmp(does, "send") ? "send earlier" : NULL;
    else if (!strcmp(does, "receive"))
        finding->remedy = "share the work before that more evenly, or post the receives earlier";
    finding->is_its_call = mpit__is_message_call;
    finding->waits_for_messages = true;
    return true;
}

bool mpit__find_late_sender(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    return find_waited_for(evidence, finding, "late_sender", "send", "receives");
}

/* Messages to ranks are mostly too large to be sent without their receive; smaller ones wait for
 * another reason (MPI_Ssend, room that has run out). */
static bool are_beyond_eager(const struct mpit_record *record, const struct mpit_finding *finding)
{
    double messages = 0, bytes = 0;

    for (int i = 0; i < record->npair; i++)
        if (record->pair[i].receiver == finding->rank[0]) {
            messages += (double)record->pair[i].messages;
            bytes += (double)record->pair[i].bytes;
        }
    return record->eager_limit > 0 && bytes > (double)record->eager_limit * messages;
}

bool mpit__find_blocked_send(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    if (!find_waited_for(evidence, finding, "blocked_send", "receive", "sends"))
        return false;
    if (!finding->remedy && mpit__evidence_is_on_one_node(evidence) &&
        are_beyond_eager(evidence->record, finding))
        finding->remedy = "post the receives earlier; mpit_tune_eager_shm above the size of the "
                          "messages lets sends end without them, for memory";
    return true;
}

bool mpit__find_mutual_waits(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    return !evidence->has_culprit &&
           say_of_nobody(evidence, finding, mpit__evidence_sum(evidence, evidence->messages),
                         "ranks wait for each other in messages: ",
                         ", and no rank is waited for much longer than it waits",
                         mpit__is_message_call);
}
