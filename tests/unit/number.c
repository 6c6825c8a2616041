/* Numbers as text: ground/number.h. */
#include "config.h"

#include "comma_locale.h"
#include "ground/number.h"
#include "suite.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void check_written(char conversion, int precision, double value, const char *expected)
{
    char text[MPIT_NUMBER];

    mpit__number_write(text, conversion, precision, value);
    ck_assert_str_eq(text, expected);
}

static void check_numbers(void)
{
    static const char text[] = "-1234.5e-1ms", comma[] = "1,5";
    char largest[MPIT_NUMBER];
    char *end;

    check_written('f', 9, 0.25, "0.250000000");
    check_written('f', 1, -1234567.75, "-1234567.8");
    check_written('f', 0, 17, "17");
    check_written('e', 3, 1.5e15, "1.500e+15");
    check_written('g', 15, 0.1, "0.1");
    check_written('g', 15, 1e300, "1e+300");
    mpit__number_write(largest, 'f', 17, -DBL_MAX);
    ck_assert_uint_eq(strlen(largest), 1 + 309 + 1 + 17);
    ck_assert_double_eq(mpit__number_read(largest, &end), -DBL_MAX);
    ck_assert_ptr_eq(end, largest + strlen(largest));
    ck_assert_double_eq(mpit__number_read(text, &end), -123.45);
    ck_assert_str_eq(end, "ms");
    ck_assert_double_eq(mpit__number_read(comma, &end), 1);
    ck_assert_str_eq(end, ",5");
}

START_TEST(numbers_have_a_point)
{
    check_numbers();
}
END_TEST

START_TEST(numbers_have_a_point_where_the_locale_has_a_comma)
{
    char number[16];

    enter_comma_locale();
    check_numbers();
    snprintf(number, sizeof number, "%.1f", 1.5);
    ck_assert_str_eq(number, "1,5"); /* the program's locale is as it was */
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(numbers_have_a_point)                                                                     \
    TEST(numbers_have_a_point_where_the_locale_has_a_comma)
SUITE("number", TESTS, NULL)
