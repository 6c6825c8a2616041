/* Collectives of ranks on several nodes, put together block by block: each rank has waited for whom
 * it has, by the one clock that all of them have here. */
#include "config.h"

#include "../random.h"
#include "live/joined.h"
#include "live/layout.h"
#include "live/meetings.h"
#include "suite.h"

enum { MOST_RANKS = 13, ROUNDS = 200, WORLD = 2, MS = 1000000, HOUR = 3600 * 1000 };

static uint64_t seed = RANDOM_START;

/* The clock of a rank is ahead by that many hours. */
static uint64_t ahead(int rank)
{
    return (uint64_t)(rank / 2) * HOUR * MS;
}

static struct mpit_clock_line line_to(int ours, int theirs)
{
    return (struct mpit_clock_line){ahead(theirs), ahead(ours), 1, 0};
}

/* What each has on record, and what is so. */
static struct {
    struct mpit_mine mine[2 * ROUNDS];
    size_t n;
    struct mpit_meetings block;
} ranks[MOST_RANKS];
static uint64_t truth[MOST_RANKS][MOST_RANKS], found[MOST_RANKS][MOST_RANKS];

/* One collective of all ranks, or of every second one, at the n-th millisecond. */
static void meet(int n, int size, int step, uint64_t comm, uint64_t nth, bool exit)
{
    uint64_t entry[MOST_RANKS], last = 0;
    int culprit = 0;
    uint32_t came = 0;

    for (int rank = (int)comm % step; rank < size; rank += step) {
        entry[rank] = (uint64_t)n * MS + random_bits(&seed) % MS;
        if (entry[rank] > last) {
            last = entry[rank];
            culprit = rank;
        }
        came++;
    }
    for (int rank = (int)comm % step; rank < size; rank += step) {
        ranks[rank].mine[ranks[rank].n++] =
            (struct mpit_mine){{comm, nth, ahead(rank) + entry[rank], 0,
                                exit ? ahead(rank) + last + 10 : 0, came, 1, 0},
                               0,
                               true};
        if (exit && came > 1)
            truth[rank][culprit] += last - entry[rank];
    }
}

static void set_up(int size)
{
    memset(ranks, 0, sizeof ranks);
    memset(truth, 0, sizeof truth);
    memset(found, 0, sizeof found);
    for (int i = 0; i < ROUNDS; i++) {
        meet(2 * i, size, 1, WORLD, (uint64_t)i + 1, i != ROUNDS - 1);
        for (int half = 0; half < 2; half++)
            meet(2 * i + 1, size, 2, (uint64_t)(WORLD + 2 + half), (uint64_t)i + 1, true);
    }
    for (int rank = 0; rank < size; rank++)
        ck_assert(
            mpit__meetings_of_rank(ranks[rank].mine, ranks[rank].n, rank, &ranks[rank].block));
}

/* As ranks do it: up the tree, and down again. */
static void go_round(int size)
{
    int top = 0;

    while (1 << top < size)
        top++;
    for (int floor = 0; floor < top; floor++)
        for (int rank = 0; rank + (1 << floor) < size; rank += 2 << floor) {
            const struct mpit_clock_line line = line_to(rank, rank + (1 << floor));
            struct mpit_meetings open;

            ck_assert(mpit__meetings_open(&ranks[rank + (1 << floor)].block, &open));
            mpit__meetings_turn(&open, &line);
            ck_assert(mpit__meetings_put(&ranks[rank].block, &open, (unsigned)floor));
        }
    for (int floor = top - 1; floor >= 0; floor--)
        for (int rank = 0; rank + (1 << floor) < size; rank += 2 << floor) {
            const struct mpit_clock_line line = line_to(rank, rank + (1 << floor));
            struct mpit_meetings its;

            ck_assert(mpit__meetings_of_block(&ranks[rank].block, (unsigned)floor, &its));
            mpit__meetings_turn_back(&its, &line);
            mpit__meetings_learn(&ranks[rank + (1 << floor)].block, &its);
            mpit__meetings_free(&its);
        }
}

static void look_up(int size)
{
    for (int rank = 0; rank < size; rank++) {
        for (size_t i = 0; i < ranks[rank].n; i++) {
            const struct mpit_arrived *its = &ranks[rank].mine[i].arrived;
            const struct mpit_meeting *meeting =
                mpit__meetings_find(&ranks[rank].block, its->comm, its->nth);
            int culprit = -1;
            uint64_t ticks;

            if (its->size < 2)
                continue;
            ck_assert_ptr_nonnull(meeting);
            ck_assert_uint_eq(meeting->came, meeting->size);
            ticks = mpit__meeting_waited(meeting, its, rank, 0, 0, &culprit);
            if (ticks)
                found[rank][culprit] += ticks;
        }
        mpit__meetings_free(&ranks[rank].block);
    }
}

START_TEST(each_rank_has_waited_for_who_came_last_wherever_that_is)
{
    for (int size = 1; size <= MOST_RANKS; size++) {
        set_up(size);
        go_round(size);
        look_up(size);
        for (int rank = 0; rank < size; rank++)
            for (int culprit = 0; culprit < size; culprit++)
                ck_assert_uint_eq(found[rank][culprit], truth[rank][culprit]);
    }
}
END_TEST

/* ---- one meeting */

static struct mpit_mine mine(uint64_t nth, uint64_t entry, uint64_t exit, uint32_t operation)
{
    return (struct mpit_mine){{WORLD, nth, entry, 0, exit, 2, operation, 0}, 0, true};
}

/* Of two ranks; what they are is gone then. */
static struct mpit_meetings put_together(struct mpit_mine first, struct mpit_mine second)
{
    struct mpit_meetings block, other;

    ck_assert(mpit__meetings_of_rank(&first, 1, 0, &block));
    ck_assert(mpit__meetings_of_rank(&second, 1, 1, &other));
    ck_assert(mpit__meetings_put(&block, &other, 0));
    ck_assert_uint_eq(other.n, 0);
    return block;
}

START_TEST(ranks_that_do_not_call_the_same_are_not_together)
{
    struct mpit_meetings block = put_together(mine(1, 100, 900, 1), mine(1, 500, 900, 2)), open;

    ck_assert_uint_eq(block.n, 1);
    ck_assert_uint_ne(block.row->came, block.row->size);
    ck_assert(mpit__meetings_open(&block, &open));
    ck_assert_uint_eq(open.n, 0);
    mpit__meetings_free(&open);
    mpit__meetings_free(&block);
    block = put_together(mine(1, 100, 900, 1), mine(2, 500, 900, 1));
    ck_assert_uint_eq(block.n, 2);
    ck_assert_uint_eq(block.row[0].came, 1);
    mpit__meetings_free(&block);
}
END_TEST

/* Who may have left before the last came, and has; what is less than the error of the clocks is
 * nothing. */
START_TEST(nobody_has_waited_for_who_came_after_it_had_left)
{
    struct mpit_mine early = mine(1, 100, 300, 1), late = mine(1, 500, 900, 1);
    struct mpit_meetings block;
    int culprit = -1;

    early.holds = late.holds = false;
    block = put_together(early, late);
    ck_assert_uint_eq(mpit__meeting_waited(block.row, &early.arrived, 0, 0, 0, &culprit), 0);
    ck_assert_uint_eq(mpit__meeting_waited(block.row, &late.arrived, 1, 0, 0, &culprit), 0);
    ck_assert_uint_eq(mpit__meeting_waited(block.row, &early.arrived, 0, 0, 200, &culprit), 400);
    early.arrived.exit = 600;
    ck_assert_uint_eq(mpit__meeting_waited(block.row, &early.arrived, 0, 0, 0, &culprit), 400);
    ck_assert_int_eq(culprit, 1);
    ck_assert_uint_eq(mpit__meeting_waited(block.row, &early.arrived, 0, 400, 0, &culprit), 0);
    mpit__meetings_free(&block);
}
END_TEST

/* By the clock of another node it may seem so. */
START_TEST(where_nobody_can_leave_before_all_have_come_the_last_is_who_it_is)
{
    const struct mpit_mine early = mine(1, 100, 490, 1), late = mine(1, 500, 900, 1);
    struct mpit_meetings block = put_together(early, late);
    int culprit = -1;

    ck_assert_uint_eq(mpit__meeting_waited(block.row, &early.arrived, 0, 0, 0, &culprit), 400);
    ck_assert_int_eq(culprit, 1);
    mpit__meetings_free(&block);
}
END_TEST

/* The clocks are bounded where nobody leaves before all have come, and only there. */
START_TEST(collectives_bound_clocks_where_all_wait_for_all)
{
    struct mpit_mine first = mine(1, 100, 900, 1), second = mine(1, 500, 1000, 1);
    struct mpit_meetings ours, theirs;
    struct mpit_clock_bound bound[2];

    ck_assert(mpit__meetings_of_rank(&first, 1, 0, &ours));
    ck_assert(mpit__meetings_of_rank(&second, 1, 1, &theirs));
    ck_assert_uint_eq(mpit__meetings_bound(&ours, &theirs, bound), 2);
    ck_assert(bound[0].upper && bound[0].theirs == 500 && bound[0].ours == 900);
    ck_assert(!bound[1].upper && bound[1].theirs == 1000 && bound[1].ours == 100);
    theirs.row->holds = false;
    ck_assert_uint_eq(mpit__meetings_bound(&ours, &theirs, bound), 0);
    mpit__meetings_free(&ours);
    mpit__meetings_free(&theirs);
}
END_TEST

/* ---- what is kept */

START_TEST(at_each_level_half_of_those_of_the_one_before_are_kept)
{
    enum { MANY = 100000, LEVELS = 6 };
    int kept[LEVELS] = {0};

    for (uint64_t nth = 0; nth < MANY; nth++)
        for (unsigned level = 0; level < LEVELS; level++) {
            bool is_kept = mpit__meeting_is_kept(12345, nth, level);

            kept[level] += is_kept;
            ck_assert(!is_kept || level == 0 || mpit__meeting_is_kept(12345, nth, level - 1));
        }
    for (unsigned level = 0; level < LEVELS; level++)
        ck_assert_int_lt(abs(kept[level] - (MANY >> level)), MANY / 50);
}
END_TEST

/* ---- of how many it is known */

enum { OTHER = 40, ALONE = 60 };

static struct mpit_mine one_of(uint64_t comm, uint64_t nth, uint8_t level)
{
    struct mpit_mine its = mine(nth, 100, 900, 1);

    its.arrived.comm = comm;
    its.level = level;
    return its;
}

/* What has been kept at the second level stands for four; to those of a communicator the other has
 * not come. */
START_TEST(what_is_known_is_known_by_communicator)
{
    const uint64_t prepared = mpit_live_key_of_prepared(OTHER, 2);
    struct mpit_mine first[] = {one_of(WORLD, 1, 2),    one_of(OTHER, 1, 0), one_of(ALONE, 1, 0),
                                one_of(WORLD, 5, 0),    one_of(OTHER, 2, 0), one_of(ALONE, 2, 0),
                                one_of(prepared, 1, 0), one_of(OTHER, 3, 0)};
    struct mpit_mine second[] = {one_of(WORLD, 1, 2), one_of(OTHER, 1, 0), one_of(WORLD, 5, 0),
                                 one_of(prepared, 1, 0)};
    enum { FIRST = sizeof first / sizeof *first, SECOND = sizeof second / sizeof *second };
    struct mpit_joined sum = {0}, *list;
    struct mpit_meetings block, other;
    size_t n;

    ck_assert(mpit__meetings_of_rank(first, FIRST, 0, &block));
    ck_assert(mpit__meetings_of_rank(second, SECOND, 1, &other));
    ck_assert(mpit__meetings_put(&block, &other, 0));
    list = mpit__joined_list(first, FIRST, &block, &n);
    ck_assert_uint_eq(n, 4);
    mpit__joined_add(list, n, WORLD, 0, &sum);
    ck_assert_uint_eq(sum.kept, 5);
    ck_assert_uint_eq(sum.seen, 5);
    ck_assert_uint_eq(sum.one_by_one, 2);
    ck_assert_uint_eq(mpit__joined_of(&sum, 7), 7);
    sum = (struct mpit_joined){0};
    mpit__joined_add(list, n, OTHER, 1, &sum);
    ck_assert_uint_eq(sum.kept, 3);
    ck_assert_uint_eq(sum.seen, 1);
    sum = (struct mpit_joined){0};
    mpit__joined_add(list, n, OTHER, 3, &sum);
    ck_assert_uint_eq(sum.kept, 4);
    ck_assert_uint_eq(mpit__joined_of(&sum, 100), 50);
    sum = (struct mpit_joined){0};
    mpit__joined_add(list, n, ALONE, 0, &sum);
    ck_assert_uint_eq(sum.kept, 2);
    ck_assert_uint_eq(mpit__joined_of(&sum, 2), 0);
    mpit__joined_add(list, n, 61, 0, &sum); /* which there is not */
    ck_assert_uint_eq(sum.kept, 2);
    ck_assert_uint_eq(mpit__joined_of(&(struct mpit_joined){0}, 2), 0);
    free(list);
    mpit__meetings_free(&block);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(each_rank_has_waited_for_who_came_last_wherever_that_is)                                  \
    TEST(ranks_that_do_not_call_the_same_are_not_together)                                         \
    TEST(nobody_has_waited_for_who_came_after_it_had_left)                                         \
    TEST(where_nobody_can_leave_before_all_have_come_the_last_is_who_it_is)                        \
    TEST(collectives_bound_clocks_where_all_wait_for_all)                                          \
    TEST(at_each_level_half_of_those_of_the_one_before_are_kept)                                   \
    TEST(what_is_known_is_known_by_communicator)

SUITE("meetings", TESTS, NULL)
