/* Clocks of two nodes, brought together by bounds of which the truth is known. */
#include "config.h"

#include "../random.h"
#include "live/two_clocks.h"
#include "suite.h"

enum { TICKS_A_MICROSECOND = 3000, PINGS = 20, COLLECTIVES = 400, CASES = 300 };
static const double SECOND = 1e6 * TICKS_A_MICROSECOND;

/* The truth: our ticks by theirs. */
struct truth {
    uint64_t theirs, ours;
    double slope;
};

static uint64_t seed = RANDOM_START;

/* Ticks, up to so many microseconds. */
static uint64_t some(unsigned us)
{
    return random_bits(&seed) % ((uint64_t)us * TICKS_A_MICROSECOND + 1);
}

static uint64_t ours_at(const struct truth *truth, uint64_t theirs)
{
    return truth->ours +
           (uint64_t)(int64_t)(truth->slope * (double)(int64_t)(theirs - truth->theirs));
}

static struct truth hours_apart(double drift)
{
    return (struct truth){random_bits(&seed) >> 8, random_bits(&seed) >> 8, 1 + drift};
}

/* Messages back and forth, each way at least 5 us and up to so many more. */
static size_t ask_times(const struct truth *truth, double at, unsigned us,
                        struct mpit_clock_bound *bound)
{
    uint64_t theirs = truth->theirs + (uint64_t)at;
    size_t n = 0;

    for (int i = 0; i < PINGS; i++) {
        const uint64_t there = 5 * TICKS_A_MICROSECOND + some(us),
                       back = 5 * TICKS_A_MICROSECOND + some(us);

        theirs += there;
        bound[n++] = (struct mpit_clock_bound){theirs, ours_at(truth, theirs) - there, false};
        bound[n++] = (struct mpit_clock_bound){theirs, ours_at(truth, theirs) + back, true};
        theirs += back;
    }
    return n;
}

/* Collectives over a time of so many ticks, to which theirs come so much later, or ours do. */
static size_t meet_in_collectives(const struct truth *truth, double over, unsigned us_theirs,
                                  unsigned us_ours, struct mpit_clock_bound *bound)
{
    size_t n = 0;

    for (int i = 0; i < COLLECTIVES; i++) {
        const uint64_t begin = truth->theirs + (uint64_t)(over * i / COLLECTIVES),
                       theirs = begin + some(us_theirs), ours = begin + some(us_ours),
                       last = theirs > ours ? theirs : ours,
                       left = last + 10 * TICKS_A_MICROSECOND + some(30);

        bound[n++] = (struct mpit_clock_bound){theirs, ours_at(truth, left), true};
        bound[n++] = (struct mpit_clock_bound){left, ours_at(truth, ours), false};
    }
    return n;
}

/* Within so many microseconds, over all of the time, and within what it says itself. */
static void is_right(const struct truth *truth, double over, const struct mpit_clock_line *line,
                     double us)
{
    for (int i = 0; i <= 10; i++) {
        const uint64_t theirs = truth->theirs + (uint64_t)(over * i / 10),
                       ours = mpit__clock_ours(line, theirs);
        const double wrong = (double)(int64_t)(ours - ours_at(truth, theirs)),
                     back = (double)(int64_t)(mpit__clock_theirs(line, ours) - theirs);

        ck_assert_msg(wrong <= us * TICKS_A_MICROSECOND && -wrong <= us * TICKS_A_MICROSECOND,
                      "%g us wrong after %g s, said to be %g", wrong / TICKS_A_MICROSECOND,
                      over * i / 10 / SECOND, line->error / TICKS_A_MICROSECOND);
        ck_assert(back <= 2 && -back <= 2);
        ck_assert_msg(wrong <= line->error + 2 && -wrong <= line->error + 2,
                      "%g us wrong after %g s, and said to be %g", wrong / TICKS_A_MICROSECOND,
                      over * i / 10 / SECOND, line->error / TICKS_A_MICROSECOND);
    }
}

static struct mpit_clock_bound bound[2 * (PINGS + COLLECTIVES)];

START_TEST(clocks_of_a_short_run_meet_by_messages_alone)
{
    for (int i = 0; i < CASES; i++) {
        const struct truth truth = hours_apart(0);
        struct mpit_clock_line line;
        size_t n = ask_times(&truth, 1 * SECOND, 20, bound);

        ck_assert(mpit__clocks_meet(bound, n, 1, truth.theirs, &line));
        is_right(&truth, 1 * SECOND, &line, 15);
        /* A clock that nobody holds to others goes 100 us wrong in a second. */
        ck_assert(line.error <= (15 + 15 + 100) * TICKS_A_MICROSECOND);
    }
}
END_TEST

/* Ranks had no processor: each message and each collective took long. */
START_TEST(the_error_holds_where_bounds_are_loose)
{
    for (int i = 0; i < CASES; i++) {
        const struct truth truth = hours_apart(1e-6 * (random_below(&seed, 200) - 100.0));
        const double over = (i % 5 + 1) * SECOND;
        struct mpit_clock_line line;
        size_t n = ask_times(&truth, over, 1000, bound);

        if (i % 3)
            n += meet_in_collectives(&truth, over, 20000, i % 2 ? 20000 : 1000, bound + n);
        ck_assert(mpit__clocks_meet(bound, n, 1, truth.theirs, &line));
        is_right(&truth, over, &line, 2000);
    }
}
END_TEST

/* Of clocks that drift, by what the collectives of a minute say, whoever comes later to all of
 * them. */
START_TEST(clocks_that_drift_meet_by_collectives_as_well)
{
    static const unsigned late[][2] = {{100, 100}, {50000, 100}, {100, 50000}, {20000, 20000}};

    for (int i = 0; i < CASES; i++) {
        const struct truth truth = hours_apart(1e-6 * (random_below(&seed, 400) - 200.0));
        const unsigned *its = late[i % 4];
        struct mpit_clock_line line;
        size_t n = ask_times(&truth, 60 * SECOND, 20, bound);

        n += meet_in_collectives(&truth, 60 * SECOND, its[0], its[1], bound + n);
        ck_assert(mpit__clocks_meet(bound, n, 1, truth.theirs, &line));
        is_right(&truth, 60 * SECOND, &line, i % 4 == 3 ? 400 : 80);
    }
}
END_TEST

START_TEST(counters_of_other_lengths_meet)
{
    for (int i = 0; i < CASES; i++) {
        struct truth truth = hours_apart(0);
        struct mpit_clock_line line;
        size_t n;

        truth.slope = 0.3 + 0.01 * random_below(&seed, 400);
        n = ask_times(&truth, 0.5 * SECOND, 20, bound);
        ck_assert(mpit__clocks_meet(bound, n, truth.slope, truth.theirs, &line));
        is_right(&truth, 0.5 * SECOND, &line, 60);
    }
}
END_TEST

START_TEST(nothing_is_said_where_one_side_has_no_bound)
{
    struct mpit_clock_line line;
    const struct mpit_clock_bound one = {1000, 2000, true};

    ck_assert(!mpit__clocks_meet(NULL, 0, 1, 0, &line));
    for (int i = 0; i < 5; i++)
        bound[i] = one;
    ck_assert(!mpit__clocks_meet(bound, 5, 1, 1000, &line));
    for (int i = 0; i < 5; i++)
        bound[i].upper = false;
    ck_assert(!mpit__clocks_meet(bound, 5, 1, 1000, &line));
}
END_TEST

/* Numbers that nobody can have measured are no more than that. */
START_TEST(bounds_that_contradict_each_other_are_an_error_of_that_size)
{
    struct mpit_clock_line line;

    bound[0] = (struct mpit_clock_bound){1000, 5000, false};
    bound[1] = (struct mpit_clock_bound){1000, 3000, true};
    ck_assert(mpit__clocks_meet(bound, 2, 1, 1000, &line));
    ck_assert_double_eq(line.error, 1000);
    for (int i = 0; i < CASES; i++) {
        for (size_t k = 0; k < 40; k++)
            bound[k] = (struct mpit_clock_bound){random_bits(&seed), random_bits(&seed), k % 2};
        if (mpit__clocks_meet(bound, 40, 1, bound[0].theirs, &line))
            ck_assert(line.error >= 0 && line.slope > 0.99 && line.slope < 1.01);
    }
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(clocks_of_a_short_run_meet_by_messages_alone)                                             \
    TEST(the_error_holds_where_bounds_are_loose)                                                   \
    TEST(clocks_that_drift_meet_by_collectives_as_well)                                            \
    TEST(counters_of_other_lengths_meet)                                                           \
    TEST(nothing_is_said_where_one_side_has_no_bound)                                              \
    TEST(bounds_that_contradict_each_other_are_an_error_of_that_size)

SUITE("two_clocks", TESTS, NULL)
