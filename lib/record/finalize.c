/* How long ranks have waited in MPI_Finalize for the one that came last.
 *
 * Each has measured it by itself, from when it came there until it saw that all had; it may have
 * seen that late.  Ranks of a node have a clock in common, too: when each came by that is exact. */
#include "record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *wait_of(struct mpit_record_rank *rank)
{
    return &rank->part[MPIT_PART_finalize_wait];
}

static void set_wait(struct mpit_record_rank *rank, double seconds)
{
    double more = seconds - *wait_of(rank);

    if (!isfinite(more)) /* nothing was recorded any more */
        return;
    rank->wall += more;
    rank->mpi += more;
    rank->part[MPIT_PART_finalize] -= more;
    *wait_of(rank) = seconds;
}

struct comer {
    struct mpit_record_rank *rank;
    double came;
};

static int by_host(const void *a, const void *b)
{
    const struct comer *x = a, *y = b;

    return strcmp(x->rank->host, y->rank->host);
}

/* Nobody has waited for less than from when it came up to the last one; what those of one name say
 * against that is of several clocks. */
static void settle_host(struct comer *comer, int n)
{
    static const double NOISE = 0.001;
    double last = 0, rest = INFINITY;

    for (int i = 0; i < n; i++)
        last = fmax(last, comer[i].came);
    for (int i = 0; i < n; i++)
        rest = fmin(rest, *wait_of(comer[i].rank) - (last - comer[i].came));
    for (int i = 0; i < n && rest > -NOISE; i++)
        set_wait(comer[i].rank, last - comer[i].came + fmax(rest, 0));
}

static void settle_hosts(struct comer *comer, int n)
{
    qsort(comer, (size_t)n, sizeof *comer, by_host);
    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && by_host(&comer[end], &comer[i]) == 0;)
            end++;
        settle_host(comer + i, end - i);
    }
}

/* The first that has waited least; NULL where that is not known of all. */
static const struct mpit_record_rank *last_of(const struct mpit_record *record)
{
    const struct mpit_record_rank *last = NULL;
    double least = INFINITY;

    for (int i = 0; i < record->nrank; i++) {
        double its = *wait_of(&record->rank[i]);

        if (!isfinite(its))
            return NULL;
        if (its < least)
            last = &record->rank[i];
        least = fmin(least, its);
    }
    return last;
}

void mpit__record_settle_end(struct mpit_record *record, const double came[])
{
    struct comer *comer = malloc(sizeof *comer * ((size_t)record->nrank + 1));
    const struct mpit_record_rank *last;
    double nothing;

    for (int i = 0; comer && i < record->nrank; i++)
        comer[i] = (struct comer){&record->rank[i], came[i]};
    if (comer && record->nrank)
        settle_hosts(comer, record->nrank);
    free(comer);
    last = last_of(record);
    nothing = last ? last->part[MPIT_PART_finalize_wait] : 0;
    for (int i = 0; i < record->nrank; i++)
        set_wait(&record->rank[i], *wait_of(&record->rank[i]) - nothing);
}

bool mpit__record_add_end_waits(struct mpit_record *record)
{
    static const double NOTHING = 0.001;
    const struct mpit_record_rank *last = last_of(record);
    struct mpit_record_wait *grown =
        realloc(record->wait, sizeof *grown * ((size_t)record->nwait + (size_t)record->nrank + 1));

    if (!grown)
        return false;
    record->wait = grown;
    for (int i = 0; last && i < record->nrank; i++) {
        double seconds = *wait_of(&record->rank[i]);

        if (seconds > NOTHING)
            grown[record->nwait++] = (struct mpit_record_wait){record->rank[i].rank, last->rank,
                                                               "late_finalize", 1, seconds};
    }
    return true;
}
