/* The seven datatypes (14.3.5): TYPE-1, TYPE-2; and how values are read from a text. */
#include "config.h"

#include "comma_locale.h"
#include "registry/types.h"
#include "suite.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* A text, and what it prints as once parsed; NULL where it is no value of the type. */
static const struct row {
    enum mpit_type type;
    const char *text, *printed;
} rows[] = {
    {MPIT_INT, "0", "0"},
    {MPIT_INT, "-1", "-1"},
    {MPIT_INT, "2147483647", "2147483647"},
    {MPIT_INT, "-2147483648", "-2147483648"},
    {MPIT_INT, "2147483648", NULL},
    {MPIT_INT, "-2147483649", NULL},
    {MPIT_INT, "0x10", "16"},
    {MPIT_INT, "2k", "2048"},
    {MPIT_INT, "2G", NULL},
    {MPIT_INT, "", NULL},
    {MPIT_INT, " ", NULL},
    {MPIT_INT, "1 ", NULL},
    {MPIT_INT, "1x", NULL},
    {MPIT_INT, "one", NULL},
    {MPIT_INT, "1.5", NULL},
    {MPIT_UNSIGNED, "0", "0"},
    {MPIT_UNSIGNED, "4294967295", "4294967295"},
    {MPIT_UNSIGNED, "4294967296", NULL},
    {MPIT_UNSIGNED, "-1", NULL},
    {MPIT_UNSIGNED, " -1", NULL},
    {MPIT_UNSIGNED, "64K", "65536"},
    {MPIT_UNSIGNED, "4G", NULL},
    {MPIT_UNSIGNED, "", NULL},
    {MPIT_UNSIGNED_LONG, "18446744073709551615", "18446744073709551615"},
    {MPIT_UNSIGNED_LONG, "18446744073709551616", NULL},
    {MPIT_UNSIGNED_LONG, "64MiB", "67108864"},
    {MPIT_UNSIGNED_LONG, "16777216T", NULL},
    {MPIT_UNSIGNED_LONG, "-1", NULL},
    {MPIT_UNSIGNED_LONG_LONG, "18446744073709551615", "18446744073709551615"},
    {MPIT_UNSIGNED_LONG_LONG, "18446744073709551616", NULL},
    {MPIT_UNSIGNED_LONG_LONG, "1T", "1099511627776"},
    {MPIT_UNSIGNED_LONG_LONG, "-0", NULL},
    {MPIT_COUNT, "9223372036854775807", "9223372036854775807"},
    {MPIT_COUNT, "-9223372036854775808", "-9223372036854775808"},
    {MPIT_COUNT, "9223372036854775808", NULL},
    {MPIT_COUNT, "9007199254740992k", NULL},
    {MPIT_COUNT, "3k", "3072"},
    {MPIT_CHAR, "", ""},
    {MPIT_CHAR, "a b", "a b"},
    {MPIT_DOUBLE, "0.5", "0.5"},
    {MPIT_DOUBLE, "-2", "-2"},
    {MPIT_DOUBLE, "3s", "3"},
    {MPIT_DOUBLE, "10ms", "0.01"},
    {MPIT_DOUBLE, "5us", "5e-06"},
    {MPIT_DOUBLE, "7ns", "7e-09"},
    {MPIT_DOUBLE, "2min", "120"},
    {MPIT_DOUBLE, "nan", NULL},
    {MPIT_DOUBLE, "inf", NULL},
    {MPIT_DOUBLE, "1e999", NULL},
    {MPIT_DOUBLE, "1 h", NULL},
    {MPIT_DOUBLE, "", NULL},
};

static void check_rows(void)
{
    unsigned covered = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct mpit_type_row *type = &mpit__types[rows[i].type];
        union mpit_value value, before;
        char printed[MPIT_STRING];

        memset(&value, 0x5a, sizeof value);
        before = value;
        covered |= 1u << rows[i].type;
        if (rows[i].printed) {
            ck_assert_msg(type->parse(rows[i].text, &value), "%s: '%s' was refused", type->name,
                          rows[i].text);
            type->print(&value, printed, sizeof printed);
            ck_assert_str_eq(printed, rows[i].printed);
        } else {
            ck_assert_msg(!type->parse(rows[i].text, &value), "%s: '%s' was accepted", type->name,
                          rows[i].text);
            ck_assert_mem_eq(&value, &before, sizeof value);
        }
    }
    ck_assert_uint_eq(covered, (1u << MPIT_TYPES) - 1);
}

START_TEST(text_is_parsed_and_printed_or_refused_by_every_type)
{
    check_rows();
}
END_TEST

START_TEST(text_is_parsed_and_printed_alike_where_the_locale_has_a_comma)
{
    enter_comma_locale();
    check_rows();
}
END_TEST

START_TEST(text_longer_than_a_value_is_refused)
{
    char text[MPIT_TEXT + 1], printed[MPIT_TEXT];
    union mpit_value value;

    memset(text, 'x', sizeof text);
    text[MPIT_TEXT] = '\0';
    ck_assert(!mpit__types[MPIT_CHAR].parse(text, &value));
    text[MPIT_TEXT - 1] = '\0';
    ck_assert(mpit__types[MPIT_CHAR].parse(text, &value));
    mpit__types[MPIT_CHAR].print(&value, printed, sizeof printed);
    ck_assert_str_eq(printed, text);
}
END_TEST

START_TEST(types_are_those_of_the_standard_with_their_sizes)
{
    static const struct {
        MPI_Datatype mpi;
        size_t size;
    } standard[MPIT_TYPES] = {
        [MPIT_INT] = {MPI_INT, sizeof(int)},
        [MPIT_UNSIGNED] = {MPI_UNSIGNED, sizeof(unsigned)},
        [MPIT_UNSIGNED_LONG] = {MPI_UNSIGNED_LONG, sizeof(unsigned long)},
        [MPIT_UNSIGNED_LONG_LONG] = {MPI_UNSIGNED_LONG_LONG, sizeof(unsigned long long)},
        [MPIT_COUNT] = {MPI_COUNT, sizeof(MPI_Count)},
        [MPIT_CHAR] = {MPI_CHAR, 1},
        [MPIT_DOUBLE] = {MPI_DOUBLE, sizeof(double)},
    };

    for (int i = 0; i < MPIT_TYPES; i++) {
        ck_assert(mpit__types[i].mpi == standard[i].mpi);
        ck_assert_uint_eq(mpit__types[i].size, standard[i].size);
    }
}
END_TEST

START_TEST(values_compare_as_their_type_does)
{
    static const struct {
        enum mpit_type type;
        const char *less, *more;
    } pairs[] = {
        {MPIT_INT, "-1", "1"},
        {MPIT_UNSIGNED, "1", "4294967295"},
        {MPIT_UNSIGNED_LONG, "1", "18446744073709551615"},
        {MPIT_UNSIGNED_LONG_LONG, "1", "18446744073709551615"},
        {MPIT_COUNT, "-9223372036854775808", "9223372036854775807"},
        {MPIT_CHAR, "a", "b"},
        {MPIT_DOUBLE, "-0.5", "0.25"},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct mpit_type_row *type = &mpit__types[pairs[i].type];
        union mpit_value less, more;

        ck_assert(type->parse(pairs[i].less, &less) && type->parse(pairs[i].more, &more));
        ck_assert_int_eq(type->compare(&less, &more), -1);
        ck_assert_int_eq(type->compare(&more, &less), 1);
        ck_assert_int_eq(type->compare(&less, &less), 0);
    }
}
END_TEST

START_TEST(totals_go_into_elements_and_back)
{
    static const uint64_t totals[] = {0,        1,        255,        INT_MAX,
                                      1u << 31, UINT_MAX, 1ull << 40, INT64_MAX};

    for (int t = 0; t < MPIT_TYPES; t++)
        for (size_t i = 0; t != MPIT_CHAR && i < sizeof totals / sizeof *totals; i++) {
            char element[sizeof(union mpit_value)];
            uint64_t back;

            mpit__types[t].put(totals[i], element + 1); /* no alignment is asked for */
            if (t == MPIT_DOUBLE && totals[i] == INT64_MAX) {
                ck_assert(!mpit__types[t].get(element + 1, &back)); /* rounds up to 2^63 */
                continue;
            }
            ck_assert(mpit__types[t].get(element + 1, &back));
            if (t == MPIT_INT && totals[i] > INT_MAX)
                ck_assert_uint_eq(back, INT_MAX);
            else if (t == MPIT_UNSIGNED && totals[i] > UINT_MAX)
                ck_assert_uint_eq(back, UINT_MAX);
            else
                ck_assert_uint_eq(back, totals[i]);
        }
}
END_TEST

START_TEST(elements_that_no_total_can_hold_are_refused)
{
    uint64_t total = 7;
    int negative = -1;
    MPI_Count least = INT64_MIN;
    unsigned long long most = ULLONG_MAX;
    double doubles[] = {-1, NAN, INFINITY, -INFINITY, 0x1p63};

    ck_assert(!mpit__types[MPIT_INT].get(&negative, &total));
    ck_assert(!mpit__types[MPIT_COUNT].get(&least, &total));
    ck_assert(!mpit__types[MPIT_UNSIGNED_LONG].get(&most, &total));
    ck_assert(!mpit__types[MPIT_UNSIGNED_LONG_LONG].get(&most, &total));
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
        ck_assert(!mpit__types[MPIT_DOUBLE].get(&doubles[i], &total));
    ck_assert_uint_eq(total, 7);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(text_is_parsed_and_printed_or_refused_by_every_type)                                      \
    TEST(text_is_parsed_and_printed_alike_where_the_locale_has_a_comma)                            \
    TEST(text_longer_than_a_value_is_refused)                                                      \
    TEST(types_are_those_of_the_standard_with_their_sizes)                                         \
    TEST(values_compare_as_their_type_does)                                                        \
    TEST(totals_go_into_elements_and_back)                                                         \
    TEST(elements_that_no_total_can_hold_are_refused)
SUITE("types", TESTS, NULL)
