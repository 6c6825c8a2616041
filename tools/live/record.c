#include "config.h"

#include "tools/live/record.h"

#include "tools/ground/tool.h"
#include "tools/live/arrivals.h"
#include "tools/live/open_calls.h"
#include "tools/live/pairs.h"
#include "tools/live/process.h"
#include "tools/live/uses.h"
#include "tools/records/join.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What a part is made of. */
struct source {
    const struct tool_segment *segment;
    uint64_t *total; /* [ntotal]: slots of the process, over its threads */
    size_t ntotal;
    enum tool_fate fate;
    bool ended;     /* it has come out of MPI_Finalize */
    int64_t now_ns; /* CLOCK_MONOTONIC when it died, or at which it is looked at; 0: unknown */
    bool timed;     /* `now` is known */
    uint64_t now;   /* ticks up to which it counts */
    struct tool_open_calls open;
};

int64_t tool_live_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- when */

/* Moments before it began are as it began. */
static uint64_t ticks_at(const struct tool_segment *segment, int64_t ns)
{
    const struct mpit_live_head *head = &segment->head;
    double length = tool_segment_seconds(segment, 1), ticks;

    if (length <= 0 || ns < 0 || (uint64_t)ns <= head->ns)
        return head->ticks;
    ticks = (double)((uint64_t)ns - head->ns) * 1e-9 / length;
    return ticks < 9e18 ? head->ticks + (uint64_t)ticks : head->ticks;
}

/* It counts up to MPI_Finalize; that itself takes time up to when it is looked at. */
static void find_now(struct source *source, const struct tool_live_view *view)
{
    const struct mpit_live_head *head = &source->segment->head;

    if (source->fate == TOOL_FATE_ALIVE || source->fate == TOOL_FATE_STOPPED)
        source->now_ns = tool_live_now();
    else if (source->fate == TOOL_FATE_GONE)
        source->now_ns = view->until;
    source->timed = source->now_ns != 0;
    source->now = ticks_at(source->segment, source->now_ns);
    if (head->ended && (source->ended || head->state == MPIT_LIVE_FINALIZING)) {
        source->timed = true;
        source->now = head->ended;
    }
}

/* From one moment to another; 0 where it is the wrong way round, as nothing is written at once. */
static uint64_t since(uint64_t began, uint64_t now)
{
    return now > began ? now - began : 0;
}

/* The number of ticks is what is known of them: what it comes to is not, without a time. */
static double duration(const struct source *source, uint64_t ticks, bool open)
{
    return open && !source->timed ? NAN : tool_segment_seconds(source->segment, ticks);
}

/* Ticks in which nothing was recorded. */
static uint64_t paused_by(const struct source *source)
{
    const struct mpit_live_head *head = &source->segment->head;
    uint64_t ticks = mpit_live_paused(head->paused, source->now);
    uint64_t wall = since(head->began, source->now);

    return ticks < wall ? ticks : wall;
}

/* ---- calls that have not ended */

/* While nothing is recorded, none of them is; in MPI_Finalize and before MPI_Init there are none
 * whose time counts. */
static bool counts_open_calls(const struct source *source)
{
    const struct mpit_live_head *head = &source->segment->head;

    return head->began && !source->ended && head->state != MPIT_LIVE_FINALIZING &&
           !(head->paused & 1);
}

static uint64_t open_ticks(const struct source *source, const struct tool_open_call *call)
{
    return counts_open_calls(source) && source->timed ? since(call->since, source->now) : 0;
}

/* For how long it was in MPI_Abort nobody says. */
static bool has_unknown_calls(const struct source *source)
{
    return counts_open_calls(source) &&
           (!source->open.all || source->segment->head.state == MPIT_LIVE_ABORTED ||
            (source->open.n && !source->timed));
}

static uint64_t open_ticks_of(const struct source *source, const char *name)
{
    uint64_t ticks = 0;

    for (int i = 0; i < source->open.n; i++)
        if (!strcmp(source->open.call[i].name, name))
            ticks += open_ticks(source, &source->open.call[i]);
    return ticks;
}

static uint64_t all_open_ticks(const struct source *source)
{
    uint64_t ticks = 0;

    for (int i = 0; i < source->open.n; i++)
        ticks += open_ticks(source, &source->open.call[i]);
    return ticks;
}

/* ---- totals */

static void sum_up(struct source *source)
{
    const struct tool_segment *segment = source->segment;

    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_PROCESS &&
            segment->piece[i].item.n > source->ntotal)
            source->ntotal = segment->piece[i].item.n;
    source->total = tool_allocate(source->ntotal, sizeof *source->total);
    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_PROCESS)
            for (size_t slot = 0; slot < segment->piece[i].item.n; slot++)
                source->total[slot] += tool_piece_slot(segment, &segment->piece[i], slot);
}

static uint64_t total(const struct source *source, const struct mpit_live_name *row,
                      enum mpit_live_unit unit)
{
    return row && row->slot[unit] < source->ntotal ? source->total[row->slot[unit]] : 0;
}

static uint64_t total_of_class(const struct source *source, enum mpit_live_class class,
                               enum mpit_live_unit unit)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < source->segment->nname; i++)
        if (source->segment->name[i].class == class)
            sum += total(source, &source->segment->name[i], unit);
    return sum;
}

/* ---- calls */

static const struct mpit_live_life *life_of(const struct source *source, const char *name)
{
    const struct mpit_live_head *head = &source->segment->head;

    for (int i = 0; i < MPIT_LIVE_LIVES; i++)
        if (head->life[i].call[0] && !strcmp(head->life[i].call, name))
            return &head->life[i];
    return NULL;
}

/* A call with which MPI begins or ends counts when it has begun, as in what the ranks gather. */
static void add_life(const struct source *source, struct mpit_record_call *call, double *seconds)
{
    const struct mpit_live_life *life = life_of(source, call->name);

    if (!life)
        return;
    call->count += life->count + (life->since != 0);
    *seconds += (double)life->ns * 1e-9;
    if (life->since && (uint64_t)source->now_ns > life->since)
        *seconds += (double)((uint64_t)source->now_ns - life->since) * 1e-9;
}

static void take_calls(const struct source *source, struct mpit_record *part)
{
    const struct tool_segment *segment = source->segment;

    part->call = tool_allocate(segment->nname, sizeof *part->call);
    for (uint32_t i = 0; i < segment->nname; i++) {
        const struct mpit_live_name *row = &segment->name[i];
        struct mpit_record_call *call = &part->call[part->ncall];
        double seconds;

        if (row->class != MPIT_LIVE_CALL)
            continue;
        *call = (struct mpit_record_call){.time = MPIT_SPREAD_NONE};
        tool_segment_name(row, call->name);
        call->count = total(source, row, MPIT_LIVE_COUNT);
        call->messages = total(source, row, MPIT_LIVE_MESSAGES);
        call->bytes = total(source, row, MPIT_LIVE_BYTES);
        seconds = tool_segment_seconds(segment, total(source, row, MPIT_LIVE_TICKS) +
                                                    open_ticks_of(source, call->name));
        add_life(source, call, &seconds);
        mpit__spread_add(&call->time, seconds, part->rank[0].rank);
        if (call->count || seconds > 0)
            tool_record_add_call_rank(call, &(struct mpit_record_call_rank){part->rank[0].rank,
                                                                            call->count,
                                                                            call->bytes, seconds});
        part->ncall += call->count || seconds > 0;
    }
}

/* ---- sizes */

static uint64_t total_of_size(const struct source *source, const char *name, unsigned class)
{
    const struct mpit_live_name *row = tool_segment_find(source->segment, MPIT_LIVE_SIZES, name);
    size_t first = row ? row->slot[MPIT_LIVE_COUNT] : MPIT_LIVE_NO_SLOT;

    return first + class < source->ntotal ? source->total[first + class] : 0;
}

static void take_sizes(const struct source *source, struct mpit_record *part)
{
    for (unsigned i = 0; i < MPIT_RECORD_SIZES; i++) {
        struct mpit_record_size size = mpit__record_size_of(i);

        size.sends = total_of_size(source, "sends", i);
        size.recvs = total_of_size(source, "recvs", i);
        tool_record_add_sizes(part, &size, 1);
    }
}

/* ---- sites */

/* The module with a number, NULL where there is none. */
static const struct mpit_live_module *module_of(const struct tool_segment *segment, uint32_t number)
{
    for (int i = 0; number && i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_MODULE &&
            segment->piece[i].item.object == number)
            return (const struct mpit_live_module *)segment->piece[i].data;
    return NULL;
}

static void take_site(const struct tool_segment *segment, const struct mpit_live_site *its,
                      const struct mpit_live_site_of *of, struct mpit_record_site *site)
{
    const struct mpit_live_module *module = module_of(segment, of->module);

    *site = (struct mpit_record_site){.offset = of->offset,
                                      .count = its->count,
                                      .bytes = its->bytes,
                                      .seconds = tool_segment_seconds(segment, its->ticks)};
    if (!tool_segment_call_name(segment, of->call, site->call))
        strcpy(site->call, MPIT_SITES_OTHER);
    if (!module)
        return;
    memcpy(site->module, module->path, sizeof site->module - 1);
    memcpy(site->build_id, module->build_id, sizeof site->build_id - 1);
}

static void add_table(const struct source *source, const struct tool_piece *piece,
                      struct mpit_record *part)
{
    const struct mpit_live_site *site = (const struct mpit_live_site *)piece->data;
    const struct mpit_live_site_of *of = (const struct mpit_live_site_of *)(site + piece->item.n);
    struct mpit_record_site *taken = tool_allocate(piece->item.n, sizeof *taken);
    int n = 0;

    for (uint32_t i = 0; i < piece->item.n; i++)
        if (site[i].key && site[i].count)
            take_site(source->segment, &site[i], &of[i], &taken[n++]);
    tool_record_add_sites(part, taken, n);
    free(taken);
}

static void take_sites(const struct source *source, struct mpit_record *part)
{
    const struct tool_segment *segment = source->segment;

    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_SITES && segment->piece[i].item.object)
            add_table(source, &segment->piece[i], part);
}

/* ---- regions */

static struct mpit_live_totals totals_now(const struct source *source)
{
    static const char *const names[MPIT_AMOUNTS] = {[MPIT_AMOUNT_sends] = "sends",
                                                    [MPIT_AMOUNT_recvs] = "recvs",
                                                    [MPIT_AMOUNT_rma] = "rma",
                                                    [MPIT_AMOUNT_reads] = "reads",
                                                    [MPIT_AMOUNT_writes] = "writes"};
    struct mpit_live_totals now = {.wall = source->now};

    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        const struct mpit_live_name *row =
            names[i] ? tool_segment_find(source->segment, MPIT_LIVE_AMOUNT, names[i]) : NULL;

        now.amount[i].count = total(source, row, MPIT_LIVE_COUNT);
        now.amount[i].bytes = total(source, row, MPIT_LIVE_BYTES);
    }
    now.amount[MPIT_AMOUNT_collectives] =
        (struct mpit_live_amount){total_of_class(source, MPIT_LIVE_COLLECTIVE, MPIT_LIVE_COUNT),
                                  total_of_class(source, MPIT_LIVE_COLLECTIVE, MPIT_LIVE_BYTES)};
    now.mpi = total_of_class(source, MPIT_LIVE_FAMILY, MPIT_LIVE_TICKS) + all_open_ticks(source);
    return now;
}

static struct mpit_record_region region_of(const struct source *source,
                                           const struct mpit_live_region *its,
                                           const struct mpit_live_totals *now,
                                           const struct mpit_record_rank *rank)
{
    struct mpit_record_region region = {.entries = its->entries,
                                        .open = its->inside,
                                        .wall = MPIT_SPREAD_NONE,
                                        .mpi = MPIT_SPREAD_NONE,
                                        .outside = MPIT_SPREAD_NONE};
    struct mpit_live_totals sum = its->sum;

    memcpy(region.label, its->label, sizeof region.label - 1);
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        if (its->inside) {
            sum.amount[i].count += since(its->began.amount[i].count, now->amount[i].count);
            sum.amount[i].bytes += since(its->began.amount[i].bytes, now->amount[i].bytes);
        }
        region.amount[i] = (struct mpit_record_amount){sum.amount[i].count, sum.amount[i].bytes};
    }
    if (its->inside) {
        sum.wall += since(since(its->paused, paused_by(source)), since(its->began.wall, now->wall));
        sum.mpi += since(its->began.mpi, now->mpi);
    }
    mpit__spread_add(&region.wall, duration(source, sum.wall, its->inside), rank->rank);
    mpit__spread_add(&region.mpi, duration(source, sum.mpi, false), rank->rank);
    mpit__spread_add(&region.outside,
                     rank->threads > 1 || (rank->mpi_open && its->inside)
                         ? NAN
                         : region.wall.total - region.mpi.total,
                     rank->rank);
    return region;
}

_Static_assert((int)MPIT_LIVE_AMOUNTS == (int)MPIT_AMOUNTS, "a region counts what a record says");

static void take_regions(const struct source *source, struct mpit_record *part)
{
    const struct tool_piece *piece = tool_segment_last(source->segment, MPIT_LIVE_REGIONS);
    const struct mpit_live_region *region = piece ? (const void *)piece->data : NULL;
    struct mpit_live_totals now = totals_now(source);

    if (!piece)
        return;
    part->region = tool_allocate(piece->item.n, sizeof *part->region);
    part->nregion = (int)piece->item.n;
    part->stray_ends = piece->item.first;
    for (int i = 0; i < part->nregion; i++)
        part->region[i] = region_of(source, &region[i], &now, &part->rank[0]);
}

/* ---- the rank */

static void find_call(const struct source *source, char in[48])
{
    const struct mpit_live_head *head = &source->segment->head;

    *in = '\0';
    if (source->ended)
        return;
    if (head->state == MPIT_LIVE_ABORTED)
        strcpy(in, "MPI_Abort");
    for (int i = 0; i < MPIT_LIVE_LIVES && !*in; i++)
        if (head->life[i].since)
            snprintf(in, 48, "%s", head->life[i].call);
    if (source->open.n && !*in)
        strcpy(in, source->open.call[0].name);
}

static const char *state_of(const struct source *source, const struct tool_live_view *view)
{
    if (source->ended)
        return MPIT_RANK_ENDED;
    if (source->fate == TOOL_FATE_GONE || (source->fate == TOOL_FATE_UNKNOWN && view->over))
        return MPIT_RANK_DEAD;
    return MPIT_RANK_RUNNING;
}

/* A program that was started without a launcher learns its rank in MPI_Init.  Where it can be none
 * it is -1. */
static int rank_of(const struct mpit_live_head *head)
{
    if (head->rank < 0 && head->size < 0)
        return 0;
    return head->rank < INT32_MAX ? head->rank : -1;
}

static bool has_time(const struct tool_segment *segment, const struct tool_piece *block)
{
    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == MPIT_LIVE_FAMILY &&
            tool_piece_slot(segment, block, segment->name[i].slot[MPIT_LIVE_TICKS]))
            return true;
    return false;
}

static bool is_in_call(const struct source *source, uint32_t shard)
{
    for (int i = 0; i < source->open.n; i++)
        if (source->open.call[i].shard == shard && counts_open_calls(source))
            return true;
    return false;
}

/* Whose calls took time, or are taking some. */
static int threads_of(const struct source *source)
{
    const struct tool_segment *segment = source->segment;
    int n = 0;

    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];

        if (piece->item.kind == MPIT_LIVE_PROCESS)
            n += has_time(segment, piece) || is_in_call(source, piece->item.shard);
    }
    return n;
}

/* What a family of calls is, by its name; of one that this version does not know nothing. */
static enum mpit_part part_of(const char *family)
{
    static const struct {
        const char *name;
        enum mpit_state state;
    } families[] = {
#define FAMILY(name, state) {#name, MPIT_STATE_##state},
#include "mpi/families.def"
    };

    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(families[i].name, family))
            return mpit__part_of_state(families[i].state);
    return MPIT_PART_other;
}

static double life_seconds(const struct source *source, const char *name)
{
    struct mpit_record_call call = {0};
    double seconds = 0;

    snprintf(call.name, sizeof call.name, "%s", name);
    add_life(source, &call, &seconds);
    return seconds;
}

static void take_parts(const struct source *source, struct mpit_record_rank *rank)
{
    const struct tool_segment *segment = source->segment;

    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == MPIT_LIVE_FAMILY)
            rank->part[part_of(segment->name[i].name)] +=
                tool_segment_seconds(segment, total(source, &segment->name[i], MPIT_LIVE_TICKS));
    for (int i = 0; i < source->open.n; i++)
        rank->part[part_of(tool_call_family(source->open.call[i].name))] +=
            tool_segment_seconds(segment, open_ticks(source, &source->open.call[i]));
    rank->part[MPIT_PART_init] =
        life_seconds(source, "MPI_Init") + life_seconds(source, "MPI_Init_thread");
    rank->part[MPIT_PART_finalize] = life_seconds(source, "MPI_Finalize");
}

static struct mpit_record_rank describe_rank(const struct source *source,
                                             const struct tool_live_view *view)
{
    const struct mpit_live_head *head = &source->segment->head;
    struct mpit_record_rank rank = {.rank = rank_of(head),
                                    .pid = (int)head->pid,
                                    .busy_threads = -1,
                                    .busy_processors = -1,
                                    .unexpected_peak = -1,
                                    .unexpected_source = -1,
                                    .unexpected_tag = -1,
                                    .unexpected_most = -1,
                                    .threads = threads_of(source)};

    memcpy(rank.host, head->host, sizeof rank.host);
    strcpy(rank.state, state_of(source, view));
    find_call(source, rank.in);
    if (head->began) {
        rank.wall = duration(source, since(head->began, source->now), true);
        rank.paused = duration(source, paused_by(source), true);
        rank.mpi = tool_segment_seconds(source->segment,
                                        total_of_class(source, MPIT_LIVE_FAMILY, MPIT_LIVE_TICKS) +
                                            all_open_ticks(source));
    }
    rank.mpi_open = has_unknown_calls(source);
    take_parts(source, &rank);
    return rank;
}

/* ---- the job */

static void describe_start(const struct tool_segment *segment, struct mpit_record *part)
{
    const struct mpit_live_head *head = &segment->head;
    double after = head->began ? tool_segment_seconds(segment, since(head->ticks, head->began)) : 0;
    time_t start = (time_t)head->utc + (time_t)(after < 1e9 ? after : 0);
    struct tm utc;

    if (head->utc > 0 && head->utc < INT32_MAX && gmtime_r(&start, &utc))
        strftime(part->start, sizeof part->start, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static void describe_job(const struct tool_segment *segment, struct mpit_record *part)
{
    const struct mpit_live_head *head = &segment->head;
    int rank = rank_of(head);

    memcpy(part->mpit, head->mpit, sizeof part->mpit);
    memcpy(part->vendor, head->vendor, sizeof part->vendor);
    memcpy(part->command, head->command, sizeof part->command);
    part->batch = head->batch;
    describe_start(segment, part);
    part->nranks = head->size > rank ? head->size : rank + 1;
    part->lost_records = head->lost;
    part->complete = head->state == MPIT_LIVE_ENDED;
}

bool tool_live_part(const struct tool_segment *segment, const struct tool_live_view *view,
                    struct mpit_record *part)
{
    struct source source = {.segment = segment, .fate = tool_segment_fate(segment)};

    *part = (struct mpit_record){0};
    if (rank_of(&segment->head) < 0)
        return false;
    source.ended = segment->head.state == MPIT_LIVE_ENDED;
    source.open = tool_open_calls_take(segment);
    find_now(&source, view);
    sum_up(&source);
    describe_job(segment, part);
    part->rank = tool_allocate(1, sizeof *part->rank);
    part->rank[0] = describe_rank(&source, view);
    part->nrank = 1;
    take_calls(&source, part);
    take_sizes(&source, part);
    tool_live_uses(segment, part);
    tool_live_pairs(source.segment, part);
    take_sites(&source, part);
    take_regions(&source, part);
    free(source.open.call);
    free(source.total);
    return true;
}

/* ---- worlds */

static int by_size_rank_and_start(const void *a, const void *b)
{
    const struct mpit_live_head *x = &(*(const struct tool_segment *const *)a)->head,
                                *y = &(*(const struct tool_segment *const *)b)->head;
    int order = strcmp(x->world, y->world);

    if (!order)
        order = (x->size > y->size) - (x->size < y->size);
    if (!order)
        order = (x->rank > y->rank) - (x->rank < y->rank);
    if (!order)
        order = (x->utc > y->utc) - (x->utc < y->utc);
    return order ? order : (x->ns > y->ns) - (x->ns < y->ns);
}

static bool same_size(const struct tool_segment *a, const struct tool_segment *b)
{
    return a->head.size == b->head.size && !strcmp(a->head.world, b->head.world);
}

/* Deals out sorted segments of one world's name and size: the first of each rank, the second … */
static int deal(const struct tool_segment **segment, int n, struct tool_live_world *world)
{
    int worlds = 0, turn = 0;

    for (int i = 0; i < n; i++) {
        struct tool_live_world *its;

        turn = i > 0 && segment[i]->head.rank == segment[i - 1]->head.rank ? turn + 1 : 0;
        its = &world[turn];
        if (turn == worlds)
            *its = (struct tool_live_world){tool_allocate((size_t)n, sizeof *its->segment), 0};
        worlds += turn == worlds;
        its->segment[its->n++] = segment[i];
    }
    return worlds;
}

static int by_start(const void *a, const void *b)
{
    const struct mpit_live_head *x = &((const struct tool_live_world *)a)->segment[0]->head,
                                *y = &((const struct tool_live_world *)b)->segment[0]->head;
    int order = strcmp(x->world, y->world);

    if (!order)
        order = (x->utc > y->utc) - (x->utc < y->utc);
    return order ? order : (x->ns > y->ns) - (x->ns < y->ns);
}

struct tool_live_world *tool_live_worlds(const struct tool_segments *segments, int from, int to,
                                         int *n)
{
    int count = to - from;
    const struct tool_segment **sorted = tool_allocate((size_t)count, sizeof *sorted);
    struct tool_live_world *world = tool_allocate((size_t)count, sizeof *world);

    for (int i = 0; i < count; i++)
        sorted[i] = &segments->segment[from + i];
    if (count)
        qsort(sorted, (size_t)count, sizeof *sorted, by_size_rank_and_start);
    *n = 0;
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && same_size(sorted[i], sorted[end]);)
            end++;
        *n += deal(sorted + i, end - i, world + *n);
    }
    free(sorted);
    if (*n)
        qsort(world, (size_t)*n, sizeof *world, by_start);
    return world;
}

void tool_live_worlds_free(struct tool_live_world *world, int n)
{
    for (int i = 0; i < n; i++)
        free(world[i].segment);
    free(world);
}

/* ---- the whole */

static bool any_is(const struct mpit_record *record, const char *state)
{
    for (int i = 0; i < record->nrank; i++)
        if (mpit__rank_is(&record->rank[i], state))
            return true;
    return false;
}

static const struct mpit_live_head *who_aborted(const struct tool_live_world *world)
{
    for (int i = 0; i < world->n; i++)
        if (world->segment[i]->head.state == MPIT_LIVE_ABORTED)
            return &world->segment[i]->head;
    return NULL;
}

static void give_reason(const struct tool_live_world *world, const struct tool_live_view *view,
                        struct mpit_record *record)
{
    const struct mpit_live_head *aborted = who_aborted(world);

    if (record->complete)
        return;
    if (aborted)
        snprintf(record->reason, sizeof record->reason, "MPI_Abort(%d) by rank %d", aborted->code,
                 rank_of(aborted));
    else if (!view->over && any_is(record, MPIT_RANK_RUNNING) && !any_is(record, MPIT_RANK_DEAD))
        snprintf(record->reason, sizeof record->reason, "the job is running");
    else if (any_is(record, MPIT_RANK_RUNNING) || any_is(record, MPIT_RANK_DEAD))
        snprintf(record->reason, sizeof record->reason,
                 "not all ranks have reached the end of MPI_Finalize");
}

/* The last collectives stand in the rings: of those that are not over nobody else knows. */
static void join_arrivals(const struct tool_live_world *world, struct mpit_record *record)
{
    struct tool_arrivals *arrivals = tool_arrivals_make();

    for (int i = 0; i < world->n; i++) {
        const struct tool_segment *segment = world->segment[i];
        int file = segment->head.began && segment->file >= 0 ? dup(segment->file) : -1;

        if (file >= 0)
            tool_arrivals_add(arrivals, file, &segment->head);
    }
    tool_arrivals_read(arrivals);
    tool_arrivals_put(arrivals, record);
    tool_arrivals_free(arrivals);
}

/* ---- the end */

/* When it came to MPI_Finalize, by CLOCK_MONOTONIC; 0: it has not. */
static double came_to_end(const struct tool_segment *segment)
{
    const struct mpit_live_head *head = &segment->head;

    if (!head->ended || (head->state != MPIT_LIVE_FINALIZING && head->state != MPIT_LIVE_ENDED))
        return 0;
    return 1e-9 * (double)head->ns + tool_segment_seconds(segment, since(head->ticks, head->ended));
}

/* When the last of all came there; 0: not all have, no number: clocks of several nodes. */
static double all_came(const struct tool_live_world *world, const struct mpit_record *part, int n)
{
    double last = 0;

    for (int i = 0; i < world->n; i++) {
        double came = came_to_end(world->segment[i]);

        if (came == 0 || n != world->n || n < part[0].nranks)
            return 0;
        if (strcmp(world->segment[i]->head.host, world->segment[0]->head.host) != 0)
            return NAN;
        last = fmax(last, came);
    }
    return last;
}

/* Of its time in MPI_Finalize it has waited up to there. */
static void settle_end(const struct tool_live_world *world, struct mpit_record *part, int n)
{
    double last = all_came(world, part, n);

    for (int i = 0; n == world->n && i < n; i++) {
        struct mpit_record_rank *rank = &part[i].rank[0];
        double its = rank->part[MPIT_PART_finalize];
        double wait = last == 0 ? its : fmin(its, last - came_to_end(world->segment[i]));

        rank->part[MPIT_PART_finalize_wait] = isnan(last) ? NAN : wait;
        if (isnan(last) || !isfinite(wait))
            continue;
        rank->wall += wait;
        if (world->segment[i]->head.paused & 1) {
            rank->paused += wait;
            rank->part[MPIT_PART_finalize_wait] = NAN;
        } else {
            rank->mpi += wait;
        }
        rank->part[MPIT_PART_finalize] = its - wait;
    }
}

bool tool_live_record(const struct tool_live_world *world, const struct tool_live_view *view,
                      struct mpit_record *record)
{
    struct mpit_record *part = tool_allocate((size_t)world->n, sizeof *part);
    int n = 0;

    *record = (struct mpit_record){0};
    for (int i = 0; i < world->n; i++)
        n += tool_live_part(world->segment[i], view, &part[n]);
    if (n) {
        settle_end(world, part, n);
        tool_records_join(part, n, record);
        join_arrivals(world, record);
    }
    for (int i = 0; i < n; i++)
        mpit__record_free(&part[i]);
    free(part);
    give_reason(world, view, record);
    return n > 0;
}
