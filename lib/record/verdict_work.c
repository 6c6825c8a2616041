#include "record/verdict_work.h"

#include "record/verdict_words.h"

#include <math.h>

static double sum_of_work(const struct mpit_evidence *evidence, const int *rank, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += evidence->split.outside[rank[i]];
    return sum;
}

/* Of all that are not among them. */
static double mean_of_others(const struct mpit_evidence *evidence, const int *rank, int n)
{
    return (evidence->mean_useful * evidence->n - sum_of_work(evidence, rank, n)) /
           (evidence->n - n);
}

/* The ranks stand in order.  By most of the others: some may be late themselves, or idle. */
bool mpit__work_explains(const struct mpit_evidence *evidence, const int *rank, int n,
                         double waited)
{
    int others = evidence->n - n, shorter = 0;
    double its;

    if (n == 0 || others <= 0)
        return false;
    its = sum_of_work(evidence, rank, n) / n;
    for (int i = 0, next = 0; i < evidence->n; i++) {
        double more = its - evidence->split.outside[i];

        if (next < n && rank[next] == i)
            next++;
        else
            shorter += more > 0 && more >= 0.5 * waited / others;
    }
    return 2 * shorter > others;
}

void mpit__say_more_work(struct mpit_line *line, const struct mpit_evidence *evidence,
                         const int *rank, int n)
{
    static const double IS_MORE = 1.05; /* what is "1.1 times" in a sentence */
    double its = sum_of_work(evidence, rank, n) / n;

    if (!(its >= IS_MORE * evidence->mean_useful))
        return;
    mpit__append(line, n == 1 ? "; it is outside of MPI " : "; they are outside of MPI ");
    mpit__say_times_mean(line, its, evidence->mean_useful);
}

double mpit__work_of_most(const struct mpit_evidence *evidence, const int *rank, int n)
{
    return (sum_of_work(evidence, rank, n) / n + evidence->mean_useful) / 2;
}

bool mpit__are_named(const struct mpit_evidence *evidence, const int *rank, int n)
{
    for (int i = 0; i < n; i++)
        if (!evidence->named[rank[i]])
            return false;
    return n > 0;
}

void mpit__name(struct mpit_evidence *evidence, const int *rank, int n)
{
    for (int i = 0; i < n; i++)
        evidence->named[rank[i]] = true;
}

static double most_work(const struct mpit_evidence *evidence)
{
    double most = 0;

    for (int i = 0; i < evidence->n; i++)
        most = fmax(most, evidence->split.outside[i]);
    return most;
}

/* What would be gained if all worked as long. */
static double gain(const struct mpit_evidence *evidence, double most)
{
    return (most - evidence->mean_useful) / evidence->longest;
}

/* What we take ourselves beside the calls of a rank is no work of the program. */
static double beside_calls(const struct mpit_evidence *evidence, int rank)
{
    static const double BESIDE = 150e-9; /* seconds a call at most, with all that is watched */
    double calls = 0;

    for (int i = 0; i < evidence->record->ncall; i++) {
        const struct mpit_record_call *call = &evidence->record->call[i];

        for (int k = 0; k < call->nrank; k++)
            if (call->rank[k].rank == rank)
                calls += (double)call->rank[k].count;
    }
    return BESIDE * calls;
}

/* Whether they work longer by more than that; they are alike, and one stands for all. */
static bool is_of_program(const struct mpit_evidence *evidence, const struct mpit_finding *finding,
                          double most)
{
    double beside = beside_calls(evidence, finding->rank[0]);

    return gain(evidence, most - beside) >= MPIT_LEAST_SHARE;
}

/* Those above the middle between the mean and the most. */
static void take_most(const struct mpit_evidence *evidence, struct mpit_finding *finding,
                      double most)
{
    for (int i = 0; i < evidence->n; i++)
        if (evidence->split.outside[i] >= (most + evidence->mean_useful) / 2)
            finding->rank[finding->nrank++] = i;
}

/* What is said of them already says why. */
static void leave_out_named(const struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    int n = 0;

    for (int i = 0; i < finding->nrank; i++)
        if (!evidence->named[finding->rank[i]])
            finding->rank[n++] = finding->rank[i];
    finding->nrank = n;
}

/* Who comes last to collectives changes, and that costs more than the work of one. */
static bool moves(const struct mpit_evidence *evidence, double gained)
{
    double collectives = 0;

    for (int i = 0; i < evidence->n; i++)
        collectives += evidence->own[i] - evidence->messages[i];
    return !evidence->has_late && collectives > 2 * gained * evidence->all;
}

bool mpit__find_load_imbalance(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double most = most_work(evidence);

    if (!mpit__evidence_has_parts(evidence) || !(gain(evidence, most) >= MPIT_LEAST_SHARE) ||
        moves(evidence, gain(evidence, most)))
        return false;
    take_most(evidence, finding, most);
    if (2 * finding->nrank > evidence->n)
        return false;
    leave_out_named(evidence, finding);
    if (finding->nrank == 0 || !is_of_program(evidence, finding, most))
        return false;
    mpit__name(evidence, finding->rank, finding->nrank);
    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " %s outside of MPI ", finding->nrank == 1 ? "is" : "are");
    mpit__say_times_mean(&finding->text, most, evidence->mean_useful);
    finding->value = evidence->mean_useful > 0 ? most / evidence->mean_useful : NAN;
    finding->weight = gain(evidence, most);
    evidence->has_culprit = evidence->has_late = true;
    return true;
}

bool mpit__has_little_to_do(const struct mpit_evidence *evidence, int rank)
{
    return evidence->split.outside[rank] < 0.5 * evidence->mean_useful;
}

static void take_idle(const struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    for (int i = 0; i < evidence->n; i++)
        if (mpit__has_little_to_do(evidence, i))
            finding->rank[finding->nrank++] = i;
}

bool mpit__find_idle_ranks(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double most = most_work(evidence), its;

    if (!mpit__evidence_has_parts(evidence) || !(gain(evidence, most) >= MPIT_LEAST_SHARE))
        return false;
    take_idle(evidence, finding);
    if (finding->nrank == 0 || 2 * finding->nrank >= evidence->n ||
        mpit__are_named(evidence, finding->rank, finding->nrank))
        return false;
    mpit__name(evidence, finding->rank, finding->nrank);
    its = sum_of_work(evidence, finding->rank, finding->nrank) / finding->nrank;
    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " %s little to do: ", finding->nrank == 1 ? "has" : "have");
    mpit__append_seconds_inline(&finding->text, its);
    mpit__append(&finding->text, " outside of MPI, the others ");
    mpit__append_seconds_inline(&finding->text,
                                mean_of_others(evidence, finding->rank, finding->nrank));
    finding->value = its / evidence->mean_useful;
    finding->weight = gain(evidence, most);
    return true;
}
