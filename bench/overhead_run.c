/* Starting the kernel of bench/overhead, round by round, and taking what it prints. */
#define _GNU_SOURCE
#include "overhead.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef MPIRUN
#define MPIRUN "mpirun"
#endif

enum { KERNEL_SECONDS = 120 }; /* a kernel that is not done by then is stuck */

/* ---- a command */

/* One rank is a singleton: both vendors allow it, and no launcher shares the machine with it. */
static void launcher_words(struct bench_job *job, int ranks)
{
    const char *launcher = getenv("MPIRUN");
    char *words, *save = NULL;

    if (ranks == 1)
        return;
    words = strdup(launcher && *launcher ? launcher : MPIRUN);
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
        bench_job_word(job, "%s", w);
    free(words);
    bench_job_word(job, "-n");
    bench_job_word(job, "%d", ranks);
}

/* The environment is set behind the launcher, so that nothing but the ranks is measured or
 * preloaded. */
void bench_overhead_environment_words(const struct bench_overhead *run, struct bench_job *job,
                                      int v)
{
    const struct bench_overhead_variant *variant = &bench_overhead_variants[v];

    bench_job_word(job, "env");
    if (run->preload[variant->preload])
        bench_job_word(job, "LD_PRELOAD=%s", run->preload[variant->preload]);
    for (int i = 0; i < 2 && variant->env[i]; i++)
        bench_job_word(job, "%s", variant->env[i]);
    if (variant->report)
        bench_job_word(job, "MPIT_REPORT=%s", run->report);
    if (variant->live) {
        bench_job_word(job, "MPIT_LIVE=%s", variant->live);
        bench_job_word(job, "MPIT_LIVE_DIR=%s", run->segments);
    }
}

static bool wanted_on(const struct bench_overhead *run, int v, int c, int ranks)
{
    return bench_overhead_wanted(run, v, c) && bench_overhead_cases[c].ranks == ranks;
}

/* How many cases there are. */
static int case_words(const struct bench_overhead *run, struct bench_job *job, int v, int ranks)
{
    int words = 0;

    for (int c = 0; c < CASES; c++) {
        const struct bench_overhead_case *of = &bench_overhead_cases[c];
        const char *watch = bench_overhead_variants[v].watch[of->kind];

        if (wanted_on(run, v, c, ranks)) {
            bench_job_word(job, "%s%s%s", of->name, watch ? "=" : "", watch ? watch : "");
            words++;
        }
    }
    return words;
}

/* ---- what comes of it */

/* A preload that the loader ignored would be measured as if it were there. */
static void hook_verify(const struct bench_overhead *run, int v, const char *object)
{
    const char *file = run->preload[bench_overhead_variants[v].preload];

    if (file && !bench_job_same_file(object, file))
        bench_job_fail("variant %s: MPI_Send is answered by %s and not by %s",
                       bench_overhead_variants[v].name, object, file);
}

static void result_take(struct bench_overhead_cell *cell, const char *outcome, const char *value,
                        int round)
{
    if (strcmp(outcome, "measured") == 0)
        cell->figure[round] = atof(value);
    else
        snprintf(cell->missing, sizeof cell->missing, "%s", value);
}

/* Takes the kernel's lines; other output of the variant is passed over. How many results there
 * were. */
static int results_take(struct bench_overhead *run, int v, char *text, int round)
{
    char *save = NULL;
    int results = 0;

    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char name[64], outcome[32], value[128];

        if (sscanf(line, "vendor %255[^\n]", run->vendor) == 1)
            continue;
        if (strncmp(line, "hook ", 5) == 0) {
            hook_verify(run, v, line + 5);
        } else if (sscanf(line, "result %63s %31s %127s", name, outcome, value) == 3 &&
                   bench_overhead_case_find(name) >= 0) {
            result_take(&run->cells[v][bench_overhead_case_find(name)], outcome, value, round);
            results++;
        }
    }
    return results;
}

/* A report that was asked for and not written was not measured either. */
static void report_verify(struct bench_overhead *run, int v, int ranks)
{
    if (!bench_overhead_variants[v].report || unlink(run->report) == 0)
        return;
    for (int c = 0; c < CASES; c++) {
        if (wanted_on(run, v, c, ranks))
            strcpy(run->cells[v][c].missing, "no report written with MPIT_REPORT");
    }
}

void bench_overhead_kernel_run(struct bench_overhead *run, struct bench_job *job, int v, int ranks,
                               int round)
{
    const char *name = bench_overhead_variants[v].name;
    int expected = case_words(run, job, v, ranks);
    char text[16384];

    if (expected > 0) {
        bench_job_run_well(job, name, KERNEL_SECONDS, text, sizeof text);
        if (results_take(run, v, text, round) != expected)
            bench_job_fail("variant %s: the kernel gave not every result", name);
        report_verify(run, v, ranks);
    }
    bench_job_free(job);
}

/* ---- rounds */

static void variant_run(struct bench_overhead *run, int v, int ranks, int round)
{
    struct bench_job job = {.argc = 0};

    launcher_words(&job, ranks);
    bench_overhead_environment_words(run, &job, v);
    bench_job_word(&job, "%s", run->kernel);
    bench_overhead_kernel_run(run, &job, v, ranks, round);
}

void bench_overhead_rounds_run(struct bench_overhead *run, int from)
{
    enum { JOBS = 2 * VARIANTS };
    int jobs[JOBS];

    for (int i = 0; i < JOBS; i++)
        jobs[i] = i;
    for (int round = from; round < run->rounds; round++) {
        bench_job_progress("round", round + 1, run->rounds);
        bench_job_shuffle(jobs, JOBS);
        for (int i = 0; i < JOBS; i++)
            variant_run(run, jobs[i] / 2, 1 + jobs[i] % 2, round);
    }
    for (int c = 0; c < CASES; c++)
        if (run->open[c])
            run->measured[c] = run->rounds;
}
