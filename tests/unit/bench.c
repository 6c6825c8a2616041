/* What the programs of bench/ have in common: verdicts, tables, the choice of cases. */
#include "config.h"

#include "../../bench/options.h"
#include "../../bench/table.h"
#include "../../bench/verdict.h"
#include "suite.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The interval of what a cost is above its target: held if none of it is above by more than can be
 * seen, missed if all of it is. */
START_TEST(verdict_is_given_where_the_interval_is_clear)
{
    ck_assert_int_eq(bench_verdict((struct mpib_interval){1, 2, 3}, 0.5), BENCH_MISSED);
    ck_assert_int_eq(bench_verdict((struct mpib_interval){0.1, 2, 3}, 0.5), BENCH_UNDECIDED);
    ck_assert_int_eq(bench_verdict((struct mpib_interval){0.6, 2, 3}, 0.5), BENCH_MISSED);
    ck_assert_int_eq(bench_verdict((struct mpib_interval){-3, -2, -1}, 0.5), BENCH_HELD);
    ck_assert_int_eq(bench_verdict((struct mpib_interval){-1, 0, 0.4}, 0.5), BENCH_HELD);
    ck_assert_int_eq(bench_verdict((struct mpib_interval){0.1, 0.2, 0.4}, 0.5), BENCH_HELD);
    ck_assert_int_eq(bench_verdict((struct mpib_interval){0.1, 0.2, 0.6}, 0.5), BENCH_UNDECIDED);
    ck_assert_int_eq(bench_verdict((struct mpib_interval){-1, 0, 1}, 0.5), BENCH_UNDECIDED);
    ck_assert_int_eq(bench_verdict((struct mpib_interval){-1, 2, 9}, 0.5), BENCH_UNDECIDED);
}
END_TEST

/* Limits in ns grow with what a known MPI takes, never shrink, and stay where it is not known. */
START_TEST(limits_are_as_many_times_more_as_the_yardstick)
{
    ck_assert_double_eq(bench_slower("MPICH Version: 4.0.2", 2 * 42.24), 2);
    ck_assert_double_eq(bench_slower("MPICH Version: 4.0.2", 0.5 * 42.24), 1);
    ck_assert_double_eq(bench_slower("Open MPI v4.1.4", 2 * 62.49), 2);
    ck_assert_double_eq(bench_slower("Open MPI v4.1.40", 2 * 62.49), 1);
    ck_assert_double_eq(bench_slower("", 1000), 1);
}
END_TEST

START_TEST(cases_are_those_that_were_named)
{
    static const char *const names[] = {"one", "two", "three"};
    bool selected[3];

    bench_options_only(strdup("three,one"), "case", names, 3, selected);
    ck_assert(selected[0] && !selected[1] && selected[2]);
    bench_options_only(NULL, "case", names, 3, selected);
    ck_assert(selected[0] && selected[1] && selected[2]);
}
END_TEST

START_TEST(tables_are_json_with_a_member_for_each)
{
    static const char *const columns[] = {"a", "b", NULL};
    char name[] = "/tmp/mpit-bench-XXXXXX";
    int file = mkstemp(name);
    json_error_t error;
    json_t *said;

    ck_assert_int_ge(file, 0);
    ck_assert_ptr_nonnull(freopen(name, "w", stdout));
    bench_tables_begin(true);
    for (int i = 1; i <= 2; i++) {
        bench_table_begin(i == 1 ? "first" : "second", "of a test", columns);
        for (int row = 0; row < i; row++)
            bench_table_row((const double[]){row, 0.5});
        bench_table_end();
    }
    bench_tables_end();
    fflush(stdout);
    said = json_load_file(name, 0, &error);
    unlink(name);
    close(file);
    ck_assert_msg(said != NULL, "%d: %s", error.line, error.text);
    ck_assert_uint_eq(json_array_size(json_object_get(said, "first")), 1);
    ck_assert_uint_eq(json_array_size(json_object_get(said, "second")), 2);
    json_decref(said);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(verdict_is_given_where_the_interval_is_clear)                                             \
    TEST(limits_are_as_many_times_more_as_the_yardstick)                                           \
    TEST(cases_are_those_that_were_named)                                                          \
    TEST(tables_are_json_with_a_member_for_each)
SUITE("bench", TESTS, NULL)
