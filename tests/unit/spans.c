/* The spans of regions that are kept, where there is no room for all. */
#include "config.h"

#include "report/spans.h"
#include "suite.h"

enum { MANY = 5000, ALL = 1 << 18 };

/* Of the one region that there is. */
static void add(uint64_t begin, uint64_t length)
{
    mpit__span_add(&(struct mpit_span){1, begin, begin + length});
}

static bool has_length(uint64_t length)
{
    for (int i = 0; i < mpit__spans_count(); i++)
        if (mpit__span_at(i)->end - mpit__span_at(i)->begin == length)
            return true;
    return false;
}

START_TEST(the_longest_spans_stay_whenever_they_were)
{
    enum { LONG = 100 };

    /* Each of these lengths once, in an order without one, the longest early, late and between. */
    for (uint64_t i = 0; i < MANY; i++)
        add(i * 10000, 1 + i * 2503 % MANY);
    mpit__spans_limit(ALL / LONG);
    ck_assert_int_eq(mpit__spans_count(), LONG);
    for (uint64_t length = MANY - LONG + 1; length <= MANY; length++)
        ck_assert_msg(has_length(length), "length %d is not there", (int)length);
}
END_TEST

START_TEST(of_equal_spans_the_first_stay)
{
    for (uint64_t i = 0; i < MANY; i++)
        add((MANY - i) * 10, 5);
    mpit__spans_limit(ALL / 4);
    ck_assert_int_eq(mpit__spans_count(), 4);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq((int)mpit__span_at(i)->begin, 10 * (i + 1));
}
END_TEST

START_TEST(each_of_very_many_ranks_has_a_few)
{
    for (uint64_t i = 0; i < MANY; i++)
        add(i * 10000, i);
    mpit__spans_limit(1 << 30);
    ck_assert_int_eq(mpit__spans_count(), 4);
    ck_assert(has_length(MANY - 1) && has_length(MANY - 4));
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(the_longest_spans_stay_whenever_they_were)                                                \
    TEST(of_equal_spans_the_first_stay)                                                            \
    TEST(each_of_very_many_ranks_has_a_few)

SUITE("spans", TESTS, NULL)
