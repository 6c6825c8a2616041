/* What parts of a record say of the whole, in whatever order they come. */
#include "config.h"

#include "../../tools/records/join.h"
#include "suite.h"

#include <math.h>

enum { RANKS = 4 };

static struct mpit_spread spread(double value, int rank)
{
    return (struct mpit_spread){value, value, value, rank, rank};
}

/* Of one rank, with a call, a region and a program. */
static struct mpit_record part_of(int rank, double time, const char *command)
{
    struct mpit_record part = {.complete = false, .nranks = RANKS, .nrank = 1, .ncall = 1};

    part.rank = calloc(1, sizeof *part.rank);
    part.call = calloc(1, sizeof *part.call);
    ck_assert(part.rank && part.call);
    part.rank->rank = rank;
    strcpy(part.rank->state, MPIT_RANK_ENDED);
    strcpy(part.call->name, "MPI_Send");
    part.call->count = 1;
    part.call->time = spread(time, rank);
    strcpy(part.command, command);
    return part;
}

/* The parts of the ranks in that order. */
static struct mpit_record join(const int order[RANKS], const double time[RANKS],
                               const char *const command[RANKS])
{
    struct mpit_record part[RANKS], whole;

    for (int i = 0; i < RANKS; i++)
        part[i] = part_of(order[i], time[order[i]], command[order[i]]);
    tool_records_join(part, RANKS, &whole);
    for (int i = 0; i < RANKS; i++)
        mpit__record_free(&part[i]);
    return whole;
}

static const int orders[][RANKS] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
enum { ORDERS = sizeof orders / sizeof *orders };

START_TEST(of_ranks_with_the_same_time_the_lowest_is_named)
{
    static const double time[RANKS] = {2, 1, 2, 1};
    static const char *const command[RANKS] = {"./a", "./a", "./a", "./a"};

    for (int i = 0; i < ORDERS; i++) {
        struct mpit_record whole = join(orders[i], time, command);

        ck_assert_int_eq(whole.ncall, 1);
        ck_assert_int_eq((int)whole.call->count, RANKS);
        ck_assert_int_eq(whole.call->time.min_rank, 1);
        ck_assert_int_eq(whole.call->time.max_rank, 0);
        mpit__record_free(&whole);
    }
}
END_TEST

START_TEST(the_first_rank_of_a_program_is_its_lowest)
{
    static const double time[RANKS] = {1, 1, 1, 1};
    static const char *const command[RANKS] = {"./a", "./b", "./b", "./a"};

    for (int i = 0; i < ORDERS; i++) {
        struct mpit_record whole = join(orders[i], time, command);

        ck_assert_int_eq(whole.nprogram, 2);
        for (int at = 0; at < 2; at++) {
            ck_assert_int_eq(whole.program[at].nranks, 2);
            ck_assert_int_eq(whole.program[at].first,
                             strcmp(whole.program[at].command, "./a") ? 1 : 0);
        }
        mpit__record_free(&whole);
    }
}
END_TEST

START_TEST(ranks_stand_in_order_whichever_part_comes_first)
{
    static const double time[RANKS] = {1, 2, 3, 4};
    static const char *const command[RANKS] = {"./a", "./a", "./a", "./a"};

    for (int i = 0; i < ORDERS; i++) {
        struct mpit_record whole = join(orders[i], time, command);

        ck_assert(whole.complete);
        ck_assert_int_eq(whole.nrank, RANKS);
        for (int rank = 0; rank < RANKS; rank++)
            ck_assert_int_eq(whole.rank[rank].rank, rank);
        mpit__record_free(&whole);
    }
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(of_ranks_with_the_same_time_the_lowest_is_named)                                          \
    TEST(the_first_rank_of_a_program_is_its_lowest)                                                \
    TEST(ranks_stand_in_order_whichever_part_comes_first)
SUITE("join", TESTS, NULL)
