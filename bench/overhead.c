/* bench/overhead: what a hooked MPI call costs over the plain vendor, in one interleaved run.
 *
 * Each round starts overhead_kernel once for every variant, in an order that is shuffled anew: what
 * the machine does meanwhile meets all variants alike. A difference between two variants is taken
 * within a round; over the rounds it is the median of these differences, with the distribution-free
 * interval of its order statistics (the sign test turned round). README has the method and the
 * meaning of --check.
 *
 * Here are the command line, and what there must be before anything is measured. */
#define _GNU_SOURCE
#include "overhead.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "options.h"

enum {
    LEAST_CHECKED_ROUNDS = 15,
    MOST_LOOKS = 4, /* --check measures as many rounds again up to so often, while one is open */
};

static struct bench_options common = {.rounds = LEAST_CHECKED_ROUNDS};
static struct bench_overhead run = {.looks = MOST_LOOKS};

/* ---- the command line */

enum {
    ONLY = 'o',
    INSTRUCTIONS = 'i',
    LIST = 'l',
    ROWS = 'w',
    LOOKS = 256,
    WRAPPER_FILE,
    IPM_FILE,
};

static const struct argp_option options[] = {
    {"only", ONLY, "CASE,...", 0, "Measure these cases alone", 0},
    {"list", LIST, NULL, 0, "Print the cases and end", 0},
    {"instructions", INSTRUCTIONS, NULL, 0,
     "Count instructions with callgrind instead of time (cases of one rank)", 0},
    {"rows", ROWS, NULL, 0,
     "With --instructions: print what our hooks take, as rows of bench/instructions.def", 0},
    {"looks", LOOKS, "N", 0,
     "--check measures the rounds up to so often, while one is open (default and most: 4)", 0},
    {"wrapper", WRAPPER_FILE, "FILE", 0, "The empty PMPI wrapper (default: beside this one)", 0},
    {"ipm", IPM_FILE, "FILE", 0, "libipm.so, to be measured too (default: none)", 0},
    {0},
};

static void list_print(void)
{
    for (int c = 0; c < CASES; c++)
        printf("%-15s %s\n", bench_overhead_cases[c].name, bench_overhead_cases[c].what);
}

static error_t option_parse(int key, char *arg, struct argp_state *state)
{
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &common;
        return 0;
    case LOOKS:
        run.looks = bench_options_number("looks", arg, 1, MOST_LOOKS, state);
        return 0;
    case ONLY:
        bench_options_only(arg, "case", bench_overhead_case_find, run.selected, CASES, state);
        return 0;
    case LIST:
        list_print();
        exit(EXIT_SUCCESS);
    case INSTRUCTIONS:
        run.instructions = true;
        return 0;
    case ROWS:
        run.rows = true;
        return 0;
    case WRAPPER_FILE:
        run.preload[LIBWRAPPER] = arg;
        return 0;
    case IPM_FILE:
        run.preload[LIBIPM] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&bench_options_parser, 0, NULL, 0}, {0}};

static const struct argp parser = {
    options,
    option_parse,
    NULL,
    "What a hooked MPI call costs: the plain vendor, an empty PMPI wrapper, and libmpit with "
    "nothing, something and everything watched, in one interleaved run.",
    children,
    NULL,
    NULL};

/* What goes together, and which cases are measured in the end. */
static void options_settle(void)
{
    if (common.check && common.rounds < LEAST_CHECKED_ROUNDS)
        bench_job_fail("--check needs %d rounds or more", LEAST_CHECKED_ROUNDS);
    if (run.rows && !run.instructions)
        bench_job_fail("--rows are of instructions: give --instructions as well");
    run.rounds = run.instructions ? 1 : common.rounds;
    run.selected[CASE_clock_read] = !run.instructions;
    for (int c = 0; run.instructions && c < CASES; c++)
        run.selected[c] = run.selected[c] && bench_overhead_cases[c].ranks == 1;
}

/* ---- what there must be */

/* Variants whose library there is not are not measured. */
static void preload_require(enum preload preload, const char *missing)
{
    for (int v = 0; v < VARIANTS && !run.preload[preload]; v++) {
        for (int c = 0; c < CASES; c++) {
            if (bench_overhead_variants[v].preload == preload)
                strcpy(run.cells[v][c].missing, missing);
        }
    }
}

static void files_find(void)
{
    char **preload = run.preload;

    run.kernel =
        bench_job_file("kernel", common.kernel, "overhead_kernel", ".libs/overhead_kernel");
    preload[LIBWRAPPER] = bench_job_file("wrapper", preload[LIBWRAPPER], ".libs/empty_wrapper.so",
                                         "empty_wrapper.so");
    preload[LIBRETURNING] =
        bench_job_file("returning", NULL, ".libs/returning_wrapper.so", "returning_wrapper.so");
    preload[LIBMPIT] =
        bench_job_file("library", common.library, "../.libs/libmpit.so", "../lib/.libs/libmpit.so");
    if (preload[LIBIPM])
        preload[LIBIPM] = bench_job_file("ipm", preload[LIBIPM], NULL, NULL);
    if (!run.kernel || !preload[LIBWRAPPER] || !preload[LIBRETURNING])
        bench_job_fail("overhead_kernel, empty_wrapper.so or returning_wrapper.so is not beside "
                       "this program: make it, or name the first two with --kernel, --wrapper");
    preload_require(LIBMPIT, "no libmpit.so in this build; name one with --library");
    preload_require(LIBIPM, "name IPM's library with --ipm");
}

static void temp_remove(void)
{
    unlink(run.report);
    unlink(run.log);
    unlink(run.counts);
    rmdir(run.temp);
}

static void temp_make(void)
{
    strcpy(run.temp, "/tmp/mpit-overhead-XXXXXX");
    if (!mkdtemp(run.temp))
        bench_job_fail("no directory can be made in /tmp: %s", strerror(errno));
    snprintf(run.report, sizeof run.report, "%s/report.json", run.temp);
    snprintf(run.log, sizeof run.log, "%s/callgrind.log", run.temp);
    snprintf(run.counts, sizeof run.counts, "%s/callgrind.out", run.temp);
    atexit(temp_remove);
}

/* What the launcher of Open MPI needs for 2 ranks on any machine; MPICH's does not look at it. What
 * the caller has set stands. */
static void launcher_defaults(void)
{
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
    setenv("OMPI_MCA_btl", "self,vader", 0);
}

int main(int argc, char **argv)
{
    memset(run.selected, 1, sizeof run.selected);
    argp_parse(&parser, argc, argv, 0, NULL, NULL);
    options_settle();
    files_find();
    temp_make();
    launcher_defaults();
    srandom((unsigned)time(NULL));
    if (run.instructions)
        bench_overhead_instructions_run(&run);
    else
        bench_overhead_rounds_run(&run, 0);
    if (common.check && run.instructions)
        bench_overhead_instructions_check(&run);
    else if (common.check)
        bench_overhead_rounds_check(&run);
    if (run.rows)
        bench_overhead_rows_print(&run);
    else if (common.json)
        bench_overhead_json_print(&run);
    else
        bench_overhead_table_print(&run);
    return bench_overhead_exit(&run);
}
