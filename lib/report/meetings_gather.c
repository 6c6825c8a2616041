#include "config.h"

#include "report/meetings_gather.h"

#include <limits.h>
#include <stdlib.h>

#include "ground/clock.h"
#include "ground/hash.h"
#include "ground/memory.h"
#include "live/meetings.h"
#include "live/segment.h"
#include "mpi/agree.h"
#include "mpi/vendor.h"
#include "profile/arrivals.h"
#include "report/snapshot.h"

enum { FLOORS = 32, PINGS = 20 };

/* What stands before rows, up and down. */
struct head {
    uint64_t clock; /* the same: moments of both are of one clock */
    double tick;    /* seconds */
    double error;   /* of moments of the block, in seconds */
    uint64_t rows;
};

/* What a block is asked: what time it is, or that rows follow. */
enum question { WHAT_TIME, ROWS_FOLLOW };

/* What a step that has failed leaves may still be written: so it all stays. */
struct tree {
    struct mpit_gather *gather;
    struct mpit_meetings block; /* of this rank and all that were put to it */
    struct head own, other;
    struct {
        bool is_there, is_another; /* a clock */
        struct mpit_clock_line line;
    } child[FLOORS];
};

/* ---- messages */

static bool finish(const struct tree *tree, int rc, MPI_Request *request)
{
    return rc == MPI_SUCCESS && mpit__agree_wait(request, tree->gather->until, NULL);
}

static bool send(const struct tree *tree, int to, const void *data, size_t bytes)
{
    MPI_Request request;

    return bytes <= INT_MAX &&
           finish(tree,
                  mpit__next.PMPI_Isend(data, (int)bytes, MPI_BYTE, to, MPIT_MEETINGS_TAG,
                                        tree->gather->comm, &request),
                  &request);
}

static bool receive(const struct tree *tree, int from, void *data, size_t bytes)
{
    MPI_Request request;

    return bytes <= INT_MAX &&
           finish(tree,
                  mpit__next.PMPI_Irecv(data, (int)bytes, MPI_BYTE, from, MPIT_MEETINGS_TAG,
                                        tree->gather->comm, &request),
                  &request);
}

/* What there is no memory for is not sent: it is missing then. */
static bool send_rows(struct tree *tree, int to, const struct mpit_meetings *rows)
{
    tree->own.rows = rows->n;
    return send(tree, to, &tree->own, sizeof tree->own) &&
           (!rows->n || send(tree, to, rows->row, rows->n * sizeof *rows->row));
}

static bool receive_rows(struct tree *tree, int from, struct mpit_meetings *rows)
{
    *rows = (struct mpit_meetings){0};
    if (!receive(tree, from, &tree->other, sizeof tree->other))
        return false;
    if (!tree->other.rows)
        return true;
    rows->row = malloc(tree->other.rows * sizeof *rows->row);
    rows->n = tree->other.rows;
    return rows->row && receive(tree, from, rows->row, rows->n * sizeof *rows->row);
}

/* ---- clocks */

static bool ask_times(struct tree *tree, int whom, struct mpit_clock_bound *bound)
{
    static enum question question;
    static uint64_t time;

    question = WHAT_TIME;
    for (int i = 0; i < PINGS; i++) {
        uint64_t before = mpit__clock_now();

        if (!send(tree, whom, &question, sizeof question) ||
            !receive(tree, whom, &time, sizeof time))
            return false;
        bound[2 * i] = (struct mpit_clock_bound){time, before, false};
        bound[2 * i + 1] = (struct mpit_clock_bound){time, mpit__clock_now(), true};
    }
    return true;
}

static bool answer(struct tree *tree, int whom)
{
    static enum question question;
    static uint64_t time;

    for (;;) {
        if (!receive(tree, whom, &question, sizeof question))
            return false;
        if (question != WHAT_TIME)
            return true;
        time = mpit__clock_now();
        if (!send(tree, whom, &time, sizeof time))
            return false;
    }
}

/* Of the last one to each; before the time is asked for. */
static uint64_t first_moment(const struct mpit_meetings *meetings)
{
    uint64_t first = meetings->row[0].entry[0];

    for (size_t i = 1; i < meetings->n; i++)
        if ((int64_t)(meetings->row[i].entry[0] - first) < 0)
            first = meetings->row[i].entry[0];
    return first;
}

/* Brings the clock of a block together with ours. */
static bool meet(struct tree *tree, int whom, const struct mpit_meetings *theirs,
                 struct mpit_clock_line *line)
{
    struct mpit_clock_bound *bound = calloc(2 * (theirs->n + PINGS), sizeof *bound);
    bool good = bound && ask_times(tree, whom, bound);

    if (good) {
        size_t n = mpit__meetings_bound(&tree->block, theirs, bound + 2 * PINGS);

        good = mpit__clocks_meet(bound, n + 2 * PINGS, tree->other.tick / tree->own.tick,
                                 first_moment(theirs), line);
    }
    free(bound);
    return good;
}

/* ---- up the tree */

static void grow_error(struct tree *tree, double more)
{
    if (tree->other.error + more > tree->own.error)
        tree->own.error = tree->other.error + more;
}

/* Puts another block to ours. */
static bool take(struct tree *tree, int from, int floor)
{
    struct mpit_meetings theirs;
    struct mpit_clock_line *line = &tree->child[floor].line;

    if (!receive_rows(tree, from, &theirs))
        return false;
    tree->child[floor].is_there = true;
    tree->child[floor].is_another = theirs.n && tree->other.clock != tree->own.clock;
    if (tree->child[floor].is_another) {
        if (!meet(tree, from, &theirs, line))
            return false;
        mpit__meetings_turn(&theirs, line);
        grow_error(tree, line->error * tree->own.tick);
    } else {
        grow_error(tree, 0);
    }
    if (!mpit__meetings_put(&tree->block, &theirs, (unsigned)floor)) {
        mpit__memory_miss(theirs.n);
        mpit__meetings_free(&theirs);
    }
    return true;
}

/* Hands our block on, and learns what became of it. */
static bool hand_on(struct tree *tree, int to)
{
    struct mpit_meetings open, known;

    if (!mpit__meetings_open(&tree->block, &open))
        mpit__memory_miss(tree->block.n);
    if (!send_rows(tree, to, &open) || !answer(tree, to) || !receive_rows(tree, to, &known))
        return false;
    mpit__meetings_free(&open);
    mpit__meetings_learn(&tree->block, &known);
    mpit__meetings_free(&known);
    tree->own.error = tree->other.error;
    return true;
}

/* ---- down the tree */

static bool tell(struct tree *tree, int to, int floor)
{
    static enum question question;
    struct mpit_meetings its;
    bool good;

    question = ROWS_FOLLOW;
    if (!mpit__meetings_of_block(&tree->block, (unsigned)floor, &its))
        mpit__memory_miss(tree->block.n);
    if (tree->child[floor].is_another)
        mpit__meetings_turn_back(&its, &tree->child[floor].line);
    good = send(tree, to, &question, sizeof question) && send_rows(tree, to, &its);
    if (good)
        mpit__meetings_free(&its);
    return good;
}

static bool go_round(struct tree *tree)
{
    const struct mpit_gather *gather = tree->gather;
    int floor = 0;

    for (; floor < FLOORS - 1 && 1 << floor < gather->nranks; floor++) {
        if (gather->rank & 1 << floor) {
            if (!hand_on(tree, gather->rank - (1 << floor)))
                return false;
            break;
        }
        if (gather->rank + (1 << floor) < gather->nranks &&
            !take(tree, gather->rank + (1 << floor), floor))
            return false;
    }
    while (floor-- > 0)
        if (tree->child[floor].is_there && !tell(tree, gather->rank + (1 << floor), floor))
            return false;
    return true;
}

/* ---- this rank */

static void add(struct mpit_pairs *pairs, int culprit, uint64_t count, uint64_t ticks)
{
    struct mpit_pair row = {.peer = culprit};

    row.waited[MPIT_OF_WAIT(MPIT_WAIT_late_arrival, MPIT_WAITED_COUNT)] = count;
    row.waited[MPIT_OF_WAIT(MPIT_WAIT_late_arrival, MPIT_WAITED_TICKS)] = ticks;
    mpit__pairs_add(pairs, &row);
}

/* Each stands for those that were not kept.  How many nanoseconds are for nobody: the moments of
 * two nodes are both wrong by as much as the error, and half of what is told is right at least. */
static uint64_t add_waits(const struct tree *tree, const struct mpit_mine *mine, size_t n,
                          struct mpit_pairs *pairs)
{
    uint64_t least, error, enough, ticks, unsure = 0;

    mpit__clock_ticks(2 * tree->own.error, &error);
    mpit__clock_ticks(4 * tree->own.error, &enough);
    mpit__clock_ticks(MPIT_JOIN_LEAST, &least);
    for (size_t i = 0; i < n; i++) {
        const struct mpit_arrived *its = &mine[i].arrived;
        const struct mpit_meeting *meeting = mpit__meetings_find(&tree->block, its->comm, its->nth);
        int culprit;

        if (!meeting)
            continue;
        ticks = mpit__meeting_waited(meeting, its, tree->gather->rank, least, error, &culprit);
        if (ticks > enough)
            add(pairs, culprit, UINT64_C(1) << meeting->level, ticks << meeting->level);
        else
            unsure += ticks << meeting->level;
    }
    return (uint64_t)(mpit__clock_seconds(unsure) * 1e9);
}

/* Of all that this rank has come to, what was seen as far as what it kept stands for that. */
static void count_joined(const struct tree *tree, const struct mpit_mine *mine, size_t n,
                         uint64_t all, uint64_t joined[MPIT_JOINED])
{
    double kept = 0, seen = 0;

    joined[MPIT_JOINED_KEPT] = 0;
    for (size_t i = 0; i < n; i++) {
        const struct mpit_meeting *meeting =
            mpit__meetings_find(&tree->block, mine[i].arrived.comm, mine[i].arrived.nth);
        const double stands_for = (double)(UINT64_C(1) << mine[i].level);
        const bool is_whole = meeting && meeting->came == meeting->size;

        kept += stands_for;
        seen += is_whole ? stands_for : 0;
        joined[MPIT_JOINED_KEPT] += is_whole;
    }
    joined[MPIT_JOINED_SEEN] = kept > 0 ? (uint64_t)(seen / kept * (double)all) : 0;
    joined[MPIT_JOINED_ALL] = all;
}

static struct head describe(void)
{
    const struct mpit_live_head *own = mpit__live_head;

    return (struct head){.clock = own ? mpit__hash_add(mpit__hash_of(own->boot), own->host) : 0,
                         .tick = mpit__clock_tick_so_far()};
}

bool mpit__meetings_gather(struct mpit_gather *gather, struct mpit_pairs *pairs,
                           uint64_t joined[MPIT_JOINED])
{
    static struct tree tree;
    uint64_t all;
    size_t n;
    struct mpit_mine *mine = mpit__arrivals_list(&n, &all);

    tree = (struct tree){.gather = gather, .own = describe()};
    if (!mpit__meetings_of_rank(mine, n, gather->rank, &tree.block))
        mpit__memory_miss(n);
    if (!go_round(&tree))
        return false;
    mpit__pairs_drop_waits(pairs, MPIT_WAIT_late_arrival);
    joined[MPIT_JOINED_UNSURE_NS] = add_waits(&tree, mine, n, pairs);
    count_joined(&tree, mine, n, all, joined);
    mpit__meetings_free(&tree.block);
    free(mine);
    return true;
}
