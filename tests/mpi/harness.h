/* What every MPI test program has in common: running its tests, and checking.
 *
 * A program is a list of tests whose names are sentences.  For each thing that is wrong the rank
 * that finds it prints "FAIL: name: why"; where no rank has found any, rank 0 prints "ok: name".  A
 * check that fails does not end the test, so that the ranks stay in step.  The exit code is 0 where
 * all tests have passed on all ranks.
 *
 *   program                 runs all of its tests
 *   program NAME...         runs these
 *   program --list          prints their names */
#ifndef MPIT_TESTS_MPI_HARNESS_H
#define MPIT_TESTS_MPI_HARNESS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

struct test {
    const char *name;
    void (*run)(void);
};
#define TEST(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }

enum harness_mode {
    HARNESS_MPI_IS_UP,       /* MPI (at MPI_THREAD_MULTIPLE) and MPI_T, around all tests */
    HARNESS_MPI_IS_SINGLE,   /* the same at MPI_THREAD_SINGLE */
    HARNESS_NOTHING_IS_UP,   /* one rank, whose tests initialize what they need */
    HARNESS_EACH_IN_A_CHILD, /* the same, and each test may crash */
};

int harness_main(int argc, char **argv, enum harness_mode mode, const struct test *tests, size_t n);
#define SUITE(mode, ...)                                                                           \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        static const struct test tests[] = {__VA_ARGS__};                                          \
        return harness_main(argc, argv, mode, tests, sizeof tests / sizeof *tests);                \
    }

extern int rank, ranks; /* in MPI_COMM_WORLD */

/* Whether a fault of the MPI below forbids a test, or a part of one that asks for it by a name
 * (tests/vendor_faults.def); tests/run-mpi has said so. */
bool is_stepped_around(const char *name);

/* The test fails, and goes on. */
void fail_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define FAIL(...) fail_at(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            FAIL("%s", #condition);                                                                \
    } while (0)
/* What the failure is about stands in the message: the variable, the call. */
#define CHECK_FOR(what, condition)                                                                 \
    do {                                                                                           \
        if (!(condition))                                                                          \
            FAIL("%s: %s", what, #condition);                                                      \
    } while (0)
/* The same, with a message of its own. */
#define CHECK_THAT(condition, ...)                                                                 \
    do {                                                                                           \
        if (!(condition))                                                                          \
            FAIL(__VA_ARGS__);                                                                     \
    } while (0)
#define CHECK_INT(found, expected) check_int(__FILE__, __LINE__, #found, (found), (expected))
/* An MPI_T call and the code that it must return. */
#define CHECK_RC(call, expected) check_int(__FILE__, __LINE__, #call, (call), (expected))
#define OK(call)                 CHECK_RC(call, MPI_SUCCESS)
bool check_int(const char *file, int line, const char *what, long long found, long long expected);

/* Whether a function that this MPI does not have, by its name, is an error to call. */
bool is_refused(const char *name);

/* Ends the test here: what it needs is not there.  Of the thread that runs it alone. */
void need_failed(const char *what) __attribute__((noreturn));

#endif
