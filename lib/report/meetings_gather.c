#include "config.h"

#include "report/meetings_gather.h"

#include <stdlib.h>

#include "ground/clock.h"
#include "ground/memory.h"
#include "live/joined.h"
#include "live/meetings.h"
#include "profile/arrivals.h"
#include "report/pings.h"
#include "report/snapshot.h"
#include "report/uses_joined.h"

enum { PINGS = 20 };

/* What stands before rows, up and down. */
struct head {
    uint64_t clock; /* the same: moments of both are of one clock */
    double tick;    /* seconds */
    double error;   /* of moments of the block, in seconds */
    uint64_t rows;
};

/* What a step that has failed leaves may still be written: so it all stays. */
struct tree {
    struct mpit_gather *gather;
    struct mpit_way way;
    struct mpit_meetings block; /* of this rank and all that were put to it */
    struct head own, other;
    struct {
        bool is_there, is_another; /* a clock */
        struct mpit_clock_line line;
    } child[MPIT_FLOORS];
};

/* What there is no memory for is not sent: it is missing then. */
static bool send_rows(struct tree *tree, int to, const struct mpit_meetings *rows)
{
    tree->own.rows = rows->n;
    return mpit__way_send(&tree->way, to, &tree->own, sizeof tree->own) &&
           (!rows->n || mpit__way_send(&tree->way, to, rows->row, rows->n * sizeof *rows->row));
}

static bool receive_rows(struct tree *tree, int from, struct mpit_meetings *rows)
{
    *rows = (struct mpit_meetings){0};
    if (!mpit__way_receive(&tree->way, from, &tree->other, sizeof tree->other))
        return false;
    if (!tree->other.rows)
        return true;
    rows->row = malloc(tree->other.rows * sizeof *rows->row);
    rows->n = tree->other.rows;
    return rows->row && mpit__way_receive(&tree->way, from, rows->row, rows->n * sizeof *rows->row);
}

/* ---- clocks */

/* Brings the clock of a block together with ours. */
static bool meet(struct tree *tree, int whom, const struct mpit_meetings *theirs, int floor)
{
    struct mpit_clock_bound *bound =
        calloc(2 * (PINGS + MPIT_PINGS_AT_BEGIN + theirs->n), sizeof *bound);
    bool good = bound && mpit__ping(&tree->way, whom, PINGS, bound);

    if (good) {
        size_t n = 2 * PINGS;

        n += mpit__pings_from_begin(floor, bound + n);
        n += mpit__meetings_bound(&tree->block, theirs, bound + n);
        good = mpit__clocks_meet(bound, n, tree->other.tick / tree->own.tick,
                                 mpit__meetings_first(theirs), &tree->child[floor].line);
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
        if (!meet(tree, from, &theirs, floor))
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
    if (!send_rows(tree, to, &open) || !mpit__pings_answer(&tree->way, to) ||
        !receive_rows(tree, to, &known))
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
    struct mpit_meetings its;
    bool good;

    if (!mpit__meetings_of_block(&tree->block, (unsigned)floor, &its))
        mpit__memory_miss(tree->block.n);
    if (tree->child[floor].is_another)
        mpit__meetings_turn_back(&its, &tree->child[floor].line);
    good = mpit__ping_no_more(&tree->way, to) && send_rows(tree, to, &its);
    if (good)
        mpit__meetings_free(&its);
    return good;
}

static bool go_round(struct tree *tree)
{
    const struct mpit_gather *gather = tree->gather;
    int floor = 0;

    for (; floor < MPIT_FLOORS - 1 && 1 << floor < gather->nranks; floor++) {
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
    struct mpit_joined sum = {0};
    size_t nlist;
    struct mpit_joined *list = mpit__joined_list(mine, n, &tree->block, &nlist);

    if (!list)
        mpit__memory_miss(n);
    for (size_t i = 0; i < nlist; i++)
        mpit__joined_join(&sum, &list[i]);
    joined[MPIT_JOINED_KEPT] = sum.one_by_one;
    joined[MPIT_JOINED_SEEN] = mpit__joined_of(&sum, all);
    joined[MPIT_JOINED_ALL] = all;
    mpit__uses_joined_learn(list, nlist);
}

static struct head describe(void)
{
    return (struct head){.clock = mpit__pings_clock(), .tick = mpit__clock_tick_so_far()};
}

bool mpit__meetings_gather(struct mpit_gather *gather, struct mpit_pairs *pairs,
                           uint64_t joined[MPIT_JOINED])
{
    static struct tree tree;
    uint64_t all;
    size_t n;
    struct mpit_mine *mine = mpit__arrivals_list(&n, &all);

    tree = (struct tree){.gather = gather, .way = {gather, MPIT_MEETINGS_TAG}, .own = describe()};
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
