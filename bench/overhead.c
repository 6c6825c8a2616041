/* bench/overhead: what a hooked MPI call costs over the plain vendor, in one interleaved run.
 *
 * Each round starts overhead_kernel once for every variant, in an order that is shuffled anew: what
 * the machine does meanwhile meets all variants alike. A difference between two variants is taken
 * within a round; over the rounds it is the median of these differences, with the distribution-free
 * interval of its order statistics (the sign test turned round). README has the method and the
 * meaning of --check.
 *
 * Here are the command line, and what there must be before anything is measured. */
#include "config.h"

#include "overhead.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "options.h"

enum {
    LEAST_CHECKED_ROUNDS = 15,
    MOST_LOOKS = 4, /* --check measures cases up to so often, while they are open or missed */
};

static struct bench_options common = {.rounds = LEAST_CHECKED_ROUNDS};
static struct bench_overhead run = {.looks = MOST_LOOKS};

/* ---- the command line */

static void list_print(void)
{
    for (int c = 0; c < CASES; c++)
        printf("%-15s %s\n", bench_overhead_cases[c].name, bench_overhead_cases[c].what);
}

static bool options_read(int argc, char **argv)
{
    static const char *const names[] = {
#define CASE(name, ranks, kind, calls, irecvs, iterations, moves, decides, what) #name,
#include "overhead_cases.def"
#undef CASE
    };
    int list = 0;
    char *only = NULL;
    const struct poptOption table[] = {
        {"only", 'o', POPT_ARG_STRING, &only, 0, "measure these cases alone", "CASE,..."},
        {"list", 'l', POPT_ARG_NONE, &list, 0, "print the cases and end", NULL},
        {"instructions", 'i', POPT_ARG_NONE, &run.instructions, 0,
         "count instructions with callgrind instead of time (cases of one rank)", NULL},
        {"rows", 'w', POPT_ARG_NONE, &run.rows, 0,
         "with --instructions: print what our hooks take, as rows of bench/instructions.def", NULL},
        {"looks", 0, POPT_ARG_INT, &run.looks, 0,
         "--check measures cases up to so often, while they are open or missed (4, the most)", "N"},
        {"wrapper", 0, POPT_ARG_STRING, &run.preload[LIBWRAPPER], 0,
         "the empty PMPI wrapper (beside this one)", "FILE"},
        {"ipm", 0, POPT_ARG_STRING, &run.preload[LIBIPM], 0, "libipm.so, to be measured too (none)",
         "FILE"},
        BENCH_OPTIONS(&common),
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };

    bench_options_read(argc, argv, table,
                       "What a hooked MPI call costs: the plain vendor, an empty PMPI wrapper, and "
                       "libmpit with\nnothing, something and everything watched, in one "
                       "interleaved run.");
    bench_options_must(
        tool_options_range("--rounds", common.rounds, MPIB_ROUNDS_LEAST, MPIB_ROUNDS_MOST));
    bench_options_must(tool_options_range("--looks", run.looks, 1, MOST_LOOKS));
    bench_options_only(only, "case", names, CASES, run.selected);
    return list;
}

/* What goes together, and which cases are measured in the end. */
static void options_settle(void)
{
    if (common.check && common.rounds < LEAST_CHECKED_ROUNDS)
        bench_job_fail("--check needs %d rounds or more", LEAST_CHECKED_ROUNDS);
    if (run.rows && !run.instructions)
        bench_job_fail("--rows are of instructions: give --instructions as well");
    run.rounds = run.instructions ? 1 : common.rounds;
    run.selected[CASE_clock_read] = run.selected[CASE_tick_read] = run.selected[CASE_yardstick] =
        !run.instructions;
    for (int c = 0; run.instructions && c < CASES; c++) {
        run.selected[c] = run.selected[c] && bench_overhead_cases[c].ranks == 1;
        run.measured[c] = 1;
    }
    memcpy(run.open, run.selected, sizeof run.open);
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

/* What each measured process has left there. */
static void segments_remove(void)
{
    DIR *entries = opendir(run.segments);
    const struct dirent *entry;

    while (entries && (entry = readdir(entries)))
        unlinkat(dirfd(entries), entry->d_name, 0); /* "." and ".." refuse by themselves */
    if (entries)
        closedir(entries);
    rmdir(run.segments);
}

static void temp_remove(void)
{
    segments_remove();
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
    snprintf(run.segments, sizeof run.segments, "%s/segments", run.temp);
    atexit(temp_remove);
}

/* No sockets between 2 ranks of a machine with Open MPI, which knows this name in all versions;
 * MPICH does not look at it. What the caller has set stands. */
static void launcher_defaults(void)
{
    setenv("OMPI_MCA_btl", "self,vader", 0);
}

int main(int argc, char **argv)
{
    const bool list = options_read(argc, argv);

    options_settle();
    if (list) {
        list_print();
        return EXIT_SUCCESS;
    }
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
