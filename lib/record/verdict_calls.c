/* Verdicts: calls that take the time by themselves. */
#include "record/verdicts.h"

#include "record/verdict_words.h"

#include <math.h>
#include <string.h>

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

    if (!mpit__evidence_has_parts(evidence) || its < 0.25 * evidence->all || !most)
        return false;
    mpit__append(&finding->text, "reading and writing files takes ");
    mpit__say_of_all(&finding->text, its, evidence);
    mpit__append(&finding->text, ", most of it %.47s (", most->name);
    mpit__append_seconds_inline(&finding->text, most->time.total);
    mpit__append(&finding->text, ")");
    finding->value = finding->weight = its / evidence->all;
    finding->is_its_call = is_access;
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

    if (!mpit__evidence_has_parts(evidence) || its < 2 * MPIT_LEAST_SHARE * evidence->all || !most)
        return false;
    mpit__append(&finding->text, "asking whether something is there takes ");
    mpit__say_of_all(&finding->text, its, evidence);
    mpit__append(&finding->text, ", most of it %.47s, %" PRIu64 " times", most->name, most->count);
    finding->value = finding->weight = its / evidence->all;
    finding->is_its_call = is_question;
    return true;
}

static bool is_one_sided(const char *name)
{
    static const char *const begin[] = {
        "MPI_Win_fence",    "MPI_Win_lock", "MPI_Win_unlock", "MPI_Win_flush", "MPI_Win_start",
        "MPI_Win_complete", "MPI_Win_post", "MPI_Win_wait",   "MPI_Win_test",  "MPI_Win_free",
        "MPI_Put",          "MPI_Rput",     "MPI_Rget",       "MPI_Accumul",   "MPI_Raccumul",
        "MPI_Fetch_",       "MPI_Compare_", "MPI_Get_accumul"};

    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        if (begins(name, begin[i]))
            return true;
    return !strcmp(name, "MPI_Get");
}

bool mpit__find_one_sided(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_call *most;
    double its = time_of(evidence->record, is_one_sided, &most), share = its / evidence->all;

    if (!mpit__evidence_has_parts(evidence) || !most || !(share >= MPIT_LEAST_SHARE) ||
        evidence->has_late)
        return false;
    mpit__append(&finding->text, "one-sided calls take ");
    mpit__say_of_all(&finding->text, its, evidence);
    mpit__append(&finding->text, ", most of it %.47s (", most->name);
    mpit__append_seconds_inline(&finding->text, most->time.total);
    mpit__append(&finding->text, "); for whom they wait is not known");
    finding->value = share;
    finding->weight = 0.6 * share;
    finding->is_its_call = is_one_sided;
    return true;
}

/* In MPI_Finalize, and of the wall time all the same; of an older record nothing. */
static double all_at_end(const struct mpit_evidence *evidence)
{
    double all = 0;

    for (int i = 0; i < evidence->n; i++)
        if (mpit__wait_at_end(evidence, i) > 0)
            all += mpit__wait_at_end(evidence, i);
    return all;
}

bool mpit__find_start_and_end(struct mpit_evidence *evidence, struct mpit_finding *finding)
{
    const struct mpit_record_call *most;
    double its = time_of(evidence->record, is_start_or_end, &most) - all_at_end(evidence),
           share = its / (its + evidence->wall);

    if (!most || its < 0.5 * evidence->n || share < 0.5 || evidence->has_start)
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
    if (!mpit__evidence_has_parts(evidence) || !(share > 0.5) ||
        evidence->explained >= 0.5 * share || evidence->told == most)
        return false;
    mpit__append(&finding->text, "%.47s is ", most->name);
    mpit__say_of_all(&finding->text, most->time.total, evidence);
    finding->value = share;
    finding->weight = 0.3 * share; /* where it is, not why */
    finding->remedy = where_to_look(evidence->record, may_wait_for_ranks(most->name));
    return true;
}
