/* Student's t against a printed table, and against what is known of it in closed form. */
#include "config.h"

#include "../../mpib/student.h"
#include "suite.h"

#include <math.h>

enum { COLUMNS = 6 };

/* Upper critical values as statistics textbooks have them (Fisher and Yates, table III;
 * NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2), to their three decimals.  The last
 * row is theirs for infinity, which is that of the normal distribution. */
static const double tails[COLUMNS] = {0.1, 0.05, 0.025, 0.01, 0.005, 0.0005};
/* clang-format off */
static const struct {
    double freedom, quantiles[COLUMNS];
} printed[] = {
    {1, {3.078, 6.314, 12.706, 31.821, 63.657, 636.619}},
    {2, {1.886, 2.920, 4.303, 6.965, 9.925, 31.599}},
    {3, {1.638, 2.353, 3.182, 4.541, 5.841, 12.924}},
    {4, {1.533, 2.132, 2.776, 3.747, 4.604, 8.610}},
    {5, {1.476, 2.015, 2.571, 3.365, 4.032, 6.869}},
    {6, {1.440, 1.943, 2.447, 3.143, 3.707, 5.959}},
    {7, {1.415, 1.895, 2.365, 2.998, 3.499, 5.408}},
    {8, {1.397, 1.860, 2.306, 2.896, 3.355, 5.041}},
    {9, {1.383, 1.833, 2.262, 2.821, 3.250, 4.781}},
    {10, {1.372, 1.812, 2.228, 2.764, 3.169, 4.587}},
    {11, {1.363, 1.796, 2.201, 2.718, 3.106, 4.437}},
    {12, {1.356, 1.782, 2.179, 2.681, 3.055, 4.318}},
    {13, {1.350, 1.771, 2.160, 2.650, 3.012, 4.221}},
    {14, {1.345, 1.761, 2.145, 2.624, 2.977, 4.140}},
    {15, {1.341, 1.753, 2.131, 2.602, 2.947, 4.073}},
    {16, {1.337, 1.746, 2.120, 2.583, 2.921, 4.015}},
    {17, {1.333, 1.740, 2.110, 2.567, 2.898, 3.965}},
    {18, {1.330, 1.734, 2.101, 2.552, 2.878, 3.922}},
    {19, {1.328, 1.729, 2.093, 2.539, 2.861, 3.883}},
    {20, {1.325, 1.725, 2.086, 2.528, 2.845, 3.850}},
    {21, {1.323, 1.721, 2.080, 2.518, 2.831, 3.819}},
    {22, {1.321, 1.717, 2.074, 2.508, 2.819, 3.792}},
    {23, {1.319, 1.714, 2.069, 2.500, 2.807, 3.768}},
    {24, {1.318, 1.711, 2.064, 2.492, 2.797, 3.745}},
    {25, {1.316, 1.708, 2.060, 2.485, 2.787, 3.725}},
    {26, {1.315, 1.706, 2.056, 2.479, 2.779, 3.707}},
    {27, {1.314, 1.703, 2.052, 2.473, 2.771, 3.690}},
    {28, {1.313, 1.701, 2.048, 2.467, 2.763, 3.674}},
    {29, {1.311, 1.699, 2.045, 2.462, 2.756, 3.659}},
    {30, {1.310, 1.697, 2.042, 2.457, 2.750, 3.646}},
    {40, {1.303, 1.684, 2.021, 2.423, 2.704, 3.551}},
    {60, {1.296, 1.671, 2.000, 2.390, 2.660, 3.460}},
    {120, {1.289, 1.658, 1.980, 2.358, 2.617, 3.373}},
    {1e8, {1.282, 1.645, 1.960, 2.326, 2.576, 3.291}},
};
/* clang-format on */

START_TEST(quantiles_are_those_of_a_printed_table)
{
    for (size_t row = 0; row < sizeof printed / sizeof *printed; row++)
        for (int column = 0; column < COLUMNS; column++) {
            double found = mpib_student_quantile(tails[column], printed[row].freedom);

            ck_assert_msg(fabs(found - printed[row].quantiles[column]) <= 0.0005,
                          "at %g degrees of freedom, tail %g: %.9g, expected %.3f",
                          printed[row].freedom, tails[column], found,
                          printed[row].quantiles[column]);
        }
}
END_TEST

static void check_near(double found, double expected, double tolerance, double tail)
{
    ck_assert_msg(fabs(found - expected) <= tolerance * fabs(expected),
                  "tail %g: %.17g, expected %.17g", tail, found, expected);
}

/* With 1 degree of freedom it is Cauchy's distribution; at 2 and 4 the tail can be solved for t. */
START_TEST(quantiles_are_the_closed_forms_at_1_2_and_4)
{
    for (double tail = 0.4995; tail > 1e-16; tail *= 0.7) {
        double half = 0.5 - tail, spread = 4 * tail * (1 - tail);
        double fourth = cos(acos(sqrt(spread)) / 3) / sqrt(spread);

        check_near(mpib_student_quantile(tail, 1), 1 / tan(M_PI * tail), 1e-12, tail);
        check_near(mpib_student_quantile(tail, 2), 2 * half * sqrt(2 / spread), 1e-12, tail);
        if (fourth > 1.1) /* nearer to 1 the closed form has fewer digits */
            check_near(mpib_student_quantile(tail, 4), 2 * sqrt(fourth - 1), 1e-12, tail);
    }
}
END_TEST

START_TEST(tail_is_the_closed_form_at_3)
{
    for (double t = 0.01; t < 100; t *= 1.5) {
        double u = t / sqrt(3);

        ck_assert_double_eq_tol(mpib_student_tail(t, 3), 0.5 - (u / (1 + u * u) + atan(u)) / M_PI,
                                1e-15);
    }
}
END_TEST

START_TEST(tail_undoes_the_quantile)
{
    static const double freedoms[] = {1, 2, 3, 5, 10, 24, 99, 1000, 1e6};

    for (size_t i = 0; i < sizeof freedoms / sizeof *freedoms; i++)
        for (double tail = 0.499; tail > 1e-16; tail *= 0.6)
            check_near(mpib_student_tail(mpib_student_quantile(tail, freedoms[i]), freedoms[i]),
                       tail, 1e-9, tail);
}
END_TEST

START_TEST(half_of_it_lies_above_zero)
{
    for (double freedom = 1; freedom < 1e9; freedom *= 10) {
        ck_assert_double_eq(mpib_student_tail(0, freedom), 0.5);
        ck_assert_double_eq(mpib_student_quantile(0.5, freedom), 0);
    }
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(quantiles_are_those_of_a_printed_table)                                                   \
    TEST(quantiles_are_the_closed_forms_at_1_2_and_4)                                              \
    TEST(tail_is_the_closed_form_at_3)                                                             \
    TEST(tail_undoes_the_quantile)                                                                 \
    TEST(half_of_it_lies_above_zero)
SUITE("student", TESTS, NULL)
