#include "record/verdicts.h"

#include "record/screen.h"
#include "record/sites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct rule {
    const char *id, *remedy;
    bool (*find)(struct mpit_evidence *evidence, struct mpit_finding *finding);
} rules[] = {
#define VERDICT(id, when, remedy) {#id, remedy, mpit__find_##id},
#include "record/verdicts.def"
#undef VERDICT
};
enum { RULES = sizeof rules / sizeof *rules };

/* ---- what they look at */

/* Without what is not over: a call counts when it has ended. */
static bool is_whole(const struct mpit_record *record)
{
    return record->complete && record->nranks > 0 && record->nrank == record->nranks;
}

static bool is_sound(const struct mpit_record_rank *rank, int at)
{
    return rank->rank == at && isfinite(rank->wall) && isfinite(rank->mpi) && rank->mpi >= 0 &&
           (mpit__rank_is_vague(rank) || mpit__rank_outside(rank) >= 0) &&
           (!*rank->state || mpit__rank_is(rank, MPIT_RANK_ENDED));
}

static bool gather(const struct mpit_record *record, struct mpit_evidence *evidence)
{
    for (int i = 0; i < evidence->n; i++) {
        const struct mpit_record_rank *rank = &record->rank[i];

        if (!is_sound(rank, i))
            return false;
        evidence->vague = evidence->vague || mpit__rank_is_vague(rank);
        evidence->wall += rank->wall;
        evidence->all += mpit__rank_recorded(rank);
        evidence->mpi += rank->mpi;
        evidence->longest = fmax(evidence->longest, mpit__rank_recorded(rank));
        evidence->mean_useful += evidence->split.outside[i] / evidence->n;
    }
    return true;
}

static void add_waits(const struct mpit_record *record, struct mpit_evidence *evidence)
{
    for (int i = 0; i < record->nwait; i++) {
        const struct mpit_record_wait *wait = &record->wait[i];
        bool is_collective = !strcmp(wait->kind, "late_arrival");

        if (wait->rank < 0 || wait->rank >= evidence->n || !mpit__wait_is_time(wait) ||
            !strcmp(wait->kind, "late_finalize"))
            continue;
        evidence->own[wait->rank] += wait->seconds;
        evidence->messages[wait->rank] += is_collective ? 0 : wait->seconds;
    }
}

/* ---- what they find */

struct found {
    const struct rule *rule;
    struct mpit_finding finding;
};

static int by_weight(const void *a, const void *b)
{
    const struct found *x = a, *y = b;

    if (x->finding.weight != y->finding.weight)
        return x->finding.weight < y->finding.weight ? 1 : -1;
    return (x->rule > y->rule) - (x->rule < y->rule);
}

static int ask(struct mpit_evidence *evidence, struct found found[RULES])
{
    int n = 0;

    for (int i = 0; i < RULES; i++) {
        struct mpit_finding *finding = &found[n].finding;

        *finding = (struct mpit_finding){.rank = calloc((size_t)evidence->n, sizeof(int))};
        found[n].rule = &rules[i];
        if (finding->rank && rules[i].find(evidence, finding) &&
            !mpit__follows_from_processors(evidence, rules[i].id, finding)) {
            if (finding->weight < 1) /* else it is first, whatever it is */
                evidence->explained = fmax(evidence->explained, finding->weight);
            evidence->found = ++n;
        } else {
            free(finding->rank);
        }
    }
    return n;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* What a wait for messages is about has its place where was waited; all else, where time goes. */
static double weight_of(const struct mpit_record_site *site, const struct mpit_finding *finding)
{
    return finding->waits_for_messages && isfinite(site->waited) ? site->waited : site->seconds;
}

/* Of the sites of its calls the one with most of that; NULL: there is none. */
static const struct mpit_record_site *site_of(const struct mpit_record *record,
                                              const struct mpit_finding *finding)
{
    const struct mpit_record_site *most = NULL;

    for (int i = 0; i < record->nsite; i++)
        if (finding->is_its_call(record->site[i].call) &&
            (!most || weight_of(&record->site[i], finding) > weight_of(most, finding)))
            most = &record->site[i];
    return most;
}

static void say_where(const struct mpit_record *record, const struct mpit_finding *finding,
                      struct mpit_line *line)
{
    enum { NAME = 60 };
    const struct mpit_record_site *site = finding->is_its_call ? site_of(record, finding) : NULL;
    char name[sizeof site->function];

    if (!finding->is_its_call)
        return;
    if (!site || (!*site->function && !*site->file)) {
        mpit__append(line, record->nsite ? "; the table of call sites says where"
                                         : "; mpit run --sites says where");
        return;
    }
    mpit__append(line, "; most of it in %.47s", site->call);
    if (*site->function) {
        mpit__site_function(site, name, sizeof name);
        mpit__shown_shorten(name, NAME);
        mpit__append(line, ", %s", name);
    }
    if (*site->file)
        mpit__append(line, " (%.80s:%d)", base_name(site->file), site->line);
}

static struct mpit_record_verdict verdict_of(const struct mpit_record *record,
                                             const struct found *found)
{
    const struct mpit_finding *finding = &found->finding;
    struct mpit_record_verdict verdict = {
        .value = finding->value, .rank = finding->rank, .nrank = finding->nrank};
    struct mpit_line where = {0};

    say_where(record, finding, &where);
    snprintf(verdict.id, sizeof verdict.id, "%s", found->rule->id);
    snprintf(verdict.text, sizeof verdict.text, "%.*s; %s%.180s", MPIT_VERDICT_FIGURES,
             finding->text.text, finding->remedy ? finding->remedy : found->rule->remedy,
             where.text);
    return verdict;
}

/* The record owns the ranks of those that are said. */
static void say(struct mpit_record *record, struct found *found, int n)
{
    if (n)
        qsort(found, (size_t)n, sizeof *found, by_weight);
    record->verdict = n ? calloc(MPIT_VERDICTS_SAID, sizeof *record->verdict) : NULL;
    for (int i = 0; i < n; i++) {
        if (record->verdict && i < MPIT_VERDICTS_SAID)
            record->verdict[record->nverdict++] = verdict_of(record, &found[i]);
        else
            free(found[i].finding.rank);
    }
}

static void forget(struct mpit_record *record)
{
    for (int i = 0; i < record->nverdict; i++)
        free(record->verdict[i].rank);
    free(record->verdict);
    record->verdict = NULL;
    record->nverdict = 0;
}

void mpit__record_judge(struct mpit_record *record)
{
    struct mpit_evidence evidence = {.record = record, .n = record->nrank};
    struct found *found;

    forget(record);
    if (!is_whole(record))
        return;
    found = calloc(RULES, sizeof *found);
    evidence.sum = calloc((size_t)evidence.n, sizeof *evidence.sum);
    evidence.count = calloc((size_t)evidence.n, sizeof *evidence.count);
    evidence.messages = calloc((size_t)evidence.n, sizeof *evidence.messages);
    evidence.own = calloc((size_t)evidence.n, sizeof *evidence.own);
    evidence.named = calloc((size_t)evidence.n, sizeof *evidence.named);
    if (found && evidence.sum && evidence.count && evidence.messages && evidence.own &&
        evidence.named && mpit__split(record, &evidence.split) && gather(record, &evidence)) {
        add_waits(record, &evidence);
        say(record, found, ask(&evidence, found));
    }
    mpit__split_free(&evidence.split);
    free(evidence.named);
    free(evidence.own);
    free(evidence.messages);
    free(evidence.count);
    free(evidence.sum);
    free(found);
}
