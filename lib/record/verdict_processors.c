/* Verdicts about processors: ranks that had none, more ranks or threads than there are; and what is
 * not said where that may be why. */
#include "record/processors.h"
#include "record/verdict_words.h"
#include "record/verdicts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- ranks without a processor */

static const double LACKING = 0.1;

/* No number where the system does not tell. */
static double lost_by(const struct mpit_record_rank *rank)
{
    return rank->had.processor_wait;
}

static double had_by(const struct mpit_record_rank *rank)
{
    return rank->had.user_time + rank->had.system_time;
}

/* Of the time that was, and of what its threads wanted, which may be more. */
static bool lacks(const struct mpit_record_rank *rank)
{
    double lost = lost_by(rank);

    return lost >= LACKING * rank->wall && lost >= LACKING * (had_by(rank) + lost);
}

/* Others may have waited for it: it has lost more than it was in MPI, where it waits itself. */
static bool lacks_outside(const struct mpit_record_rank *rank)
{
    return lacks(rank) && lost_by(rank) - rank->mpi >= LACKING * rank->wall;
}

/* The ranks of a record by node and processors; NULL without memory. */
static const struct mpit_record_rank **sorted(const struct mpit_evidence *evidence)
{
    const struct mpit_record_rank **rank = malloc(sizeof *rank * (size_t)evidence->n);

    for (int i = 0; rank && i < evidence->n; i++)
        rank[i] = &evidence->record->rank[i];
    if (rank)
        qsort(rank, (size_t)evidence->n, sizeof *rank, by_processors);
    return rank;
}

/* They slept at least half of their time outside of MPI: what they lost they lost while they waited
 * in it, and who is late did not need a processor. */
static bool sleep_outside(const struct mpit_record_rank *const *rank, int n)
{
    double slept = 0, outside = 0;

    for (int i = 0; i < n; i++) {
        double its = rank[i]->wall - had_by(rank[i]) - lost_by(rank[i]);

        slept += its > 0 ? its : 0;
        outside += rank[i]->wall - rank[i]->mpi;
    }
    return slept >= 0.5 * outside;
}

/* Marks those of a node that are to be named, in `sum`. */
static void mark(struct mpit_evidence *evidence, const struct mpit_record_rank *const *rank, int n)
{
    double lost = 0, wall = 0;
    bool together;

    for (int i = 0; i < n; i++) {
        lost += lost_by(rank[i]) > 0 ? lost_by(rank[i]) : 0;
        wall += rank[i]->wall;
    }
    together = lost >= LACKING * wall && !sleep_outside(rank, n);
    for (int i = 0; i < n; i++)
        evidence->sum[rank[i]->rank] = together ? lacks(rank[i]) : lacks_outside(rank[i]);
}

/* Those that share processors with one of a node. */
struct crowd {
    int ranks, processors; /* 0: not known */
    double threads;        /* that were busy, a rank's one of them at least */
};

static struct crowd crowd_of(const struct mpit_evidence *evidence,
                             const struct mpit_record_rank *rank)
{
    struct crowd crowd = {.processors = mpit__processors(rank->processors)};

    for (int i = 0; i < evidence->n; i++) {
        const struct mpit_record_rank *other = &evidence->record->rank[i];

        if (!share_processors(rank, other))
            continue;
        crowd.ranks++;
        crowd.threads += other->busy_threads > 1 ? (double)other->busy_threads : 1;
    }
    return crowd;
}

static bool has_known_threads(const struct mpit_record_rank *rank)
{
    return rank->busy_processors > 0 && rank->busy_threads > rank->busy_processors;
}

/* It has had all of its processors, and wanted more: threads of its own share them, though it is
 * not known how many, as some have ended. */
static bool has_all_and_wants_more(const struct mpit_record_rank *rank)
{
    return lacks(rank) && rank->busy_processors > 0 && !has_known_threads(rank) &&
           had_by(rank) >= 0.9 * rank->wall * (double)rank->busy_processors;
}

static bool has_crowded_threads(const struct mpit_record_rank *rank)
{
    return has_known_threads(rank) || has_all_and_wants_more(rank);
}

static bool have_crowded_threads(const struct mpit_evidence *evidence,
                                 const struct mpit_finding *finding)
{
    for (int i = 0; i < finding->nrank; i++)
        if (!has_crowded_threads(&evidence->record->rank[finding->rank[i]]))
            return false;
    return true;
}

/* Where the ranks are too many, or their threads, they have all that there is, in turns: who has
 * much less has lost it to others. */
static const char *remedy_for(const struct mpit_record_rank *rank, const struct crowd *crowd,
                              double share)
{
    if (crowd->processors == 0)
        return "see what else runs there, and whether more ranks do than there are processors";
    if (crowd->ranks > crowd->processors && share * crowd->ranks < 0.5 * crowd->processors)
        return "start no more ranks on a node than it has processors, and see what else runs "
               "there: other programs, or a limit, take them, too";
    if (crowd->ranks > crowd->processors)
        return NULL;
    if (has_crowded_threads(rank) || crowd->threads > crowd->processors)
        return "give each rank a processor for each of its threads (mpirun --map-by slot:PE=4, "
               "srun --cpus-per-task=4), or start fewer (OMP_NUM_THREADS)";
    return "other programs, or a limit, take the processors: see what else runs there, or repeat "
           "it alone";
}

/* What takes the processors of the rank that has lost most.  share: that they had of the time. */
static void say_cause(const struct mpit_record_rank *rank, const struct crowd *crowd, double share,
                      struct mpit_finding *finding)
{
    finding->remedy = remedy_for(rank, crowd, share);
    if (crowd->processors == 0)
        return;
    mpit__append(&finding->text, " (%d rank%s on %d processor%s of ", crowd->ranks,
                 crowd->ranks == 1 ? "" : "s", crowd->processors,
                 crowd->processors == 1 ? "" : "s");
    mpit__append_visible(&finding->text, rank->host);
    if (has_known_threads(rank))
        mpit__append(&finding->text, "; rank %d has %" PRId64 " threads that were busy on %" PRId64,
                     rank->rank, rank->busy_threads, rank->busy_processors);
    mpit__append(&finding->text, ")");
}

static void mark_all(struct mpit_evidence *evidence)
{
    const struct mpit_record_rank **rank = sorted(evidence);

    memset(evidence->sum, 0, sizeof *evidence->sum * (size_t)evidence->n);
    for (int i = 0, end; rank && i < evidence->n; i = end) {
        for (end = i + 1; end < evidence->n && !strcmp(rank[i]->host, rank[end]->host);)
            end++;
        mark(evidence, rank + i, end - i);
    }
    free(rank);
}

bool mpit__find_no_processor(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_rank *most = NULL;
    double had = 0, lost = 0;
    struct crowd crowd;

    if (!mpit__evidence_is_long(evidence))
        return false;
    mark_all(evidence);
    for (int i = 0; i < evidence->n; i++) {
        const struct mpit_record_rank *rank = &evidence->record->rank[i];

        if (!(evidence->sum[i] > 0))
            continue;
        finding->rank[finding->nrank++] = i;
        had += had_by(rank);
        lost += lost_by(rank);
        if (!most || lost_by(rank) > lost_by(most))
            most = rank;
    }
    if (!most)
        return false;
    evidence->lacks_processors = true;
    if (have_crowded_threads(evidence, finding))
        return false; /* crowded_threads says so */
    crowd = crowd_of(evidence, most);
    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " had a processor ");
    mpit__append_share(&finding->text, had / (had + lost));
    mpit__append(&finding->text, " of the time that %s wanted one",
                 finding->nrank == 1 ? "it" : "they");
    say_cause(most, &crowd, had / (had + lost), finding);
    finding->value = had / (had + lost);
    finding->weight = 1 + lost / evidence->wall; /* first, as all else may follow from it */
    return true;
}

/* ---- what may follow from that */

/* What a rank has lost others may have waited for: of the longest time that there was.  Of a
 * finding that names nobody it is that of the rank which has lost most. */
static double share_lost(const struct mpit_evidence *evidence, const struct mpit_finding *finding)
{
    const bool named = finding->nrank > 0 && finding->nrank < evidence->n;
    double most = 0;

    for (int i = 0; i < (named ? finding->nrank : evidence->n); i++)
        most = fmax(most, lost_by(&evidence->record->rank[named ? finding->rank[i] : i]));
    return most / evidence->longest;
}

bool mpit__follows_from_processors(const struct mpit_evidence *evidence, const char *id,
                                   const struct mpit_finding *finding)
{
    /* Which of its figures is the share of the time that it explains. */
    const struct {
        const char *id;
        double share;
    } followers[] = {
        {"late_arrival", finding->weight},   {"late_finalize", finding->weight},
        {"load_imbalance", finding->weight}, {"late_sender", finding->weight},
        {"blocked_send", finding->weight},   {"mutual_waits", finding->value},
        {"polling", finding->value},         {"one_call", finding->value},
        {"chain", finding->value},           {"gather_root", finding->value},
        {"idle_ranks", finding->weight},     {"moving_imbalance", finding->value},
        {"one_sided", finding->value},       {"transfer", finding->value},
    };

    for (size_t i = 0; evidence->lacks_processors && i < sizeof followers / sizeof *followers; i++)
        if (!strcmp(followers[i].id, id))
            return followers[i].share - share_lost(evidence, finding) < MPIT_LEAST_SHARE;
    return false;
}

/* ---- more ranks than processors, where it is not known whether they waited for one */

static bool tell_what_they_lost(const struct mpit_record_rank *const *rank, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(lost_by(rank[i])))
            return false;
    return true;
}

/* Those of one list on one node, where they are the most for it that were found. */
static void take_crowd(const struct mpit_record_rank *const *rank, int n,
                       struct mpit_finding *finding)
{
    int processors = mpit__processors(rank[0]->processors);

    if (processors == 0 || n <= processors || n <= finding->value * processors ||
        tell_what_they_lost(rank, n))
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
    const struct mpit_record_rank **rank = sorted(evidence);

    if (!rank || !mpit__evidence_is_long(evidence)) {
        free(rank);
        return false;
    }
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

/* Threads on each of its processors; where it is not known how many there were, as many as wanted
 * one at a time.  Of whom no_processor has named, with others, it says so. */
static double threads_on_each(const struct mpit_evidence *evidence,
                              const struct mpit_record_rank *rank)
{
    double threads = (double)rank->busy_threads;

    if ((evidence->found && lacks(rank)) || rank->busy_processors <= 0)
        return 0;
    if (has_all_and_wants_more(rank))
        threads = (had_by(rank) + lost_by(rank)) / rank->wall;
    return threads / (double)rank->busy_processors;
}

/* Those of as many threads on as many processors; of those that are not known, all of them. */
static bool are_alike(const struct mpit_record_rank *a, const struct mpit_record_rank *b)
{
    return has_all_and_wants_more(a) == has_all_and_wants_more(b) &&
           a->busy_processors == b->busy_processors &&
           (has_all_and_wants_more(a) || a->busy_threads == b->busy_threads);
}

static void say_threads(struct mpit_line *line, const struct mpit_record_rank *rank, int nrank)
{
    const char *plural = rank->busy_processors == 1 ? "" : "s";

    if (has_known_threads(rank)) {
        mpit__append(line, " %s %" PRId64 " threads%s that were busy on %" PRId64 " processor%s",
                     nrank == 1 ? "has" : "have", rank->busy_threads, nrank == 1 ? "" : " each",
                     rank->busy_processors, plural);
        return;
    }
    mpit__append(line, " had %s %" PRId64 " processor%s ", nrank == 1 ? "its" : "their",
                 rank->busy_processors, plural);
    mpit__append_share(line, had_by(rank) / (rank->wall * (double)rank->busy_processors));
    mpit__append(line, " of the time%s, and threads wanted %.1f", nrank == 1 ? "" : " each",
                 (had_by(rank) + lost_by(rank)) / rank->wall);
}

bool mpit__find_crowded_threads(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_rank *most = &evidence->record->rank[0], *rank = most;

    for (int i = 1; i < evidence->n; i++)
        if (threads_on_each(evidence, &rank[i]) > threads_on_each(evidence, most))
            most = &rank[i];
    if (!mpit__evidence_is_long(evidence) || !(threads_on_each(evidence, most) > 1))
        return false;
    for (int i = 0; i < evidence->n; i++)
        if (are_alike(&rank[i], most))
            finding->rank[finding->nrank++] = i;
    mpit__say_ranks(&finding->text, finding->rank, finding->nrank);
    say_threads(&finding->text, most, finding->nrank);
    finding->value = threads_on_each(evidence, most);
    finding->weight = 1;
    return true;
}
