/* What rank 0 of `mpit-bench` prints. */
#ifndef MPIT_BENCH_OUTPUT_H
#define MPIT_BENCH_OUTPUT_H

#include "compare.h"
#include "settings.h"

struct bench_output {
    const struct bench_settings *settings;
    const struct bench_wishes *wishes;
    int ranks;
    double started, told; /* when; told: of progress */
    MPIB_result *results;
    struct bench_comparison *comparisons; /* in place of results */
    int n, room;
    bool disagree; /* the methods compared do, at some size */
};

void mpit__bench_output_begin(struct bench_output *output);

/* A line on standard error, about once a second: on the way to this size. */
void mpit__bench_output_progress(struct bench_output *output, int size);

void mpit__bench_output_add(struct bench_output *output, const MPIB_result *result);

void mpit__bench_output_compared(struct bench_output *output,
                                 const struct bench_comparison *comparison);

/* The rest, and the curve.  Returns an exit code. */
int mpit__bench_output_end(struct bench_output *output);

#endif
