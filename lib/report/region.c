#include "config.h"

#include "report/region.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "live/segment.h"
#include "profile/pause.h"
#include "profile/raise.h"
#include "profile/totals.h"
#include "report/collect.h"
#include "report/labels.h"
#include "report/resources.h"
#include "report/snapshot.h"
#include "report/spans.h"

/* Regions inside of each other beyond this depth are left out, with their ends.  What others read
 * is never given back: more labels than that are nobody else's. */
enum { DEEPEST = 64, SHARED = 4096 };

/* What had been counted at one moment, or between two. */
struct totals {
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    uint64_t wall, mpi; /* ticks */
};

struct region {
    char label[sizeof((struct mpit_record_region *)0)->label];
    uint64_t entries;
    uint32_t inside, unused; /* times that we are in it now, one inside the other */
    uint64_t paused;     /* ticks in which nothing had been recorded at the outermost of these */
    struct totals began; /* then, too */
    struct totals sum;   /* of those that have ended: of the time what was recorded */
};

/* Others read them as they stand. */
_Static_assert(sizeof(struct region) == sizeof(struct mpit_live_region) &&
                   offsetof(struct region, sum) == offsetof(struct mpit_live_region, sum) &&
                   sizeof(struct totals) == sizeof(struct mpit_live_totals),
               "a region is laid out as the segment says");

/* What it had of the machine, which others do not read: when we came in, and in all.  Of the first
 * regions, as there may be very many; of others that is not known. */
enum { HAD_MOST = 4096 };
struct had {
    struct mpit_record_resources began, sum;
};

/* All under MPIT_LOCK_REGIONS. */
static struct region *regions; /* [room], and behind them what `labels` needs */
static struct had *had;        /* [room], HAD_MOST at most */
static struct mpit_labels labels;
static bool are_shared; /* others read them */
static int nregions, room;
static int stack[DEEPEST];
static int depth; /* may exceed DEEPEST */
static uint64_t stray;

static void take(struct totals *now)
{
    mpit__snapshot_amounts(now->amount);
    now->wall = mpit__snapshot_until();
    now->mpi = 0;
    for (int family = 0; family < MPIT_FAMILIES; family++)
        now->mpi += mpit__snapshot_total(MPIT_P_TICKS + family);
}

static void add_since(struct totals *sum, const struct region *region, const struct totals *now)
{
    const struct totals *began = &region->began;

    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        sum->amount[i].count += now->amount[i].count - began->amount[i].count;
        sum->amount[i].bytes += now->amount[i].bytes - began->amount[i].bytes;
    }
    sum->wall += now->wall - began->wall - (mpit__pause_ticks(now->wall) - region->paused);
    sum->mpi += now->mpi - began->mpi;
}

static void add_had_since(struct mpit_record_resources *sum,
                          const struct mpit_record_resources *began)
{
    const struct mpit_record_resources now = mpit__resources_at_once(),
                                       since = mpit__resources_since(&now, began);

    mpit__resources_add(sum, &since);
}

static size_t bytes_for(int n)
{
    return (sizeof *regions + MPIT_LABELS_BYTES(1)) * (size_t)n;
}

static struct mpit_label_list list_of(int n)
{
    return (struct mpit_label_list){regions, sizeof *regions, n};
}

/* By entering and leaving. */
static void come_in(int number)
{
    if (number < HAD_MOST)
        had[number].began = mpit__resources_at_once();
}

static void leave(int number)
{
    if (number < HAD_MOST)
        add_had_since(&had[number].sum, &had[number].began);
}

static struct mpit_record_resources had_in(int number, bool is_open)
{
    struct mpit_record_resources sum = MPIT_RESOURCES_UNKNOWN;

    if (number >= HAD_MOST)
        return sum;
    sum = had[number].sum;
    if (is_open)
        add_had_since(&sum, &had[number].began);
    return sum;
}

static int had_of(int n)
{
    return n < HAD_MOST ? n : HAD_MOST;
}

static bool grow_had(int more)
{
    const size_t size = sizeof *had * (size_t)had_of(more);
    struct had *grown = had_of(more) > had_of(room) ? mpit__memory_take(size) : had;

    if (!grown || grown == had)
        return grown != NULL;
    if (had)
        memcpy(grown, had, sizeof *grown * (size_t)had_of(nregions));
    mpit__memory_give(had, sizeof *had * (size_t)had_of(room));
    had = grown;
    return true;
}

static bool grow(void)
{
    int more = room ? 2 * room : 16;
    bool share = mpit__live_head && more <= SHARED;
    struct region *grown =
        share ? mpit__memory_take_shared(bytes_for(more)) : mpit__memory_take(bytes_for(more));

    if (!grown || !grow_had(more)) {
        if (!share)
            mpit__memory_give(grown, bytes_for(more));
        return false;
    }
    if (regions)
        memcpy(grown, regions, sizeof *grown * (size_t)nregions);
    if (are_shared)
        mpit__live_clear(regions);
    else
        mpit__memory_give(regions, bytes_for(room));
    are_shared = share;
    regions = grown;
    room = more;
    labels = mpit__labels_in(grown + more, more);
    for (int n = 1; n <= nregions; n++)
        mpit__labels_add(&labels, list_of(n));
    return true;
}

static void publish(void)
{
    if (are_shared)
        mpit__live_put(regions, MPIT_LIVE_REGIONS, 0, (uint32_t)stray, (uint32_t)nregions,
                       (uint64_t)room);
}

/* The number of the region with a label, a new one where there is none; -1 without memory. */
static int number_of(const char *label)
{
    char name[sizeof regions->label];
    int number;

    snprintf(name, sizeof name, "%s", label && *label ? label : "unnamed");
    number = mpit__labels_find(&labels, list_of(nregions), name);
    if (number >= 0)
        return number;
    if (nregions == room && !grow())
        return -1;
    memcpy(regions[nregions++].label, name, sizeof name);
    mpit__labels_add(&labels, list_of(nregions));
    publish();
    return nregions - 1;
}

bool mpit__region_label(int number, char *label, size_t size)
{
    bool is_there;

    mpit__lock(MPIT_LOCK_REGIONS);
    is_there = number >= 0 && number < nregions;
    if (is_there)
        snprintf(label, size, "%s", regions[number].label);
    mpit__unlock(MPIT_LOCK_REGIONS);
    return is_there;
}

/* By the report, or by who is told of events. */
static bool are_looked_at(void)
{
    return mpit__report_records() || mpit__raise_is_wanted(MPIT_EVENT_region_begin) ||
           mpit__raise_is_wanted(MPIT_EVENT_region_end);
}

void mpit__region_begin(const char *label)
{
    int number;

    if (!are_looked_at())
        return;
    mpit__lock(MPIT_LOCK_REGIONS);
    number = depth < DEEPEST ? number_of(label) : -1;
    if (depth < DEEPEST)
        stack[depth] = number;
    depth++;
    if (number >= 0) {
        regions[number].entries++;
        if (regions[number].inside++ == 0) {
            take(&regions[number].began);
            come_in(number);
            regions[number].paused = mpit__pause_ticks(regions[number].began.wall);
        }
        MPIT_RAISE(region_begin, &mpit__process, MPIT_INT_ELEMENT(number));
    }
    mpit__unlock(MPIT_LOCK_REGIONS);
    mpit__raise_deliver();
}

void mpit__region_end(void)
{
    int number = -1;
    struct totals now;

    if (!are_looked_at())
        return;
    mpit__lock(MPIT_LOCK_REGIONS);
    if (depth == 0) {
        stray++;
        publish();
    } else if (--depth < DEEPEST) {
        number = stack[depth];
    }
    if (number >= 0 && --regions[number].inside == 0) {
        take(&now);
        add_since(&regions[number].sum, &regions[number], &now);
        leave(number);
        mpit__span_add(&(struct mpit_span){number, regions[number].began.wall, now.wall});
    }
    if (number >= 0)
        MPIT_RAISE(region_end, &mpit__process, MPIT_INT_ELEMENT(number));
    mpit__unlock(MPIT_LOCK_REGIONS);
    mpit__raise_deliver();
}

/* What one process says of a region. */
struct row {
    char label[sizeof((struct mpit_record_region *)0)->label];
    uint64_t entries, open;
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    double wall, mpi; /* wall: what was recorded of it */
    double outside;   /* no number: not known */
    struct mpit_record_resources had;
};

static struct row row_of(int number, const struct totals *now)
{
    const struct region *region = &regions[number];
    struct totals sum = region->sum;
    struct row row = {
        .entries = region->entries, .open = region->inside, .had = had_in(number, region->inside)};

    if (region->inside)
        add_since(&sum, region, now);
    memcpy(row.label, region->label, sizeof row.label);
    memcpy(row.amount, sum.amount, sizeof row.amount);
    row.wall = mpit__clock_seconds(sum.wall);
    row.mpi = mpit__clock_seconds(sum.mpi);
    row.outside = mpit__snapshot_threads() > 1 ? NAN : row.wall - row.mpi;
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
        rows[i] = row_of(i, &now);
    mpit__unlock(MPIT_LOCK_REGIONS);
    return rows;
}

/* When one process was in a region. */
struct span_row {
    char label[sizeof((struct mpit_record_region *)0)->label];
    double begin, end; /* seconds since the end of MPI_Init */
};

static struct span_row span_row_of(const struct mpit_span *span)
{
    struct span_row row = {.begin = mpit__snapshot_since(span->begin),
                           .end = mpit__snapshot_since(span->end)};

    memcpy(row.label, regions[span->region].label, sizeof row.label);
    return row;
}

/* Of this process, up to now; to be freed. */
static struct span_row *spans_now(int *n, int nranks)
{
    uint64_t now = mpit__snapshot_until();
    struct span_row *rows;
    int known;

    mpit__lock(MPIT_LOCK_REGIONS);
    mpit__spans_limit(nranks);
    known = mpit__spans_count();
    rows = calloc((size_t)known + (size_t)nregions + 1, sizeof *rows);
    *n = 0;
    if (!rows)
        mpit__memory_miss((uint64_t)known);
    for (int i = 0; rows && i < known; i++)
        rows[(*n)++] = span_row_of(mpit__span_at(i));
    for (int i = 0; rows && i < nregions; i++)
        if (regions[i].inside)
            rows[(*n)++] = span_row_of(&(struct mpit_span){i, regions[i].began.wall, now});
    mpit__unlock(MPIT_LOCK_REGIONS);
    return rows;
}

/* The report that the ranks' regions are added to, with room for more. */
struct gathered {
    struct mpit_record *report;
    struct mpit_labels labels;
    int room;
};

static struct mpit_label_list list_in(const struct mpit_record *report)
{
    return (struct mpit_label_list){report->region, sizeof *report->region, report->nregion};
}

/* Without memory for them, labels are found without. */
static void index_labels(struct mpit_labels *index, struct mpit_label_list list, int size)
{
    int n = list.n;

    free(index->first);
    *index = mpit__labels_in(calloc(1, MPIT_LABELS_BYTES(size)), size);
    for (list.n = 1; list.n <= n; list.n++)
        mpit__labels_add(index, list);
}

static int power_above(int n)
{
    int power = 1;

    while (power < n)
        power *= 2;
    return power;
}

static bool grow_report(struct gathered *all)
{
    struct mpit_record *report = all->report;
    int more = all->room ? 2 * all->room : 16;
    struct mpit_record_region *grown = realloc(report->region, sizeof *grown * (size_t)more);

    if (!grown)
        return false;
    report->region = grown;
    all->room = more;
    index_labels(&all->labels, list_in(report), more);
    return true;
}

/* Makes the region of the report with a label where there is none; ranks before this one have not
 * entered that. */
static bool need_region(struct gathered *all, const char *label, int rank)
{
    struct mpit_record *report = all->report;
    struct mpit_record_region *region;

    if (mpit__labels_find(&all->labels, list_in(report), label) >= 0)
        return true;
    if (report->nregion == all->room && !grow_report(all))
        return false;
    region = &report->region[report->nregion++];
    *region = (struct mpit_record_region){
        .wall = MPIT_SPREAD_NONE, .mpi = MPIT_SPREAD_NONE, .outside = MPIT_SPREAD_NONE};
    memcpy(region->label, label, sizeof region->label);
    mpit__labels_add(&all->labels, list_in(report));
    for (int before = 0; report->complete && before < rank; before++) {
        mpit__spread_add(&region->wall, 0, before);
        mpit__spread_add(&region->mpi, 0, before);
        mpit__spread_add(&region->outside, 0, before);
    }
    return true;
}

static void add_row(struct mpit_record_region *region, const struct row *row, int rank)
{
    mpit__spread_add(&region->wall, row ? row->wall : 0, rank);
    mpit__spread_add(&region->mpi, row ? row->mpi : 0, rank);
    mpit__spread_add(&region->outside, row ? row->outside : 0, rank);
    if (!row)
        return;
    mpit__resources_add(&region->had, &row->had);
    region->entries += row->entries;
    region->open += row->open;
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        region->amount[i].count += row->amount[i].count;
        region->amount[i].bytes += row->amount[i].bytes;
    }
}

/* Adds what one rank says; the ranks come in order. */
static void add_rank(void *context, int rank, const void *of_rank, int n)
{
    struct gathered *all = context;
    const struct row *rows = of_rank;
    struct mpit_label_list list = {rows, sizeof *rows, n};
    struct mpit_labels index = {0};

    for (int i = 0; i < n; i++)
        if (!need_region(all, rows[i].label, rank))
            mpit__memory_miss(1);
    index_labels(&index, list, power_above(n));
    for (int i = 0; i < all->report->nregion; i++) {
        struct mpit_record_region *region = &all->report->region[i];
        int row = mpit__labels_find(&index, list, region->label);

        add_row(region, row < 0 ? NULL : &rows[row], rank);
    }
    free(index.first);
}

/* Its regions are there. */
static void add_spans(void *context, int rank, const void *of_rank, int n)
{
    struct gathered *all = context;
    const struct span_row *rows = of_rank;

    for (int i = 0; i < n; i++) {
        int at = mpit__labels_find(&all->labels, list_in(all->report), rows[i].label);
        const struct mpit_record_span span = {rank, rows[i].begin, rows[i].end};

        if (at < 0 || !mpit__record_add_span(&all->report->region[at], &span))
            mpit__memory_miss(1);
    }
}

void mpit__regions_fill(struct mpit_record *report, int rank)
{
    struct gathered all = {.report = report};
    int n, nspan;
    struct row *rows = rows_now(&n, &report->stray_ends);
    struct span_row *spans = spans_now(&nspan, 1);

    add_rank(&all, rank, rows, n);
    add_spans(&all, rank, spans, nspan);
    free(all.labels.first);
    free(spans);
    free(rows);
}

bool mpit__regions_gather(struct mpit_record *report, struct mpit_gather *gather)
{
    static uint64_t mine;
    struct gathered all = {.report = report};
    int n, nspan;
    struct row *rows = rows_now(&n, &mine);
    struct span_row *spans = spans_now(&nspan, gather->nranks);
    bool ok = mpit__gather_reduce(gather, &mine, &report->stray_ends, 1, MPI_UINT64_T, MPI_SUM) &&
              mpit__gather_rows(gather, rows, n, sizeof *rows, add_rank, &all) &&
              mpit__gather_rows(gather, spans, nspan, sizeof *spans, add_spans, &all);

    free(all.labels.first);
    if (!ok)
        return false;
    free(spans);
    free(rows);
    return true;
}
