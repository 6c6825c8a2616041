#include "config.h"

#include "tools/live/arrivals.h"

#include "live/follow.h"
#include "live/join.h"
#include "tools/ground/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of one world, as ranks of several may be the same, and by one clock. */
struct world {
    struct mpit_live_head first; /* of one of its processes */
    struct mpit_join *join;
};

struct process {
    int file;
    int64_t pid;
    uint64_t pid_start;
    char host[64];
    int world, rank;
    double tick;
    struct mpit_follow follow;
};

struct tool_arrivals {
    struct world *world;
    struct process *process;
    int nworld, nprocess;
};

/* Collectives that are open; those that are read of one process before the next, which are few
 * enough to stay in the caches of a processor. */
enum { OPEN = 1 << 20, TURN = MPIT_FOLLOW_STRETCH };

/* Collectives a second of a process up to which all are looked at; of more about as many are. */
static const double FAST = 1000;

struct tool_arrivals *tool_arrivals_make(void)
{
    return tool_allocate(1, sizeof(struct tool_arrivals));
}

void tool_arrivals_free(struct tool_arrivals *arrivals)
{
    if (!arrivals)
        return;
    for (int i = 0; i < arrivals->nprocess; i++)
        close(arrivals->process[i].file);
    for (int i = 0; i < arrivals->nworld; i++)
        mpit__join_free(arrivals->world[i].join);
    free(arrivals->process);
    free(arrivals->world);
    free(arrivals);
}

/* ---- who they are */

static bool is_same(const struct mpit_live_head *a, const struct mpit_live_head *b)
{
    return a->size == b->size && !strcmp(a->world, b->world) && !strcmp(a->boot, b->boot) &&
           mpit__join_can(a, b);
}

static int world_of(struct tool_arrivals *arrivals, const struct mpit_live_head *head)
{
    struct world *world;
    int i = 0;

    while (i < arrivals->nworld && !is_same(&arrivals->world[i].first, head))
        i++;
    if (i < arrivals->nworld)
        return i;
    arrivals->world = tool_grow(arrivals->world, (size_t)i, 1, sizeof *arrivals->world);
    world = &arrivals->world[arrivals->nworld++];
    world->first = *head;
    world->join = mpit__join_make(OPEN, (uint64_t)(MPIT_JOIN_LEAST / mpit__live_tick(head)));
    return i;
}

void tool_arrivals_add(struct tool_arrivals *arrivals, int file, const struct mpit_live_head *head)
{
    int world = world_of(arrivals, head);
    struct process *process;

    arrivals->process =
        tool_grow(arrivals->process, (size_t)arrivals->nprocess, 1, sizeof *arrivals->process);
    process = &arrivals->process[arrivals->nprocess++];
    *process = (struct process){.file = file,
                                .pid = head->pid,
                                .pid_start = head->pid_start,
                                .world = world,
                                .rank = head->rank,
                                .tick = mpit__live_tick(head)};
    memcpy(process->host, head->host, sizeof process->host);
}

bool tool_arrivals_has(const struct tool_arrivals *arrivals, const struct mpit_live_head *head)
{
    for (int i = 0; i < arrivals->nprocess; i++)
        if (arrivals->process[i].pid == head->pid &&
            arrivals->process[i].pid_start == head->pid_start)
            return true;
    return false;
}

/* ---- what they say */

static uint64_t read_all(struct tool_arrivals *arrivals)
{
    uint64_t most = 0, new;

    do {
        new = 0;
        for (int i = 0; i < arrivals->nprocess; i++) {
            struct process *its = &arrivals->process[i];
            struct mpit_join *join = arrivals->world[its->world].join;
            uint64_t n = join ? mpit__follow(&its->follow, its->file, join, i, TURN) : 0;

            new = n > new ? n : new;
        }
        most += new;
    } while (new >= TURN);
    return most;
}

static void be_sparing(struct tool_arrivals *arrivals, double stretch)
{
    for (int i = 0; i < arrivals->nprocess; i++) {
        struct process *its = &arrivals->process[i];

        its->follow.sparing = its->tick > 0 ? (uint64_t)(stretch / its->tick) : 0;
    }
}

void tool_arrivals_read(struct tool_arrivals *arrivals)
{
    be_sparing(arrivals, 0);
    read_all(arrivals);
}

uint64_t tool_arrivals_read_some(struct tool_arrivals *arrivals)
{
    be_sparing(arrivals, MPIT_FOLLOW_STRETCH / FAST);
    return read_all(arrivals);
}

/* ---- what a record says */

static int process_of(const struct tool_arrivals *arrivals, const struct mpit_record_rank *rank)
{
    for (int i = 0; i < arrivals->nprocess; i++)
        if (arrivals->process[i].rank == rank->rank && arrivals->process[i].pid == rank->pid &&
            !strcmp(arrivals->process[i].host, rank->host))
            return i;
    return -1;
}

/* The world that the ranks of a record are of; -1: they are not among the processes. */
static int world_of_record(const struct tool_arrivals *arrivals, const struct mpit_record *record)
{
    for (int i = 0; i < record->nrank; i++) {
        int process = process_of(arrivals, &record->rank[i]);

        if (process >= 0)
            return arrivals->process[process].world;
    }
    return -1;
}

static int processes_of(const struct tool_arrivals *arrivals, int world)
{
    int n = 0;

    for (int i = 0; i < arrivals->nprocess; i++)
        n += arrivals->process[i].world == world;
    return n;
}

static uint64_t all_of(const struct tool_arrivals *arrivals, int world)
{
    uint64_t all = 0;

    for (int i = 0; i < arrivals->nprocess; i++)
        if (arrivals->process[i].world == world)
            all += mpit__follow_all(&arrivals->process[i].follow, arrivals->process[i].file);
    return all;
}

/* Of what was read, and what that stands for, as much as all were seen at. */
static double seen_of(const struct tool_arrivals *arrivals, int i)
{
    const struct process *its = &arrivals->process[i];
    const uint64_t seen = mpit__join_seen(arrivals->world[its->world].join, i),
                   of = its->follow.taken + its->follow.stood_for;

    return of ? fmin((double)seen / (double)of, 1) *
                    (double)(its->follow.taken + its->follow.some + its->follow.passed)
              : 0;
}

/* Those that were read for others too stand for about as many as there are: for each of them how
 * many there are. */
static double there_are(const struct process *its)
{
    return its->follow.stood_for
               ? (double)(its->follow.some + its->follow.passed) / (double)its->follow.stood_for
               : 1;
}

static double share_seen(const struct tool_arrivals *arrivals, int world)
{
    const uint64_t all = all_of(arrivals, world);
    double seen = 0;

    for (int i = 0; i < arrivals->nprocess; i++)
        seen += arrivals->process[i].world == world ? seen_of(arrivals, i) : 0;
    return all ? seen / (double)all : NAN;
}

static double share_one_by_one(const struct tool_arrivals *arrivals, int world)
{
    return (double)mpit__join_one_by_one(arrivals->world[world].join) /
           (double)all_of(arrivals, world);
}

/* The record may have those of other nodes as well. */
static double share_of_ranks(const struct tool_arrivals *arrivals, int world,
                             const struct mpit_record *record)
{
    const int n = processes_of(arrivals, world), known = mpit__record_known(record);

    return n < known ? (double)n / known : 1;
}

static bool is_late_arrival(const struct mpit_record_wait *wait)
{
    return !strcmp(wait->kind, "late_arrival");
}

static void drop_late(struct mpit_record *record)
{
    int kept = 0;

    for (int i = 0; i < record->nwait; i++)
        if (!is_late_arrival(&record->wait[i]))
            record->wait[kept++] = record->wait[i];
    record->nwait = kept;
}

void tool_arrivals_replace(struct mpit_record *record, const struct mpit_record_wait *wait, int n)
{
    drop_late(record);
    record->wait =
        tool_grow(record->wait, (size_t)record->nwait, (size_t)n + 1, sizeof *record->wait);
    for (int i = 0; i < n; i++)
        record->wait[record->nwait++] = wait[i];
    mpit__record_finish(record);
}

static void put_late(const struct tool_arrivals *arrivals, int world, struct mpit_record *record)
{
    size_t n;
    const struct mpit_waited_for *row = mpit__join_waits(arrivals->world[world].join, &n);
    struct mpit_record_wait *wait = tool_allocate(n, sizeof *wait);

    for (size_t i = 0; i < n; i++) {
        const struct process *process = &arrivals->process[row[i].process];
        const double some = there_are(process);

        wait[i] = (struct mpit_record_wait){
            .rank = process->rank,
            .for_rank = arrivals->process[row[i].culprit].rank,
            .kind = "late_arrival",
            .count = row[i].count + (uint64_t)(some * (double)row[i].some_count),
            .seconds = ((double)row[i].ticks + some * (double)row[i].some_ticks) * process->tick};
    }
    tool_arrivals_replace(record, wait, (int)n);
    free(wait);
}

void tool_arrivals_put(const struct tool_arrivals *arrivals, struct mpit_record *record)
{
    int world = arrivals ? world_of_record(arrivals, record) : -1;
    double seen, ranks;

    if (world < 0 || !arrivals->world[world].join ||
        (record->complete && processes_of(arrivals, world) < record->nranks))
        return;
    ranks = share_of_ranks(arrivals, world, record);
    seen = share_seen(arrivals, world) * ranks;
    if (!isfinite(seen) || seen <= record->waits_seen)
        return;
    record->waits_seen = seen;
    record->waits_kept = fmin(share_one_by_one(arrivals, world) * ranks, seen);
    put_late(arrivals, world, record);
}
