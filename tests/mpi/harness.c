#include "config.h"

#include "harness.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int rank, ranks = 1;

/* Of the current test. */
static const char *current;
static int failures;
static bool is_up; /* MPI and MPI_T are, around the tests */
static jmp_buf end_of_test;

enum { SAID = 20 }; /* failures of a test that a rank prints */

/* One write a line: the lines of several ranks are not to mix. */
static void say(const char *format, ...)
{
    char line[1200];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (n > (int)sizeof line - 2)
        n = (int)sizeof line - 2;
    line[n] = '\n';
    if (write(STDOUT_FILENO, line, (size_t)n + 1) < 0)
        abort();
}

void fail_at(const char *file, int line, const char *format, ...)
{
    const char *base = strrchr(file, '/');
    char text[900];
    va_list args;

    if (__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED) >= SAID)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    say("FAIL: %s: rank %d, %s:%d: %s", current, rank, base ? base + 1 : file, line, text);
}

bool check_int(const char *file, int line, const char *what, long long found, long long expected)
{
    if (found != expected)
        fail_at(file, line, "%s is %lld, expected %lld", what, found, expected);
    return found == expected;
}

bool is_refused(const char *name)
{
    void *symbol = dlsym(RTLD_DEFAULT, name);
    int (*function)(void);

    memcpy(&function, &symbol, sizeof function);
    return !symbol || function() != MPI_SUCCESS;
}

void need_failed(const char *what)
{
    fail_at(__FILE__, __LINE__, "there is no %s", what);
    longjmp(end_of_test, 1);
}

/* ---- running ------------------------------------------------------------------------------ */

/* On any of the ranks. */
static bool fails(const struct test *test)
{
    int has_failed;

    current = test->name;
    failures = 0;
    if (setjmp(end_of_test) == 0)
        test->run();
    has_failed = failures > 0;
    if (is_up)
        PMPI_Allreduce(MPI_IN_PLACE, &has_failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return has_failed;
}

/* 1 if it has failed. */
static int run_one(const struct test *test)
{
    bool has_failed = fails(test);

    if (failures > SAID)
        say("FAIL: %s: rank %d, and %d more", current, rank, failures - SAID);
    if (!has_failed && rank == 0)
        say("ok: %s", current);
    return has_failed;
}

static int run_in_a_child(const struct test *test)
{
    int status;
    pid_t child;

    current = test->name;
    child = fork();
    if (child == 0)
        _exit(run_one(test));
    if (child < 0 || waitpid(child, &status, 0) != child) {
        say("FAIL: %s: no child process", current);
        return 1;
    }
    if (WIFSIGNALED(status))
        say("FAIL: %s: killed by signal %d", current, WTERMSIG(status));
    else if (WEXITSTATUS(status) > 1)
        say("FAIL: %s: the process was ended with code %d", current, WEXITSTATUS(status));
    return status != 0;
}

static bool is_asked_for(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc < 2;
}

static void begin_mpi(int level)
{
    int provided;

    current = "MPI_Init";
    if (MPI_Init_thread(NULL, NULL, level, &provided) != MPI_SUCCESS || provided < level ||
        MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) {
        say("FAIL: MPI_Init: MPI did not start at thread level %d", level);
        exit(99);
    }
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    is_up = true;
}

bool is_stepped_around(const char *name)
{
    const char *around = getenv("TEST_AROUND");
    char word[200];

    snprintf(word, sizeof word, " %s ", name);
    return around && strstr(around, word);
}

static int run_all(int argc, char **argv, enum harness_mode mode, const struct test *tests,
                   size_t n)
{
    int failed = 0, run = 0;

    for (size_t i = 0; i < n; i++)
        if (is_asked_for(tests[i].name, argc, argv)) {
            run++;
            if (is_stepped_around(tests[i].name))
                continue;
            failed +=
                mode == HARNESS_EACH_IN_A_CHILD ? run_in_a_child(&tests[i]) : run_one(&tests[i]);
        }
    return failed || !run;
}

int harness_main(int argc, char **argv, enum harness_mode mode, const struct test *tests, size_t n)
{
    int failed;

    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < n; i++)
            puts(tests[i].name);
        return 0;
    }
    if (mode == HARNESS_MPI_IS_UP || mode == HARNESS_MPI_IS_SINGLE)
        begin_mpi(mode == HARNESS_MPI_IS_UP ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE);
    failed = run_all(argc, argv, mode, tests, n);
    if (is_up) {
        MPI_T_finalize();
        MPI_Finalize();
    }
    return failed;
}
