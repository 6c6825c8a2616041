#include "config.h"

#include "tools/live/meetings.h"

#include <stdlib.h>
#include <string.h>

#include "live/join.h"
#include "live/meetings.h"
#include "live/two_clocks.h"
#include "tools/ground/tool.h"
#include "tools/live/arrivals.h"
#include "tools/live/came.h"
#include "tools/live/part.h"

struct process {
    int rank, node;
    struct tool_came came;
};

/* A clock, and what those have come to who go by it; and those of the nodes that were put to it. */
struct node {
    const struct mpit_live_head *head; /* of one of its processes */
    double tick, error;                /* seconds; error: of moments of the block */
    struct mpit_meetings own, block;   /* what is decided there, and all the rest */
    int to;                            /* the node that it was put to; -1: none */
    struct mpit_clock_line line;       /* from its clock to that one's */
};

struct job {
    struct process *process;
    struct node *node;
    int nprocess, nnode;
};

static void must(bool has_memory)
{
    if (has_memory)
        return;
    tool_complain("no memory to put together who waits for whom");
    exit(TOOL_FAILED);
}

/* ---- processes and their clocks */

static bool is_same_clock(const struct mpit_live_head *a, const struct mpit_live_head *b)
{
    return !strcmp(a->boot, b->boot) && !strcmp(a->host, b->host) && mpit__join_can(a, b);
}

bool tool_meetings_are_of_nodes(const struct tool_live_world *world)
{
    const struct mpit_live_head *first = world->n ? &world->segment[0]->head : NULL;

    if (first && first->here > 0 && first->here < first->size)
        return true;
    for (int i = 1; i < world->n; i++)
        if (strcmp(world->segment[i]->head.host, first->host) != 0 ||
            strcmp(world->segment[i]->head.boot, first->boot) != 0)
            return true;
    return false;
}

static int node_of(struct job *job, const struct mpit_live_head *head)
{
    int i = 0;

    while (i < job->nnode && !is_same_clock(job->node[i].head, head))
        i++;
    if (i == job->nnode)
        job->node[job->nnode++] =
            (struct node){.head = head, .tick = mpit__live_tick(head), .to = -1};
    return i;
}

static void add(struct job *job, const struct tool_segment *segment)
{
    struct process *process = &job->process[job->nprocess];

    if (!segment->head.began || tool_live_rank_of(&segment->head) < 0)
        return;
    *process = (struct process){tool_live_rank_of(&segment->head), node_of(job, &segment->head),
                                tool_came_of(segment)};
    job->nprocess++;
}

static struct job begin(const struct tool_live_world *world)
{
    struct job job = {.process = tool_allocate((size_t)world->n, sizeof *job.process),
                      .node = tool_allocate((size_t)world->n, sizeof *job.node)};

    for (int i = 0; i < world->n; i++)
        add(&job, world->segment[i]);
    return job;
}

static void end(struct job *job)
{
    for (int i = 0; i < job->nprocess; i++)
        free(job->process[i].came.mine);
    for (int i = 0; i < job->nnode; i++) {
        mpit__meetings_free(&job->node[i].own);
        mpit__meetings_free(&job->node[i].block);
    }
    free(job->process);
    free(job->node);
}

/* ---- of one node */

static void put_processes(struct job *job)
{
    for (int i = 0; i < job->nprocess; i++) {
        struct process *process = &job->process[i];
        struct mpit_meetings its;

        must(mpit__meetings_of_rank(process->came.mine, process->came.n, process->rank, &its) &&
             mpit__meetings_put(&job->node[process->node].own, &its, 0));
    }
    for (int i = 0; i < job->nnode; i++)
        must(mpit__meetings_open(&job->node[i].own, &job->node[i].block));
}

/* ---- of several */

static bool meet(const struct node *ours, const struct node *theirs, struct mpit_clock_line *line)
{
    struct mpit_clock_bound *bound;
    size_t n;
    bool good;

    if (!theirs->block.n)
        return false;
    bound = tool_allocate(2 * theirs->block.n, sizeof *bound);
    n = mpit__meetings_bound(&ours->block, &theirs->block, bound);
    good = n && mpit__clocks_meet(bound, n, theirs->tick / ours->tick,
                                  mpit__meetings_first(&theirs->block), line);
    free(bound);
    return good;
}

/* Where nothing holds two clocks to each other, both stay for themselves. */
static void put_node(struct job *job, int to, int from)
{
    struct node *ours = &job->node[to], *theirs = &job->node[from];
    double error;

    if (!meet(ours, theirs, &theirs->line))
        return;
    error = theirs->error + theirs->line.error * ours->tick;
    ours->error = error > ours->error ? error : ours->error;
    theirs->to = to;
    mpit__meetings_turn(&theirs->block, &theirs->line);
    must(mpit__meetings_put(&ours->block, &theirs->block, 0));
}

static void put_nodes(struct job *job)
{
    for (int step = 1; step < job->nnode; step *= 2)
        for (int i = 0; i + step < job->nnode; i += 2 * step)
            put_node(job, i, i + step);
}

/* ---- of one process */

struct sums {
    double all, seen, kept, unsure; /* collectives, and seconds */
    struct mpit_record_wait *wait;  /* [nwait] */
    int nwait;
};

/* By the clock of the block that has it in the end. */
static struct mpit_arrived turn(const struct job *job, const struct node *node,
                                struct mpit_arrived one)
{
    for (; node->to >= 0; node = &job->node[node->to]) {
        one.entry = mpit__clock_ours(&node->line, one.entry);
        one.since = one.since ? mpit__clock_ours(&node->line, one.since) : 0;
        one.exit = one.exit ? mpit__clock_ours(&node->line, one.exit) : 0;
    }
    return one;
}

static const struct node *top_of(const struct job *job, const struct node *node)
{
    while (node->to >= 0)
        node = &job->node[node->to];
    return node;
}

static void add_wait(struct sums *sums, int from, int rank, int culprit, unsigned level,
                     double seconds)
{
    int i = from;

    while (i < sums->nwait && sums->wait[i].for_rank != culprit)
        i++;
    if (i == sums->nwait) {
        sums->wait = tool_grow(sums->wait, (size_t)sums->nwait++, 1, sizeof *sums->wait);
        sums->wait[i] =
            (struct mpit_record_wait){.rank = rank, .for_rank = culprit, .kind = "late_arrival"};
    }
    sums->wait[i].count += UINT64_C(1) << level;
    sums->wait[i].seconds += seconds;
}

/* What became of one, by the clock of who knows that. */
struct looked_up {
    struct mpit_meeting meeting;
    struct mpit_arrived mine;
    double tick, error;
};

static uint64_t ticks_of(const struct looked_up *found, double seconds)
{
    const double ticks = seconds / found->tick;

    return ticks < 9e18 ? (uint64_t)ticks : INT64_MAX;
}

static bool is_whole(const struct mpit_meeting *meeting)
{
    return meeting && meeting->came == meeting->size;
}

/* Of some nothing is known, but who has left had met them: where that was soon after the last one
 * of the others had come, compared with how long he was waited for, he is taken for the last. */
static bool is_as_whole(const struct mpit_meeting *meeting, const struct mpit_arrived *mine)
{
    enum { SOON = 10 };
    const uint64_t since = (int64_t)(mine->since - mine->entry) > 0 ? mine->since : mine->entry;

    return meeting && meeting->holds && meeting->size != UINT32_MAX &&
           meeting->came < meeting->size && meeting->first_exit != UINT64_MAX &&
           (int64_t)(meeting->first_exit - meeting->entry[0]) <
               (int64_t)(meeting->entry[0] - since) / SOON;
}

/* Where it is decided on the node no clock of another one matters. */
static bool look_up(const struct job *job, const struct node *node, const struct mpit_arrived *mine,
                    struct looked_up *found)
{
    const struct node *top = top_of(job, node);
    const struct mpit_meeting *meeting = mpit__meetings_find(&node->own, mine->comm, mine->nth);

    if (is_whole(meeting)) {
        *found = (struct looked_up){*meeting, *mine, node->tick, 0};
        return true;
    }
    meeting = mpit__meetings_find(&top->block, mine->comm, mine->nth);
    if (!meeting)
        return false;
    *found = (struct looked_up){*meeting, turn(job, node, *mine), top->tick, top->error};
    if (is_as_whole(meeting, &found->mine))
        found->meeting.came = meeting->size;
    return is_whole(&found->meeting);
}

/* As processes have it: of moments of two nodes both are wrong by as much as the error, and half of
 * what is told is right at least. */
static void take_wait(struct sums *sums, int from, int rank, const struct looked_up *found)
{
    const unsigned level = found->meeting.level;
    int culprit;
    const uint64_t ticks =
        mpit__meeting_waited(&found->meeting, &found->mine, rank, ticks_of(found, MPIT_JOIN_LEAST),
                             ticks_of(found, 2 * found->error), &culprit);
    const double seconds = (double)ticks * found->tick * (double)(UINT64_C(1) << level);

    if (ticks && (double)ticks * found->tick > 4 * found->error)
        add_wait(sums, from, rank, culprit, level, seconds);
    else
        sums->unsure += seconds;
}

/* One that is kept at a level stands for those that are not; where another rank has kept less, for
 * more of them. */
static void take_process(const struct job *job, const struct process *process, struct sums *sums)
{
    const struct node *node = &job->node[process->node];
    const int from = sums->nwait;
    double all = 0, seen = 0;

    for (size_t i = 0; i < process->came.n; i++) {
        const struct mpit_mine *mine = &process->came.mine[i];
        struct looked_up found;

        all += (double)(UINT64_C(1) << mine->level);
        if (!look_up(job, node, &mine->arrived, &found))
            continue;
        seen += (double)(UINT64_C(1) << found.meeting.level);
        sums->kept++;
        take_wait(sums, from, process->rank, &found);
    }
    sums->all += (double)process->came.all;
    if (all > 0)
        sums->seen += (seen < all ? seen / all : 1) * (double)process->came.all;
}

/* ---- the record */

static void put(const struct sums *sums, struct mpit_record *record)
{
    record->waits_seen = sums->seen / sums->all;
    record->waits_kept = sums->kept < sums->all ? sums->kept / sums->all : 1;
    record->waits_unsure = sums->unsure;
    tool_arrivals_replace(record, sums->wait, sums->nwait);
}

void tool_meetings_put(const struct tool_live_world *world, struct mpit_record *record)
{
    struct job job = begin(world);
    struct sums sums = {0};

    put_processes(&job);
    put_nodes(&job);
    for (int i = 0; i < job.nprocess; i++)
        take_process(&job, &job.process[i], &sums);
    if (sums.seen > 0)
        put(&sums, record);
    free(sums.wait);
    end(&job);
}
