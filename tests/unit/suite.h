/* What every Check program over the insides has in common: SUITE(name, setup) and its tests.
 *
 *   #define TESTS(TEST) TEST(a_sentence) TEST(another_one)
 *   START_TEST(a_sentence) { … } END_TEST …
 *   SUITE("slots", TESTS, NULL)
 *
 * CK_VERBOSITY=verbose, which `make check` sets, prints a line for each test: that is what
 * tests/requirements.sh reads. */
#ifndef MPIT_TESTS_UNIT_SUITE_H
#define MPIT_TESTS_UNIT_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A fault of the MPI below forbids it: tests/run-mpi has said so. */
static inline bool is_stepped_around(const char *name)
{
    const char *around = getenv("TEST_AROUND");
    char word[200];

    snprintf(word, sizeof word, " %s ", name);
    return around && strstr(around, word);
}

#define SUITE_ADD(test)                                                                            \
    if (!is_stepped_around(#test))                                                                 \
        tcase_add_test(tests, test);
#define SUITE(name, list, setup)                                                                   \
    int main(void)                                                                                 \
    {                                                                                              \
        Suite *suite = suite_create(name);                                                         \
        TCase *tests = tcase_create(name);                                                         \
        SRunner *runner = srunner_create(suite);                                                   \
        int failed;                                                                                \
        tcase_set_timeout(tests, 60);                                                              \
        tcase_add_checked_fixture(tests, setup, NULL);                                             \
        list(SUITE_ADD) suite_add_tcase(suite, tests);                                             \
        srunner_run_all(runner, CK_ENV);                                                           \
        failed = srunner_ntests_failed(runner);                                                    \
        srunner_free(runner);                                                                      \
        return failed ? EXIT_FAILURE : EXIT_SUCCESS;                                               \
    }

#endif
