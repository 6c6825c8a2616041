/* The rules, in the order of verdicts.def. */
#include "record/verdicts.h"

#include "ground/number.h"
#include "record/processors.h"
#include "record/waits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Less than this is noise: of the job, and of what is waited in it. */
static const double SHORT_JOB = 0.1, LEAST_SHARE = 0.05;

static bool is_long(const struct mpit_evidence *evidence)
{
    return evidence->longest >= SHORT_JOB;
}

/* And what its calls took is a part of it. */
static bool has_parts(const struct mpit_evidence *evidence)
{
    return is_long(evidence) && !evidence->vague;
}

/* ---- words */

static void append_number(struct mpit_line *line, double value)
{
    char number[MPIT_NUMBER];

    mpit__number_write(number, 'f', 1, value);
    mpit__append(line, "%s", number);
}

/* "0-3, 8"; of many ranges the first ones. */
static void append_list(struct mpit_line *line, const int *rank, int n)
{
    enum { RANGES = 6 };
    int shown = 0;

    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && rank[end] == rank[end - 1] + 1;)
            end++;
        if (shown++ == RANGES) {
            mpit__append(line, " and %d more", n - i);
            return;
        }
        mpit__append(line, "%s%d", i ? ", " : "", rank[i]);
        if (end > i + 1)
            mpit__append(line, "%s%d", end > i + 2 ? "-" : ", ", rank[end - 1]);
    }
}

static void append_ranks(struct mpit_line *line, const int *rank, int n)
{
    mpit__append(line, n == 1 ? "rank " : "ranks ");
    append_list(line, rank, n);
}

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
    append_list(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, ") share %d processor%s of ", processors,
                 processors == 1 ? "" : "s");
    mpit__append_visible(&finding->text, first->host);
    mpit__append(&finding->text, ": they run in turns");
}

bool mpit__find_oversubscribed(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_rank **rank = malloc(sizeof *rank * (size_t)evidence->n);

    if (!rank || !is_long(evidence)) {
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
    if (!is_long(evidence) || !(threads_on_each(most) > 1))
        return false;
    for (int i = 0; i < evidence->n; i++)
        if (rank[i].busy_threads == most->busy_threads &&
            rank[i].busy_processors == most->busy_processors)
            finding->rank[finding->nrank++] = i;
    append_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text,
                 " %s %" PRId64 " threads%s that were busy on %" PRId64 " processor%s",
                 finding->nrank == 1 ? "has" : "have", most->busy_threads,
                 finding->nrank == 1 ? "" : " each", most->busy_processors,
                 most->busy_processors == 1 ? "" : "s");
    finding->value = threads_on_each(most);
    finding->weight = 1;
    return true;
}

/* ---- work */

static const double MORE_THAN_MEAN = 1.2;

static bool works_more(const struct mpit_evidence *evidence, int rank)
{
    double mean = evidence->mean_useful, its = evidence->useful[rank];

    return its >= MORE_THAN_MEAN * mean && its - mean >= LEAST_SHARE * evidence->longest;
}

static void append_times_mean(struct mpit_line *line, double value, double mean)
{
    if (mean > 0 && value / mean < 1e6) {
        append_number(line, value / mean);
        mpit__append(line, " times the mean (");
    } else {
        mpit__append(line, "longer than the mean (");
    }
    mpit__append_seconds_inline(line, value);
    mpit__append(line, ")");
}

static void append_more_work(const struct mpit_evidence *evidence, struct mpit_finding *finding,
                             int rank)
{
    if (!works_more(evidence, rank))
        return;
    mpit__append(&finding->text, "; it is outside of MPI ");
    append_times_mean(&finding->text, evidence->useful[rank], evidence->mean_useful);
}

/* ---- waits */

/* What has been waited for each rank, in ways of one kind; the sum of all. */
static double sum_up(struct mpit_evidence *evidence, const char *kind)
{
    double all = 0;

    memset(evidence->sum, 0, sizeof *evidence->sum * (size_t)evidence->n);
    for (int i = 0; i < evidence->record->nwait; i++) {
        const struct mpit_record_wait *wait = &evidence->record->wait[i];

        if (strcmp(wait->kind, kind) != 0 || !(wait->seconds > 0) || !isfinite(wait->seconds))
            continue;
        all += wait->seconds;
        if (wait->for_rank >= 0 && wait->for_rank < evidence->n)
            evidence->sum[wait->for_rank] += wait->seconds;
    }
    return all;
}

static int most_of(const struct mpit_evidence *evidence)
{
    int most = 0;

    for (int i = 1; i < evidence->n; i++)
        if (evidence->sum[i] > evidence->sum[most])
            most = i;
    return most;
}

/* Those that have waited for a rank for more than a hundredth of what all have; in `sum`. */
static int take_waiting(struct mpit_evidence *evidence, const char *kind, int for_rank, int *rank)
{
    double all = evidence->sum[for_rank];
    int n = 0;

    memset(evidence->sum, 0, sizeof *evidence->sum * (size_t)evidence->n);
    for (int i = 0; i < evidence->record->nwait; i++) {
        const struct mpit_record_wait *wait = &evidence->record->wait[i];

        if (!strcmp(wait->kind, kind) && wait->for_rank == for_rank && wait->rank >= 0 &&
            wait->rank < evidence->n && wait->seconds > 0)
            evidence->sum[wait->rank] += wait->seconds;
    }
    for (int i = 0; i < evidence->n; i++)
        if (evidence->sum[i] > 0.01 * all)
            rank[n++] = i;
    return n;
}

static void append_of_all(struct mpit_line *line, double seconds,
                          const struct mpit_evidence *evidence)
{
    mpit__append_seconds_inline(line, seconds);
    mpit__append(line, ", ");
    mpit__append_share(line, seconds / evidence->all);
    mpit__append(line, evidence->all < evidence->wall ? " of the recorded time of all ranks"
                                                      : " of the time of all ranks");
}

static bool is_much(const struct mpit_evidence *evidence, double seconds)
{
    return has_parts(evidence) && seconds >= LEAST_SHARE * evidence->all;
}

/* Who waits itself passes on what it waits for: nobody is named who is not waited for twice as long
 * as it waits, and longer by a twentieth of the time of all. */
static bool is_cause(const struct mpit_evidence *evidence, double its, double own)
{
    return is_much(evidence, its - own) && its >= 2 * own;
}

bool mpit__find_late_arrival(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const double unsure = evidence->record->waits_unsure;
    double all = sum_up(evidence, "late_arrival") + (unsure > 0 ? unsure : 0), its;
    int late = most_of(evidence);

    its = evidence->sum[late];
    if (!is_cause(evidence, its, mpit__waits_in_collectives_of(evidence->record, late)) ||
        its < 0.5 * all || !(evidence->record->waits_seen >= 0.5))
        return false;
    append_ranks(&finding->text, &late, 1);
    mpit__append(&finding->text, " comes last to collectives: ");
    mpit__append_share(&finding->text, its / all);
    mpit__append(&finding->text, " of the waiting there is for it, ");
    append_of_all(&finding->text, its, evidence);
    append_more_work(evidence, finding, late);
    evidence->named[late] = true;
    finding->rank[finding->nrank++] = late;
    finding->value = its / all;
    finding->weight = its / evidence->all;
    finding->has_sites = true;
    return true;
}

static double wait_at_end(const struct mpit_evidence *evidence, int rank)
{
    return evidence->record->rank[rank].part[MPIT_PART_finalize_wait];
}

/* Those that have waited for next to nothing; what all have waited, no number where that is not
 * known. */
static double take_last(const struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double all = 0, most = 0;

    for (int i = 0; i < evidence->n; i++) {
        all += wait_at_end(evidence, i);
        most = fmax(most, wait_at_end(evidence, i));
    }
    for (int i = 0; i < evidence->n; i++)
        if (wait_at_end(evidence, i) < LEAST_SHARE * most)
            finding->rank[finding->nrank++] = i;
    return all;
}

bool mpit__find_late_finalize(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double all = take_last(evidence, finding);

    if (!is_much(evidence, all) || finding->nrank == 0)
        return false;
    append_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " come%s last to MPI_Finalize: the others wait there ",
                 finding->nrank == 1 ? "s" : "");
    append_of_all(&finding->text, all, evidence);
    if (finding->nrank == 1)
        append_more_work(evidence, finding, finding->rank[0]);
    for (int i = 0; i < finding->nrank && all >= 0.5 * evidence->mpi; i++)
        evidence->named[finding->rank[i]] = true;
    finding->value = finding->weight = all / evidence->all;
    return true;
}

bool mpit__find_load_imbalance(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double mean = evidence->mean_useful, most = 0;

    for (int i = 0; i < evidence->n; i++)
        most = fmax(most, evidence->useful[i]);
    if (!has_parts(evidence))
        return false;
    for (int i = 0; i < evidence->n; i++) {
        if (!works_more(evidence, i) || evidence->useful[i] < 0.95 * most)
            continue;
        if (evidence->named[i])
            return false;
        finding->rank[finding->nrank++] = i;
    }
    if (finding->nrank == 0 || 2 * finding->nrank > evidence->n)
        return false;
    append_ranks(&finding->text, finding->rank, finding->nrank);
    mpit__append(&finding->text, " %s outside of MPI ", finding->nrank == 1 ? "is" : "are");
    append_times_mean(&finding->text, most, mean);
    finding->value = mean > 0 ? most / mean : NAN;
    finding->weight = (most - mean) / evidence->longest;
    return true;
}

static int worst_of(const struct mpit_evidence *evidence)
{
    int worst = 0;

    for (int i = 1; i < evidence->n; i++)
        if (evidence->sum[i] - evidence->waits[i] > evidence->sum[worst] - evidence->waits[worst])
            worst = i;
    return worst;
}

/* One rank that others wait for in messages. */
static bool find_waited_for(struct mpit_evidence *evidence, struct mpit_finding *finding,
                            const char *kind, const char *does, const char *where)
{
    double its;
    int late, *waiting = malloc(sizeof *waiting * (size_t)evidence->n), n;

    sum_up(evidence, kind);
    late = worst_of(evidence);
    its = evidence->sum[late];
    if (!waiting || !is_cause(evidence, its, evidence->waits[late])) {
        free(waiting);
        return false;
    }
    n = take_waiting(evidence, kind, late, waiting);
    append_ranks(&finding->text, &late, 1);
    mpit__append(&finding->text, " %s ", does);
    append_ranks(&finding->text, waiting, n);
    mpit__append(&finding->text, ": %s ", where);
    append_of_all(&finding->text, its, evidence);
    free(waiting);
    finding->rank[finding->nrank++] = late;
    finding->value = finding->weight = its / evidence->all;
    evidence->waited_for++;
    finding->has_sites = true;
    return true;
}

bool mpit__find_late_sender(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    return find_waited_for(evidence, finding, "late_sender", "sends late to",
                           "receives wait there");
}

static bool is_on_one_node(const struct mpit_evidence *evidence)
{
    for (int i = 1; i < evidence->n; i++)
        if (strcmp(evidence->record->rank[i].host, evidence->record->rank[0].host) != 0)
            return false;
    return true;
}

/* Messages to a rank are mostly too large to be sent without their receive; smaller ones wait for
 * another reason (MPI_Ssend, room that has run out). */
static bool are_beyond_eager(const struct mpit_record *record, int receiver)
{
    double messages = 0, bytes = 0;

    for (int i = 0; i < record->npair; i++)
        if (record->pair[i].receiver == receiver) {
            messages += (double)record->pair[i].messages;
            bytes += (double)record->pair[i].bytes;
        }
    return record->eager_limit > 0 && bytes > (double)record->eager_limit * messages;
}

bool mpit__find_blocked_send(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    if (!find_waited_for(evidence, finding, "blocked_send", "receives late from",
                         "sends wait there"))
        return false;
    if (is_on_one_node(evidence) && are_beyond_eager(evidence->record, finding->rank[0]))
        finding->remedy = "let it post its receives earlier; mpit_tune_eager_shm above the size of "
                          "the messages lets sends end without them, for memory";
    return true;
}

bool mpit__find_mutual_waits(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double all = 0, share;

    for (int i = 0; i < evidence->n; i++)
        all += evidence->waits[i];
    share = all / evidence->all;
    if (!has_parts(evidence) || !(share >= 0.1) || evidence->waited_for)
        return false;
    mpit__append(&finding->text, "ranks wait for each other in messages: ");
    append_of_all(&finding->text, all, evidence);
    mpit__append(&finding->text, ", and no rank is waited for much longer than it waits");
    finding->value = share;
    finding->weight = 0.5 * share; /* what it comes from is not known */
    finding->has_sites = true;
    return true;
}

/* ---- messages */

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

static const double SMALL = 64, MOST_OF_THEM = 0.9;

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

    return has_parts(evidence) && messages >= MANY && messages > A_SECOND * evidence->all &&
           evidence->mpi >= 0.2 * evidence->all;
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
    append_number(&finding->text, messages / evidence->all);
    mpit__append(&finding->text, " messages a second of each rank have ");
    if (counted) {
        mpit__append(&finding->text, "less than 64 bytes");
    } else {
        append_number(&finding->text, small / messages);
        mpit__append(&finding->text, " bytes on average");
    }
    finding->value = small / messages;
    finding->weight = 0.2 * evidence->mpi / evidence->all; /* a part of the time in MPI */
    finding->has_sites = true;
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

    if (limit == 0 || !above || !is_on_one_node(evidence) || !are_many(evidence, messages) ||
        (double)above->sends < 0.5 * messages)
        return false;
    mpit__append_share(&finding->text, (double)above->sends / messages);
    mpit__append(&finding->text, " of ");
    append_number(&finding->text, messages / evidence->all);
    mpit__append(&finding->text,
                 " messages a second of each rank have %" PRIu64 " to %" PRIu64
                 " bytes, just above the %" PRIu64
                 " up to which they are sent without waiting for the receive",
                 above->least, above->most, limit);
    finding->value = (double)above->sends / messages;
    finding->weight = 0.1 * evidence->mpi / evidence->all; /* what the wait for it costs */
    finding->has_sites = true;
    return true;
}

/* ---- calls */

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static bool is_start_or_end(const char *name)
{
    return begins(name, "MPI_Init") || !strcmp(name, "MPI_Finalize");
}

/* Opening and closing take long where ranks wait for each other. */
static bool is_access(const char *name)
{
    static const char *const does[] = {"read", "write", "iread", "iwrite", "sync"};

    for (size_t i = 0; begins(name, "MPI_File_") && i < sizeof does / sizeof *does; i++)
        if (begins(name + strlen("MPI_File_"), does[i]))
            return true;
    return false;
}

/* The time of all calls that are such, and which of them has most. */
static double time_of(const struct mpit_record *record, bool (*is_such)(const char *name),
                      const struct mpit_record_call **most)
{
    double sum = 0;

    *most = NULL;
    for (int i = 0; i < record->ncall; i++) {
        const struct mpit_record_call *call = &record->call[i];

        if (!is_such(call->name) || !(call->time.total > 0) || !isfinite(call->time.total))
            continue;
        sum += call->time.total;
        if (!*most || call->time.total > (*most)->time.total)
            *most = call;
    }
    return sum;
}

bool mpit__find_io(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_call *most;
    double its = time_of(evidence->record, is_access, &most);

    if (!has_parts(evidence) || its < 0.25 * evidence->all || !most)
        return false;
    mpit__append(&finding->text, "reading and writing files takes ");
    append_of_all(&finding->text, its, evidence);
    mpit__append(&finding->text, ", most of it %.47s (", most->name);
    mpit__append_seconds_inline(&finding->text, most->time.total);
    mpit__append(&finding->text, ")");
    finding->value = finding->weight = its / evidence->all;
    finding->has_sites = true;
    return true;
}

static bool is_question(const char *name)
{
    return begins(name, "MPI_Test") || !strcmp(name, "MPI_Iprobe") || !strcmp(name, "MPI_Improbe");
}

bool mpit__find_polling(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_call *most;
    double its = time_of(evidence->record, is_question, &most);

    if (!has_parts(evidence) || its < 0.25 * evidence->all || !most)
        return false;
    mpit__append(&finding->text, "asking whether something is there takes ");
    append_of_all(&finding->text, its, evidence);
    mpit__append(&finding->text, ", most of it %.47s, %" PRIu64 " times", most->name, most->count);
    finding->value = finding->weight = its / evidence->all;
    finding->has_sites = true;
    return true;
}

/* In MPI_Finalize, and of the wall time all the same; of an older record nothing. */
static double all_at_end(const struct mpit_evidence *evidence)
{
    double all = 0;

    for (int i = 0; i < evidence->n; i++)
        if (wait_at_end(evidence, i) > 0)
            all += wait_at_end(evidence, i);
    return all;
}

bool mpit__find_start_and_end(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_call *most;
    double its = time_of(evidence->record, is_start_or_end, &most) - all_at_end(evidence),
           share = its / (its + evidence->wall);

    if (!most || its < 0.5 * evidence->n || share < 0.5)
        return false;
    mpit__append(&finding->text, "MPI_Init and MPI_Finalize take ");
    mpit__append_share(&finding->text, share);
    mpit__append(&finding->text, " of the job, ");
    mpit__append_seconds_inline(&finding->text, its / evidence->n);
    mpit__append(&finding->text, " of each rank");
    finding->value = finding->weight = share;
    return true;
}

static bool is_other(const char *name)
{
    return !is_start_or_end(name);
}

/* Calls of which waits are known: those with messages, those that complete, collectives. */
static bool may_wait_for_ranks(const char *name)
{
    static const char *const others[] = {"MPI_File_", "MPI_Comm_", "MPI_Win_",  "MPI_Intercomm_",
                                         "MPI_Type_", "MPI_Cart_", "MPI_Graph_"};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins(name, others[i]))
            return false;
    return !is_question(name);
}

/* By what is known, and what could be. */
static const char *where_to_look(const struct mpit_record *record, bool for_ranks)
{
    const bool waits = record->nwait > 0, sites = record->nsite > 0;

    if (!for_ranks)
        return sites ? "look there first: the table of call sites says from where it is called"
                     : "look there first: mpit run --sites says from where it is called";
    if (sites)
        return waits ? "look there first: the table of who waits for whom says for which ranks, "
                       "that of call sites from where it is called"
                     : "look there first: mpit run --waits says for which ranks, the table of call "
                       "sites from where it is called";
    return waits ? "look there first: the table of who waits for whom says for which ranks, mpit "
                   "run --sites from where it is called"
                 : "look there first: mpit run --waits says for which ranks, --sites from where "
                   "it is called";
}

bool mpit__find_one_call(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_call *most;
    double share;

    time_of(evidence->record, is_other, &most);
    share = most ? most->time.total / evidence->all : 0;
    if (!has_parts(evidence) || !(share > 0.5))
        return false;
    mpit__append(&finding->text, "%.47s is ", most->name);
    append_of_all(&finding->text, most->time.total, evidence);
    finding->value = share;
    finding->weight = 0.3 * share; /* where it is, not why */
    finding->remedy = where_to_look(evidence->record, may_wait_for_ranks(most->name));
    return true;
}

bool mpit__find_little_mpi(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    double share = evidence->mpi / evidence->all, shortest = evidence->longest;

    for (int i = 0; i < evidence->n; i++)
        shortest = fmin(shortest, mpit__rank_recorded(&evidence->record->rank[i]));
    if (!has_parts(evidence) || evidence->n < 2 || !(share < LEAST_SHARE) || evidence->found ||
        shortest < 0.9 * evidence->longest)
        return false;
    mpit__append(&finding->text, "MPI is ");
    append_of_all(&finding->text, evidence->mpi, evidence);
    finding->value = share;
    finding->weight = 0.01;
    return true;
}
