#include "config.h"

#include "tools/records/join.h"

#include "tools/ground/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room for n more at the end of a list. */
static void *grow(void *list, int n, int more, size_t size)
{
    void *grown = realloc(list, size * ((size_t)n + (size_t)more + 1));

    if (!grown) {
        tool_complain("no memory to put the parts of the report together");
        exit(TOOL_FAILED);
    }
    return grown;
}

#define APPEND(whole, part, list, n)                                                               \
    do {                                                                                           \
        (whole)->list = grow((whole)->list, (whole)->n, (part)->n, sizeof *(whole)->list);         \
        if ((part)->n)                                                                             \
            memcpy((whole)->list + (whole)->n, (part)->list,                                       \
                   sizeof *(whole)->list * (size_t)(part)->n);                                     \
        (whole)->n += (part)->n;                                                                   \
    } while (0)

/* The row of a name that stands at the beginning of each row; one that stands where it did in the
 * list before is found at once. */
static int find(const void *rows, size_t size, int n, int guess, const char *name)
{
    const char *row = rows;

    if (guess < n && !strcmp(row + size * (size_t)guess, name))
        return guess;
    for (int i = 0; i < n; i++)
        if (!strcmp(row + size * (size_t)i, name))
            return i;
    return -1;
}

static void must(bool has_memory)
{
    if (has_memory)
        return;
    tool_complain("no memory to put the parts of the report together");
    exit(TOOL_FAILED);
}

void tool_record_add_sites(struct mpit_record *whole, const struct mpit_record_site *site, int n)
{
    must(mpit__record_add_sites(whole, site, n));
}

void tool_record_add_uses(struct mpit_record *whole, const struct mpit_record *part)
{
    must(mpit__record_add_collectives(whole, part->collective, part->ncollective) &&
         mpit__record_add_uses(&whole->communicator, &whole->ncommunicator, part->communicator,
                               part->ncommunicator) &&
         mpit__record_add_uses(&whole->file, &whole->nfile, part->file, part->nfile));
}

void tool_record_add_call_rank(struct mpit_record_call *call,
                               const struct mpit_record_call_rank *more)
{
    must(mpit__record_add_call_rank(call, more));
}

void tool_record_add_sizes(struct mpit_record *whole, const struct mpit_record_size *size, int n)
{
    for (int i = 0; i < n; i++)
        must(mpit__record_add_size(whole, &size[i]));
}

/* ---- quantities over the ranks */

/* Of several ranks with the same value it is the lowest. */
static bool comes_before(double value, int rank, double than, int at, int sign)
{
    if (at < 0 || (isnan(than) && !isnan(value)))
        return true;
    if (value == than)
        return rank < at;
    return sign * value < sign * than;
}

static void merge(struct mpit_spread *spread, struct mpit_spread more)
{
    spread->total += more.total;
    if (more.min_rank >= 0 &&
        comes_before(more.min, more.min_rank, spread->min, spread->min_rank, 1)) {
        spread->min = more.min;
        spread->min_rank = more.min_rank;
    }
    if (more.max_rank >= 0 &&
        comes_before(more.max, more.max_rank, spread->max, spread->max_rank, -1)) {
        spread->max = more.max;
        spread->max_rank = more.max_rank;
    }
}

/* Ranks that have not made a call, or entered a region, count as 0; not those that are missing. */
static struct mpit_spread zero_of(const struct mpit_record *record)
{
    struct mpit_spread zero = MPIT_SPREAD_NONE;

    for (int i = 0; i < record->nrank; i++)
        if (!mpit__rank_is(&record->rank[i], MPIT_RANK_MISSING) &&
            (zero.min_rank < 0 || record->rank[i].rank < zero.min_rank))
            zero.min_rank = zero.max_rank = record->rank[i].rank;
    return zero;
}

/* ---- lists */

static void add_call(struct mpit_record_call *call, const struct mpit_record_call *its)
{
    call->count += its->count;
    call->bytes += its->bytes;
    call->messages += its->messages;
    merge(&call->time, its->time);
    for (int i = 0; i < its->nrank; i++)
        tool_record_add_call_rank(call, &its->rank[i]);
}

static void add_calls(struct mpit_record *whole, const struct mpit_record *part)
{
    struct mpit_spread before = zero_of(whole), none = zero_of(part);
    int known = whole->ncall;
    bool *made = tool_allocate((size_t)known, sizeof *made);

    whole->call = grow(whole->call, whole->ncall, part->ncall, sizeof *whole->call);
    for (int i = 0; i < part->ncall; i++) {
        const struct mpit_record_call *its = &part->call[i];
        int at = find(whole->call, sizeof *whole->call, whole->ncall, i, its->name);
        struct mpit_record_call *call = &whole->call[at < 0 ? whole->ncall++ : at];

        if (at < 0) {
            *call = (struct mpit_record_call){.time = before};
            memcpy(call->name, its->name, sizeof call->name);
        } else if (at < known) {
            made[at] = true;
        }
        add_call(call, its);
    }
    for (int i = 0; i < known; i++)
        if (!made[i])
            merge(&whole->call[i].time, none);
    free(made);
}

static void add_region(struct mpit_record_region *region, const struct mpit_record_region *its)
{
    merge(&region->wall, its->wall);
    merge(&region->outside, its->outside);
    merge(&region->mpi, its->mpi);
    region->entries += its->entries;
    region->open += its->open;
    mpit__resources_add(&region->had, &its->had);
    for (int i = 0; i < its->nspan; i++)
        must(mpit__record_add_span(region, &its->span[i]));
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        region->amount[i].count += its->amount[i].count;
        region->amount[i].bytes += its->amount[i].bytes;
    }
}

static void need_regions(struct mpit_record *whole, const struct mpit_record *part)
{
    struct mpit_spread before = zero_of(whole);
    int known = whole->nregion;

    whole->region = grow(whole->region, whole->nregion, part->nregion, sizeof *whole->region);
    for (int i = 0; i < part->nregion; i++) {
        const struct mpit_record_region *its = &part->region[i];
        struct mpit_record_region *region = &whole->region[whole->nregion];

        if (find(whole->region, sizeof *region, known, i, its->label) >= 0)
            continue;
        whole->nregion++;
        *region = (struct mpit_record_region){.wall = before, .mpi = before, .outside = before};
        memcpy(region->label, its->label, sizeof region->label);
    }
}

static void add_regions(struct mpit_record *whole, const struct mpit_record *part)
{
    const struct mpit_record_region none = {
        .wall = zero_of(part), .mpi = zero_of(part), .outside = zero_of(part)};

    need_regions(whole, part);
    for (int i = 0; i < whole->nregion; i++) {
        int at = find(part->region, sizeof *part->region, part->nregion, i, whole->region[i].label);

        add_region(&whole->region[i], at < 0 ? &none : &part->region[at]);
    }
}

/* ---- programs */

/* Of more different programs the first ones are named, as in the library. */
enum { PROGRAMS = 16 };

static void add_program(struct mpit_record *whole, const struct mpit_record_program *its)
{
    struct mpit_record_program *program;
    int at = find(whole->program, sizeof *program, whole->nprogram, 0, its->command);

    if (at >= 0) {
        whole->program[at].nranks += its->nranks;
        if (its->first < whole->program[at].first)
            whole->program[at].first = its->first;
    }
    if (at >= 0 || whole->nprogram == PROGRAMS)
        return;
    whole->program = grow(whole->program, whole->nprogram, 1, sizeof *program);
    whole->program[whole->nprogram++] = *its;
}

static void add_programs(struct mpit_record *whole, const struct mpit_record *part)
{
    struct mpit_record_program one = {.first = zero_of(part).min_rank,
                                      .nranks = mpit__record_known(part)};

    memcpy(one.command, part->command, sizeof one.command);
    if (part->nprogram == 0 && one.nranks)
        add_program(whole, &one);
    for (int i = 0; i < part->nprogram; i++)
        add_program(whole, &part->program[i]);
}

/* ---- the whole */

static void begin(struct mpit_record *whole, const struct mpit_record *first)
{
    *whole = (struct mpit_record){.complete = true, .nranks = first->nranks};
    memcpy(whole->mpit, first->mpit, sizeof whole->mpit);
    memcpy(whole->vendor, first->vendor, sizeof whole->vendor);
    memcpy(whole->command, first->command, sizeof whole->command);
    memcpy(whole->start, first->start, sizeof whole->start);
    whole->batch = first->batch;
    whole->eager_limit = first->eager_limit;
    APPEND(whole, first, setting, nsetting);
}

/* Another part may have what is missing in this one. */
static void add_ranks(struct mpit_record *whole, const struct mpit_record *part)
{
    whole->rank = grow(whole->rank, whole->nrank, part->nrank, sizeof *whole->rank);
    for (int i = 0; i < part->nrank; i++)
        if (!mpit__rank_is(&part->rank[i], MPIT_RANK_MISSING))
            whole->rank[whole->nrank++] = part->rank[i];
}

/* The samples of a series stay one list: the part gives them up. */
static void add_part(struct mpit_record *whole, struct mpit_record *part)
{
    add_calls(whole, part);
    add_regions(whole, part);
    add_programs(whole, part);
    add_ranks(whole, part);
    APPEND(whole, part, pair, npair);
    APPEND(whole, part, wait, nwait);
    tool_record_add_uses(whole, part);
    tool_record_add_sites(whole, part->site, part->nsite);
    tool_record_add_sizes(whole, part->size, part->nsize);
    APPEND(whole, part, series, nseries);
    part->nseries = 0;
    whole->stray_ends += part->stray_ends;
    whole->lost_records += part->lost_records;
    if (!*whole->launcher) {
        memcpy(whole->launcher, part->launcher, sizeof whole->launcher);
        whole->exit_code = part->exit_code;
    }
    if (!*whole->reason)
        memcpy(whole->reason, part->reason, sizeof whole->reason);
    whole->complete = whole->complete && part->complete;
}

static int by_rank(const void *a, const void *b)
{
    const struct mpit_record_rank *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int call_ranks_by_rank(const void *a, const void *b)
{
    const struct mpit_record_call_rank *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Parts come in any order. */
static void sort_ranks(struct mpit_record *whole)
{
    qsort(whole->rank, (size_t)whole->nrank, sizeof *whole->rank, by_rank);
    for (int i = 0; i < whole->ncall; i++)
        if (whole->call[i].nrank)
            qsort(whole->call[i].rank, (size_t)whole->call[i].nrank, sizeof *whole->call[i].rank,
                  call_ranks_by_rank);
}

/* Parts of a whole are none by themselves. */
static bool all_ended(const struct mpit_record *record)
{
    for (int i = 0; i < record->nrank; i++)
        if (!mpit__rank_is(&record->rank[i], MPIT_RANK_ENDED))
            return false;
    return true;
}

/* How many collectives each has come to it does not say: the mean of those that say something. */
static void join_seen(const struct mpit_record *part, int n, struct mpit_record *whole)
{
    double seen = 0, kept = 0, unsure = 0;
    int say = 0;

    for (int i = 0; i < n; i++) {
        say += part[i].waits_seen > 0;
        seen += part[i].waits_seen > 0 ? part[i].waits_seen : 0;
        kept += part[i].waits_kept > 0 ? part[i].waits_kept : 0;
        unsure += part[i].waits_unsure > 0 ? part[i].waits_unsure : 0;
    }
    whole->waits_seen = say ? seen / say : 0;
    whole->waits_kept = say ? kept / say : 0;
    whole->waits_unsure = unsure;
}

void tool_records_join(struct mpit_record *part, int n, struct mpit_record *whole)
{
    begin(whole, &part[0]);
    join_seen(part, n, whole);
    for (int i = 0; i < n; i++)
        add_part(whole, &part[i]);
    sort_ranks(whole);
    whole->complete = whole->nrank == whole->nranks && (whole->complete || all_ended(whole));
    if (whole->complete)
        whole->reason[0] = '\0';
    if (whole->nprogram == 1) {
        free(whole->program);
        whole->program = NULL;
        whole->nprogram = 0;
    }
    mpit__record_finish(whole);
}

void tool_record_take_rest(struct mpit_record *whole, struct mpit_record *other)
{
    APPEND(whole, other, series, nseries);
    other->nseries = 0;
    if (whole->nsetting == 0)
        APPEND(whole, other, setting, nsetting);
}

/* A size that no job has is that of a damaged record. */
enum { MOST = 1 << 22 };

static struct mpit_record_rank missing(int number)
{
    struct mpit_record_rank rank = {.rank = number,
                                    .wall = NAN,
                                    .mpi = NAN,
                                    .paused = NAN,
                                    .threads = -1,
                                    .state = MPIT_RANK_MISSING,
                                    MPIT_RECORD_RANK_UNSEEN};

    for (int part = 0; part < MPIT_PARTS; part++)
        rank.part[part] = NAN;
    return rank;
}

void tool_record_add_missing(struct mpit_record *whole)
{
    int n = whole->nranks < MOST ? whole->nranks : MOST, known = whole->nrank, next = 0;

    if (known >= n)
        return;
    whole->rank = grow(whole->rank, known, n, sizeof *whole->rank);
    for (int rank = 0; rank < n && whole->nrank < n; rank++) {
        while (next < known && whole->rank[next].rank < rank)
            next++;
        if (next < known && whole->rank[next].rank == rank)
            continue;
        whole->rank[whole->nrank++] = missing(rank);
    }
    qsort(whole->rank, (size_t)whole->nrank, sizeof *whole->rank, by_rank);
    whole->complete = false;
}
