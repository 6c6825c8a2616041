/* Counting instructions with callgrind, where bench/overhead does not measure time. */
#define _GNU_SOURCE
#include "overhead.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ITERATIONS = 1000 };

/* One process of the variant under callgrind, which runs each case once for nothing and then to be
 * counted. */
static void variant_count(struct bench_overhead *run, int v)
{
    struct bench_job job = {.argc = 0};

    bench_overhead_environment_words(run, &job, v);
    /* It warns under valgrind, and falls back to this. */
    bench_job_word(&job, "HWLOC_COMPONENTS=-x86");
    bench_job_word(&job, "valgrind");
    bench_job_word(&job, "--tool=callgrind");
    bench_job_word(&job, "--toggle-collect=measured_*");
    bench_job_word(&job, "--combine-dumps=yes");
    bench_job_word(&job, "--callgrind-out-file=%s", run->counts);
    bench_job_word(&job, "--log-file=%s", run->log);
    for (int c = 0; c < CASES; c++) {
        if (bench_overhead_wanted(run, v, c))
            bench_job_word(&job, "--dump-after=measured_%s", bench_overhead_cases[c].name);
    }
    bench_job_word(&job, "%s", run->kernel);
    bench_job_word(&job, "-w1");
    bench_job_word(&job, "-b1");
    bench_job_word(&job, "-n%d", ITERATIONS);
    unlink(run->counts);
    bench_overhead_kernel_run(run, &job, v, 1, 0);
}

/* Takes callgrind's figures, which it has written each time that a measured function returned.  The
 * last time counts: what happens once, cold caches and lazy binding, was before. */
static void counts_take(struct bench_overhead *run, int v)
{
    FILE *counts = fopen(run->counts, "r");
    char line[512], name[64];
    double collected;
    int c = -1;

    while (counts && fgets(line, sizeof line, counts)) {
        if (sscanf(line, "desc: Trigger: --dump-after=measured_%63s", name) == 1)
            c = bench_overhead_case_find(name);
        else if (sscanf(line, "totals: %lf", &collected) == 1 && c >= 0) {
            run->cells[v][c].figure[0] = collected / ITERATIONS;
            c = -1;
        }
    }
    if (counts)
        fclose(counts);
}

void bench_overhead_instructions_run(struct bench_overhead *run)
{
    for (int v = 0; v < VARIANTS; v++) {
        bench_job_progress("variant", v + 1, VARIANTS);
        for (int c = 0; c < CASES && bench_overhead_variants[v].by_time; c++)
            strcpy(run->cells[v][c].missing, "it depends on how long calls take");
        variant_count(run, v);
        for (int c = 0; c < CASES; c++)
            run->cells[v][c].figure[0] = 0; /* the kernel's is time */
        counts_take(run, v);
        for (int c = 0; c < CASES; c++) {
            if (bench_overhead_wanted(run, v, c) && !(run->cells[v][c].figure[0] > 0))
                bench_job_fail("variant %s: valgrind gives no count for %s; is it installed?",
                               bench_overhead_variants[v].name, bench_overhead_cases[c].name);
        }
    }
}
