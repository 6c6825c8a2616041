/* Collectives by operation and size, and calls by rank. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/memory.h"
#include "profile/totals.h"
#include "report/snapshot.h"
#include "report/uses.h"

/* ---- collectives */

enum { CLASSES = MPIT_COLLECTIVES * MPIT_SIZES };

struct collectives {
    uint64_t count[CLASSES], bytes[CLASSES];
    double seconds[CLASSES];
};

static void take(struct collectives *its)
{
    for (int i = 0; i < CLASSES; i++) {
        int op = i / MPIT_SIZES, class = i % MPIT_SIZES;

        its->count[i] = mpit__snapshot_total(MPIT_P_OF_COLL_SIZE(op, MPIT_COLL_SIZE_COUNT) + class);
        its->bytes[i] = mpit__snapshot_total(MPIT_P_OF_COLL_SIZE(op, MPIT_COLL_SIZE_BYTES) + class);
        its->seconds[i] = mpit__clock_seconds(
            mpit__snapshot_total(MPIT_P_OF_COLL_SIZE(op, MPIT_COLL_SIZE_TICKS) + class));
    }
}

static void put(struct mpit_record *report, const struct collectives *all)
{
    for (int i = 0; i < CLASSES; i++) {
        struct mpit_record_size size = mpit__record_size_of((unsigned)(i % MPIT_SIZES));
        struct mpit_record_collective row = {.least = size.least,
                                             .most = size.most,
                                             .count = all->count[i],
                                             .bytes = all->bytes[i],
                                             .seconds = all->seconds[i]};

        snprintf(row.operation, sizeof row.operation, "%s", mpit__collective_names[i / MPIT_SIZES]);
        if (row.count && !mpit__record_add_collectives(report, &row, 1))
            mpit__memory_miss(1);
    }
}

void mpit__collectives_fill(struct mpit_record *report)
{
    struct collectives *mine = malloc(sizeof *mine);

    if (!mine) {
        mpit__memory_miss(1);
        return;
    }
    take(mine);
    put(report, mine);
    free(mine);
}

/* Where gathering fails, what is under way may still read and write them. */
bool mpit__collectives_gather(struct mpit_record *report, struct mpit_gather *gather)
{
    static struct collectives mine, all;

    take(&mine);
    if (!mpit__gather_reduce(gather, mine.count, all.count, CLASSES, MPI_UINT64_T, MPI_SUM) ||
        !mpit__gather_reduce(gather, mine.bytes, all.bytes, CLASSES, MPI_UINT64_T, MPI_SUM) ||
        !mpit__gather_reduce(gather, mine.seconds, all.seconds, CLASSES, MPI_DOUBLE, MPI_SUM))
        return false;
    if (gather->rank == 0)
        put(report, &all);
    return true;
}

/* ---- calls by rank */

/* The row of a call in the report, -1: none; it stands there at the earliest where the one before
 * it stands. */
static int row_of(const struct mpit_record *report, const char *name, int from)
{
    for (int i = from; i < report->ncall; i++)
        if (!strcmp(report->call[i].name, name))
            return i;
    return -1;
}

/* Calls stand in the report as they do in what a rank sends: in the order of their numbers. */
static void take_rows(void *context, int rank, const void *rows, int n)
{
    struct mpit_record *report = context;
    const struct mpit_call_row *row = rows;
    int at = 0;

    for (int i = 0; i < n; i++) {
        int found =
            row[i].call < MPIT_CALLS ? row_of(report, mpit__call_names[row[i].call], at) : -1;

        if (found < 0)
            continue;
        at = found;
        if (!mpit__record_add_call_rank(
                &report->call[found],
                &(struct mpit_record_call_rank){rank, row[i].count, row[i].bytes, row[i].seconds}))
            mpit__memory_miss(1);
    }
}

/* To be freed; NULL: there are none, or no memory. */
static struct mpit_call_row *rows_of(const struct mpit_snapshot *mine, int *n)
{
    struct mpit_call_row *row = malloc(sizeof *row * MPIT_CALLS);

    *n = 0;
    if (!row)
        mpit__memory_miss(1);
    for (int call = 0; row && call < MPIT_CALLS; call++)
        if (mine->count[call])
            row[(*n)++] = (struct mpit_call_row){(uint64_t)call, mine->count[call],
                                                 mine->bytes[call], mine->seconds[call]};
    return row;
}

void mpit__call_ranks_fill(struct mpit_record *report, const struct mpit_snapshot *mine)
{
    int n;
    struct mpit_call_row *row = rows_of(mine, &n);

    take_rows(report, mine->rank.rank, row, n);
    free(row);
}

bool mpit__call_ranks_gather(struct mpit_record *report, const struct mpit_snapshot *mine,
                             struct mpit_gather *gather)
{
    int n;
    struct mpit_call_row *row = rows_of(mine, &n);
    bool ok = mpit__gather_rows(gather, row, n, sizeof *row, take_rows, report);

    if (ok)
        free(row);
    return ok;
}
