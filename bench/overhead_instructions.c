/* Counting instructions with callgrind, where bench/overhead does not measure time. */
#define _GNU_SOURCE
#include "overhead.h"

#include <stdio.h>
#include <unistd.h>

enum { ITERATIONS = 1000 };

/* One process of the variant under callgrind, which runs each case once for nothing and then to be
 * counted. */
static void variant_count(struct mpit_overhead *run, int v)
{
    struct mpit_job job = {.argc = 0};

    mpit__overhead_environment_words(run, &job, v);
    /* It warns under valgrind, and falls back to this. */
    mpit__job_word(&job, "HWLOC_COMPONENTS=-x86");
    mpit__job_word(&job, "valgrind");
    mpit__job_word(&job, "--tool=callgrind");
    mpit__job_word(&job, "--toggle-collect=measured_*");
    mpit__job_word(&job, "--combine-dumps=yes");
    mpit__job_word(&job, "--callgrind-out-file=%s", run->counts);
    mpit__job_word(&job, "--log-file=%s", run->log);
    for (int c = 0; c < CASES; c++) {
        if (mpit__overhead_wanted(run, v, c))
            mpit__job_word(&job, "--dump-after=measured_%s", mpit__overhead_cases[c].name);
    }
    mpit__job_word(&job, "%s", run->kernel);
    mpit__job_word(&job, "-w1");
    mpit__job_word(&job, "-b1");
    mpit__job_word(&job, "-n%d", ITERATIONS);
    unlink(run->counts);
    mpit__overhead_kernel_run(run, &job, v, 1, 0);
}

/* Takes callgrind's figures, which it has written each time that a measured function returned.  The
 * last time counts: what happens once, cold caches and lazy binding, was before. */
static void counts_take(struct mpit_overhead *run, int v)
{
    FILE *counts = fopen(run->counts, "r");
    char line[512], name[64];
    double collected;
    int c = -1;

    while (counts && fgets(line, sizeof line, counts)) {
        if (sscanf(line, "desc: Trigger: --dump-after=measured_%63s", name) == 1)
            c = mpit__overhead_case_find(name);
        else if (sscanf(line, "totals: %lf", &collected) == 1 && c >= 0) {
            run->cells[v][c].figure[0] = collected / ITERATIONS;
            c = -1;
        }
    }
    if (counts)
        fclose(counts);
}

void mpit__overhead_instructions_run(struct mpit_overhead *run)
{
    for (int v = 0; v < VARIANTS; v++) {
        mpit__job_progress("variant", v + 1, VARIANTS);
        variant_count(run, v);
        for (int c = 0; c < CASES; c++)
            run->cells[v][c].figure[0] = 0; /* the kernel's is time */
        counts_take(run, v);
        for (int c = 0; c < CASES; c++) {
            if (mpit__overhead_wanted(run, v, c) && !(run->cells[v][c].figure[0] > 0))
                mpit__job_fail("variant %s: valgrind gives no count for %s; is it installed?",
                               mpit__overhead_variants[v].name, mpit__overhead_cases[c].name);
        }
    }
}
