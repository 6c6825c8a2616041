#include "record/split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- ranks */

int mpit__place_of_rank(const struct mpit_record *record, int rank)
{
    int low = 0, high = record->nrank - 1;

    if (rank >= 0 && rank < record->nrank && record->rank[rank].rank == rank)
        return rank;
    while (low <= high) {
        int middle = low + (high - low) / 2, its = record->rank[middle].rank;

        if (its == rank)
            return middle;
        if (its < rank)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

/* ---- waits */

static bool is_kind(const struct mpit_record_wait *wait, const char *kind)
{
    return strcmp(wait->kind, kind) == 0;
}

bool mpit__wait_is_time(const struct mpit_record_wait *wait)
{
    return !is_kind(wait, "late_receiver") && wait->seconds > 0 && isfinite(wait->seconds);
}

bool mpit__waits_were_watched(const struct mpit_record *record)
{
    for (int i = 0; i < record->nwait; i++)
        if (!is_kind(&record->wait[i], "late_receiver"))
            return true;
    for (int i = 0; i < record->nsetting; i++)
        if (!strcmp(record->setting[i].name, "mpit_watch") &&
            strstr(record->setting[i].value, "waits"))
            return true;
    return record->waits_seen > 0;
}

/* Time in collectives of which nobody knows who came last is no transfer. */
bool mpit__waits_are_known(const struct mpit_record *record)
{
    static const double NEARLY_ALL = 0.9, NOTHING = 0.01;
    double collective = 0, all = 0;

    for (int i = 0; i < record->nrank; i++) {
        double its = record->rank[i].part[MPIT_PART_collective];

        collective += its > 0 ? its : 0;
        all += record->rank[i].wall > 0 ? record->rank[i].wall : 0;
    }
    return mpit__waits_were_watched(record) &&
           (record->waits_seen >= NEARLY_ALL || collective <= NOTHING * all);
}

/* ---- the time of ranks */

/* MPI_Finalize has its wait in the times of the rank; the waits say no more than for whom. */
static void add_waits(const struct mpit_record *record, struct mpit_split *split)
{
    for (int i = 0; i < record->nrank; i++) {
        double end = record->rank[i].part[MPIT_PART_finalize_wait];

        split->waiting[i] = end > 0 ? end : 0;
    }
    for (int i = 0; i < record->nwait; i++) {
        const struct mpit_record_wait *wait = &record->wait[i];
        int at = mpit__place_of_rank(record, wait->rank);

        if (at >= 0 && mpit__wait_is_time(wait) && !is_kind(wait, "late_finalize"))
            split->waiting[at] += wait->seconds;
    }
}

/* A wait that was partly beside others, or in a call whose time is not whole, is no longer than
 * what the rank was in MPI. */
static void take_rests(const struct mpit_record *record, struct mpit_split *split)
{
    for (int i = 0; i < record->nrank; i++) {
        const struct mpit_record_rank *rank = &record->rank[i];
        bool known = !mpit__rank_is_vague(rank) && isfinite(rank->mpi) && rank->mpi >= 0;

        split->outside[i] = known ? mpit__rank_outside(rank) : NAN;
        split->waiting[i] = known ? fmin(split->waiting[i], rank->mpi) : NAN;
        split->rest[i] = known ? rank->mpi - split->waiting[i] : NAN;
    }
}

bool mpit__split(const struct mpit_record *record, struct mpit_split *split)
{
    size_t n = (size_t)record->nrank;
    double *all = calloc(3 * (n + 1), sizeof *all);

    if (!all)
        return false;
    *split = (struct mpit_split){all, all + n, all + 2 * n};
    add_waits(record, split);
    take_rests(record, split);
    return true;
}

void mpit__split_free(struct mpit_split *split)
{
    free(split->outside);
    *split = (struct mpit_split){0};
}

/* ---- efficiencies */

static double ratio(double part, double whole)
{
    return mpit__has_ratio(part, whole) ? part / whole : NAN;
}

#define UNKNOWN ((struct mpit_record_efficiency){NAN, NAN, NAN, NAN, NAN})

/* On an ideal network nothing is transferred in no time: then the slowest rank takes what it works
 * and waits. */
struct mpit_record_efficiency mpit__efficiency(const struct mpit_record *record)
{
    struct mpit_record_efficiency its;
    struct mpit_split split;
    double useful = 0, most = 0, ideal = 0, longest = 0;
    int n = 0;

    for (int i = 0; i < record->nrank; i++)
        if (mpit__rank_is_vague(&record->rank[i]))
            return UNKNOWN;
    if (!mpit__split(record, &split))
        return UNKNOWN;
    for (int i = 0; i < record->nrank; i++) {
        double outside = split.outside[i];

        if (!isfinite(outside) || outside < 0)
            continue;
        useful += outside;
        most = fmax(most, outside);
        ideal = fmax(ideal, outside + split.waiting[i]);
        longest = fmax(longest, mpit__rank_recorded(&record->rank[i]));
        n++;
    }
    its = (struct mpit_record_efficiency){.parallel = ratio(useful, n * longest),
                                          .load_balance = ratio(useful, n * most),
                                          .communication = ratio(most, longest),
                                          .serialisation = ratio(most, ideal),
                                          .transfer = ratio(ideal, longest)};
    if (!mpit__waits_are_known(record))
        its.serialisation = its.transfer = NAN;
    mpit__split_free(&split);
    return its;
}

/* An older record does not know what was outside of MPI on each rank; for whom ranks waited in a
 * region none does. */
struct mpit_record_efficiency mpit__efficiency_of_region(const struct mpit_record_region *region,
                                                         int n)
{
    const struct mpit_spread *useful = &region->outside;

    if (n <= 0 || !isfinite(useful->total) || !(useful->max > 0) || useful->max > region->wall.max)
        return UNKNOWN;
    return (struct mpit_record_efficiency){ratio(useful->total, n * region->wall.max),
                                           ratio(useful->total, n * useful->max),
                                           ratio(useful->max, region->wall.max), NAN, NAN};
}

bool mpit__efficiency_is_known(const struct mpit_record_efficiency *its)
{
    return mpit__has_ratio(its->parallel, 1) && its->parallel > 0;
}

bool mpit__efficiency_has_both(const struct mpit_record_efficiency *its)
{
    return mpit__has_ratio(its->serialisation, 1) && mpit__has_ratio(its->transfer, 1);
}
