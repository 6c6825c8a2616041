/* The statistics of libmpib against numbers worked by hand, and its choice of message sizes. */
#include "config.h"

#include "../../mpib/median.h"
#include "../../mpib/outliers.h"
#include "../../mpib/sample.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>

static void check_near(double found, double expected)
{
    ck_assert_msg(fabs(found - expected) < 1e-5 * fabs(expected), "%.9g, expected %.9g", found,
                  expected);
}

/* Quantiles of Student's t from a printed table: t(0.975; 4) = 2.776445, t(0.95; 4) = 2.131847,
 * t(0.975; 1) = 12.706205. */
START_TEST(interval_is_that_of_students_t_on_both_sides)
{
    struct mpib_sample five = {0}, two = {0};

    for (int i = 1; i <= 5; i++)
        mpib_sample_add(&five, i);
    mpib_sample_add(&two, 10);
    mpib_sample_add(&two, 14);

    check_near(five.mean, 3);
    check_near(mpib_sample_ci(&five, 0.95), 2.776445 * sqrt(2.5 / 5));
    check_near(mpib_sample_ci(&five, 0.90), 2.131847 * sqrt(2.5 / 5));
    check_near(two.mean, 12);
    check_near(mpib_sample_ci(&two, 0.95), 12.706205 * 2);
}
END_TEST

START_TEST(one_repetition_has_no_interval)
{
    struct mpib_sample sample = {0};

    mpib_sample_add(&sample, 1);
    ck_assert(isinf(mpib_sample_ci(&sample, 0.95)));
}
END_TEST

/* Differences of 1 beside 1e9: a sum of squares would have lost them. */
START_TEST(variance_survives_a_large_mean)
{
    struct mpib_sample sample = {0};

    for (int i = 0; i < 1000; i++)
        mpib_sample_add(&sample, 1e9 + i % 2);
    check_near(sample.mean, 1e9 + 0.5);
    check_near(sample.squares, 250);
}
END_TEST

/* Quartiles of 1 … 9 are 3 and 7, the fences -3 and 13; with 14 in place of 9 nothing else changes.
 * Of 1, 2, 3, 8 they are 1.75 and 4.25: 8 lies on the upper fence, and is kept. */
START_TEST(outliers_lie_beyond_tukeys_fences)
{
    struct mpib_times times = {0};

    for (int i = 1; i <= 9; i++)
        mpib_times_add(&times, i);
    ck_assert_int_eq(mpib_times_within_fences(&times).n, 9);
    times.time[8] = 13;
    ck_assert_int_eq(mpib_times_within_fences(&times).n, 9);
    times.time[8] = 14;
    times.time[0] = -4;
    struct mpib_sample sample = mpib_times_within_fences(&times);
    ck_assert_int_eq(sample.n, 7);
    check_near(sample.mean, 5);
    check_near(sample.squares, 28);
    free(times.time);

    times = (struct mpib_times){0};
    for (int i = 1; i <= 3; i++)
        mpib_times_add(&times, i);
    mpib_times_add(&times, 8.01);
    ck_assert_int_eq(mpib_times_within_fences(&times).n, 3);
    times.time[3] = 8;
    ck_assert_int_eq(mpib_times_within_fences(&times).n, 4);
    free(times.time);
}
END_TEST

/* Each tenth repetition takes a hundred times as long. */
static double disturbed(void *context)
{
    int *calls = context;

    return ++*calls % 10 ? 9 + *calls % 3 : 1000;
}

START_TEST(what_is_dropped_is_counted_and_has_no_say)
{
    MPIB_precision precision = {50, 50, 0.95, 0.01};
    int calls = 0;

    MPIB_outliers(MPIB_OUTLIERS_TUKEY);
    struct mpib_sample sample = mpib_sample_take(disturbed, &calls, &precision);
    ck_assert_int_eq(calls, 50);
    ck_assert_int_eq(sample.n, 45);
    ck_assert_int_eq(MPIB_outliers_dropped(), 5);
    ck_assert(sample.mean > 9.5 && sample.mean < 10.5);

    MPIB_outliers(MPIB_OUTLIERS_KEEP);
    calls = 0;
    sample = mpib_sample_take(disturbed, &calls, &precision);
    ck_assert_int_eq(sample.n, 50);
    ck_assert_int_eq(MPIB_outliers_dropped(), 0);
}
END_TEST

/* The interval is small enough at once, but for the disturbed ones. */
START_TEST(without_outliers_the_repetitions_stop_sooner)
{
    MPIB_precision precision = {12, 1000, 0.95, 0.1};
    int kept = 0, all = 0;

    mpib_sample_take(disturbed, &all, &precision);
    MPIB_outliers(MPIB_OUTLIERS_TUKEY);
    mpib_sample_take(disturbed, &kept, &precision);
    MPIB_outliers(MPIB_OUTLIERS_KEEP);
    ck_assert_int_eq(kept, 12);
    ck_assert_int_eq(all, 1000);
}
END_TEST

/* A clock that says 9, 11, 9, 11, …  Half-intervals at 0.95 after n: 25.4 (2), 2.87 (3), 1.84 (4),
 * 1.36 (5), 1.15 (6), 0.989 against a mean of 9.857 (7), 0.894 against 10 (8). */
static double nine_or_eleven(void *context)
{
    int *calls = context;

    return (*calls)++ % 2 ? 11 : 9;
}

static int repetitions(int min_reps, int max_reps, double cl, double eps)
{
    MPIB_precision precision = {min_reps, max_reps, cl, eps};
    int calls = 0;

    ck_assert(mpib_precision_settle(&precision));
    struct mpib_sample sample = mpib_sample_take(nine_or_eleven, &calls, &precision);
    ck_assert_int_eq(sample.n, calls);
    return calls;
}

START_TEST(repetitions_stop_as_soon_as_the_interval_is_small_enough)
{
    ck_assert_int_eq(repetitions(2, 100, 0.95, 0.1), 8);
    ck_assert_int_eq(repetitions(2, 100, 0.95, 0.11), 7);
    ck_assert_int_eq(repetitions(2, 100, 0.95, 0.12), 6);
}
END_TEST

START_TEST(repetitions_stay_between_fewest_and_most)
{
    ck_assert_int_eq(repetitions(9, 100, 0.95, 0.1), 9);
    ck_assert_int_eq(repetitions(2, 6, 0.95, 0.1), 6);
    ck_assert_int_eq(repetitions(1, 1, 0.95, 0.1), 1);
    ck_assert_int_eq(repetitions(20, 20, 0.95, 1e-9), 20);
}
END_TEST

static void check_settled(MPIB_precision given, MPIB_precision expected)
{
    ck_assert(mpib_precision_settle(&given));
    ck_assert_int_eq(given.min_reps, expected.min_reps);
    ck_assert_int_eq(given.max_reps, expected.max_reps);
    ck_assert_double_eq(given.cl, expected.cl);
    ck_assert_double_eq(given.eps, expected.eps);
}

START_TEST(zero_stands_for_the_default)
{
    check_settled((MPIB_precision){0, 0, 0, 0}, (MPIB_precision){5, 100, 0.95, 0.025});
    check_settled((MPIB_precision){0, 3, 0, 0}, (MPIB_precision){3, 3, 0.95, 0.025});
    check_settled((MPIB_precision){200, 0, 0, 0}, (MPIB_precision){200, 200, 0.95, 0.025});
    check_settled((MPIB_precision){2, 9, 0.5, 0.1}, (MPIB_precision){2, 9, 0.5, 0.1});
}
END_TEST

START_TEST(precision_that_makes_no_sense_is_refused)
{
    static const MPIB_precision senseless[] = {
        {-1, 0, 0, 0}, {0, -1, 0, 0}, {3, 2, 0, 0},    {0, 0, 1, 0},
        {0, 0, 2, 0},  {0, 0, -1, 0}, {0, 0, 0, -0.1}, {0, 0, NAN, 0},
    };

    for (size_t i = 0; i < sizeof senseless / sizeof *senseless; i++) {
        MPIB_precision precision = senseless[i];
        ck_assert_msg(!mpib_precision_settle(&precision), "row %zu was accepted", i);
    }
}
END_TEST

/* ---- sizes
 * ---------------------------------------------------------------------------------------- */

enum { MOST = 200 };

struct curve {
    double (*time)(int M);
    int size[MOST], n, measured;
};

static MPIB_result measure(int M, void *context)
{
    struct curve *curve = context;

    curve->measured++;
    return (MPIB_result){.M = M, .T = curve->time(M)};
}

static void done(const MPIB_result *result, void *context)
{
    struct curve *curve = context;

    ck_assert_int_lt(curve->n, MOST);
    ck_assert_msg(curve->n == 0 || result->M > curve->size[curve->n - 1], "%d is not after %d",
                  result->M, curve->size[curve->n - 1]);
    curve->size[curve->n++] = result->M;
}

static struct curve walk(double (*time)(int M), MPIB_msgset set)
{
    struct curve curve = {.time = time};

    MPIB_measure_msgset(&set, measure, done, &curve);
    ck_assert_int_eq(curve.n, curve.measured);
    return curve;
}

static double line(int M)
{
    return 1e-6 + M * 1e-9;
}

/* Another protocol from 5000 bytes on. */
static double step(int M)
{
    return line(M) + (M >= 5000 ? 2e-5 : 0);
}

static void check_sizes(const struct curve *curve, const int *expected, int n)
{
    ck_assert_int_eq(curve->n, n);
    for (int i = 0; i < n; i++)
        ck_assert_int_eq(curve->size[i], expected[i]);
}

START_TEST(sizes_are_the_ends_and_the_powers_of_two_between)
{
    static const int from_zero[] = {0, 1, 2, 4, 8, 16}, odd[] = {3, 4, 8, 13}, one[] = {7};
    struct curve a = walk(line, (MPIB_msgset){0, 16, 0, 0});
    struct curve b = walk(line, (MPIB_msgset){3, 13, 0, 0});
    struct curve c = walk(line, (MPIB_msgset){7, 7, 0, 0});

    check_sizes(&a, from_zero, 6);
    check_sizes(&b, odd, 4);
    check_sizes(&c, one, 1);
}
END_TEST

START_TEST(sizes_reach_the_largest_int)
{
    struct curve curve = walk(line, (MPIB_msgset){1 << 29, 2147483647, 0, 0});
    static const int expected[] = {1 << 29, 1 << 30, 2147483647};

    check_sizes(&curve, expected, 3);
}
END_TEST

START_TEST(straight_line_gets_one_middle_a_step)
{
    static const int expected[] = {1024, 1536, 2048, 3072, 4096};
    struct curve curve = walk(line, (MPIB_msgset){1024, 4096, 0.1, 64});

    check_sizes(&curve, expected, 5);
}
END_TEST

/* Between 4096 and 8192: 6144 is off the line, then the half with the step is cut again and again,
 * as long as half of it is an eighth of the size; the other half gets its one middle. */
START_TEST(sizes_gather_where_the_curve_bends)
{
    static const int expected[] = {2048, 3072, 4096, 4608, 5120, 6144, 7168, 8192, 12288, 16384};
    struct curve curve = walk(step, (MPIB_msgset){2048, 16384, 0.1, 64});

    check_sizes(&curve, expected, 10);
}
END_TEST

START_TEST(median_is_in_the_middle_of_what_is_in_any_order)
{
    static const double odd[] = {9, 1, 4}, even[] = {8, 1, 3, 5};

    ck_assert_double_eq(mpib_median(odd, 1), 9);
    ck_assert_double_eq(mpib_median(odd, 3), 4);
    ck_assert_double_eq(mpib_median(even, 4), 4);
    ck_assert(isnan(mpib_median((double[]){1, NAN, 2}, 3)));
    ck_assert(isnan(mpib_median_interval((double[]){1, NAN, 2}, 3).high));
    ck_assert_double_eq(mpib_median_deviation(even, 4), 2);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(interval_is_that_of_students_t_on_both_sides)                                             \
    TEST(one_repetition_has_no_interval)                                                           \
    TEST(variance_survives_a_large_mean)                                                           \
    TEST(outliers_lie_beyond_tukeys_fences)                                                        \
    TEST(what_is_dropped_is_counted_and_has_no_say)                                                \
    TEST(without_outliers_the_repetitions_stop_sooner)                                             \
    TEST(repetitions_stop_as_soon_as_the_interval_is_small_enough)                                 \
    TEST(repetitions_stay_between_fewest_and_most)                                                 \
    TEST(zero_stands_for_the_default)                                                              \
    TEST(precision_that_makes_no_sense_is_refused)                                                 \
    TEST(sizes_are_the_ends_and_the_powers_of_two_between)                                         \
    TEST(sizes_reach_the_largest_int)                                                              \
    TEST(straight_line_gets_one_middle_a_step)                                                     \
    TEST(sizes_gather_where_the_curve_bends)                                                       \
    TEST(median_is_in_the_middle_of_what_is_in_any_order)
SUITE("mpib", TESTS, NULL)
