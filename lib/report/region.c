#include "config.h"

#include "report/region.h"

#include <stdlib.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "ledger/totals.h"
#include "report/collect.h"
#include "report/snapshot.h"

/* Regions inside of each other beyond this depth are left out, with their ends. */
enum { DEEPEST = 64 };

/* What had been counted at one moment, or between two. */
struct totals {
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    uint64_t wall, mpi; /* ticks */
};

struct region {
    char label[sizeof((struct mpit_record_region *)0)->label];
    uint64_t entries;
    uint32_t inside;     /* times that we are in it now, one inside the other */
    struct totals began; /* at the outermost of these */
    struct totals sum;   /* of those that have ended */
};

/* All under MPIT_LOCK_REGIONS. */
static struct region *regions;
static int nregions, room;
static int stack[DEEPEST];
static int depth; /* may exceed DEEPEST */
static uint64_t stray;

static void take(struct totals *now)
{
    mpit__snapshot_amounts(now->amount);
    now->wall = mpit__clock_now();
    now->mpi = 0;
    for (int family = 0; family < MPIT_FAMILIES; family++)
        now->mpi += mpit__snapshot_total(MPIT_P_TICKS + family);
}

static void add_since(struct totals *sum, const struct totals *began, const struct totals *now)
{
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        sum->amount[i].count += now->amount[i].count - began->amount[i].count;
        sum->amount[i].bytes += now->amount[i].bytes - began->amount[i].bytes;
    }
    sum->wall += now->wall - began->wall;
    sum->mpi += now->mpi - began->mpi;
}

/* The number of the region with a label, a new one where there is none; -1 without memory. */
static int number_of(const char *label)
{
    char name[sizeof regions->label];

    snprintf(name, sizeof name, "%s", label && *label ? label : "unnamed");
    for (int i = 0; i < nregions; i++)
        if (strcmp(regions[i].label, name) == 0)
            return i;
    if (nregions == room) {
        int more = room ? 2 * room : 16;
        struct region *grown = mpit__memory_take(sizeof *grown * (size_t)more);

        if (!grown)
            return -1;
        if (regions)
            memcpy(grown, regions, sizeof *grown * (size_t)nregions);
        mpit__memory_give(regions, sizeof *regions * (size_t)room);
        regions = grown;
        room = more;
    }
    memcpy(regions[nregions].label, name, sizeof name);
    return nregions++;
}

void mpit__region_begin(const char *label)
{
    int number;

    if (!mpit__report_wanted())
        return;
    mpit__lock(MPIT_LOCK_REGIONS);
    number = depth < DEEPEST ? number_of(label) : -1;
    if (depth < DEEPEST)
        stack[depth] = number;
    depth++;
    if (number >= 0) {
        regions[number].entries++;
        if (regions[number].inside++ == 0)
            take(&regions[number].began);
    }
    mpit__unlock(MPIT_LOCK_REGIONS);
}

void mpit__region_end(void)
{
    int number = -1;
    struct totals now;

    if (!mpit__report_wanted())
        return;
    mpit__lock(MPIT_LOCK_REGIONS);
    if (depth == 0)
        stray++;
    else if (--depth < DEEPEST)
        number = stack[depth];
    if (number >= 0 && --regions[number].inside == 0) {
        take(&now);
        add_since(&regions[number].sum, &regions[number].began, &now);
    }
    mpit__unlock(MPIT_LOCK_REGIONS);
}

/* What one process says of a region. */
struct row {
    char label[sizeof((struct mpit_record_region *)0)->label];
    uint64_t entries, open;
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    double wall, mpi;
};

static struct row row_of(const struct region *region, const struct totals *now)
{
    struct totals sum = region->sum;
    struct row row = {.entries = region->entries, .open = region->inside};

    if (region->inside)
        add_since(&sum, &region->began, now);
    memcpy(row.label, region->label, sizeof row.label);
    memcpy(row.amount, sum.amount, sizeof row.amount);
    row.wall = mpit__clock_seconds(sum.wall);
    row.mpi = mpit__clock_seconds(sum.mpi);
    return row;
}

/* The regions of this process, up to now; to be freed. */
static struct row *rows_now(int *n, uint64_t *stray_ends)
{
    struct totals now;
    struct row *rows;

    mpit__lock(MPIT_LOCK_REGIONS);
    take(&now);
    rows = calloc((size_t)nregions + 1, sizeof *rows);
    *n = rows ? nregions : 0;
    mpit__memory_miss((uint64_t)(nregions - *n));
    *stray_ends = stray;
    for (int i = 0; i < *n; i++)
        rows[i] = row_of(&regions[i], &now);
    mpit__unlock(MPIT_LOCK_REGIONS);
    return rows;
}

/* The region of the report with a label, a new one where there is none; ranks before this one
 * have not entered that. */
static struct mpit_record_region *region_of(struct mpit_record *report, const char *label, int rank)
{
    struct mpit_record_region *grown;

    for (int i = 0; i < report->nregion; i++)
        if (strcmp(report->region[i].label, label) == 0)
            return &report->region[i];
    grown = realloc(report->region, sizeof *grown * ((size_t)report->nregion + 1));
    if (!grown)
        return NULL;
    report->region = grown;
    grown += report->nregion++;
    *grown = (struct mpit_record_region){.wall = MPIT_SPREAD_NONE, .mpi = MPIT_SPREAD_NONE};
    memcpy(grown->label, label, sizeof grown->label);
    for (int before = 0; report->complete && before < rank; before++) {
        mpit__spread_add(&grown->wall, 0, before);
        mpit__spread_add(&grown->mpi, 0, before);
    }
    return grown;
}

static const struct row *row_with(const struct row *rows, int n, const char *label)
{
    for (int i = 0; i < n; i++)
        if (strcmp(rows[i].label, label) == 0)
            return &rows[i];
    return NULL;
}

/* Adds what one rank says; the ranks come in order. */
static void add_rank(void *context, int rank, const void *of_rank, int n)
{
    struct mpit_record *report = context;
    const struct row *rows = of_rank;

    for (int i = 0; i < n; i++)
        if (!region_of(report, rows[i].label, rank))
            mpit__memory_miss(1);
    for (int i = 0; i < report->nregion; i++) {
        struct mpit_record_region *region = &report->region[i];
        const struct row *row = row_with(rows, n, region->label);

        mpit__spread_add(&region->wall, row ? row->wall : 0, rank);
        mpit__spread_add(&region->mpi, row ? row->mpi : 0, rank);
        if (!row)
            continue;
        region->entries += row->entries;
        region->open += row->open;
        for (int j = 0; j < MPIT_AMOUNTS; j++) {
            region->amount[j].count += row->amount[j].count;
            region->amount[j].bytes += row->amount[j].bytes;
        }
    }
}

void mpit__regions_fill(struct mpit_record *report, int rank)
{
    int n;
    struct row *rows = rows_now(&n, &report->stray_ends);

    add_rank(report, rank, rows, n);
    free(rows);
}

bool mpit__regions_gather(struct mpit_record *report, struct mpit_gather *gather)
{
    static uint64_t mine;
    int n;
    struct row *rows = rows_now(&n, &mine);
    bool ok = mpit__gather_reduce(gather, &mine, &report->stray_ends, 1, MPI_UINT64_T, MPI_SUM) &&
              mpit__gather_rows(gather, rows, n, sizeof *rows, add_rank, report);

    if (ok)
        free(rows);
    return ok;
}
