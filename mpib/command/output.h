/* What rank 0 of `mpit-bench` prints. */
#ifndef COMMAND_OUTPUT_H
#define COMMAND_OUTPUT_H

#include "compare.h"
#include "settings.h"

#include <jansson.h>

struct command_output {
    const struct command_settings *settings;
    const struct command_wishes *wishes;
    int ranks;
    double started, told; /* when; told: of progress */
    MPIB_result *results;
    struct command_comparison *comparisons; /* in place of results */
    int n, room;
    int missed;    /* repetitions that were dropped: some rank had missed their start … */
    int outliers;  /* … they were outliers */
    bool disagree; /* the methods compared do, at some size */
};

void command_output_begin(struct command_output *output);

/* A line on standard error, about once a second: on the way to this size. */
void command_output_progress(struct command_output *output, int size);

void command_output_add(struct command_output *output, const MPIB_result *result);

void command_output_compared(struct command_output *output,
                             const struct command_comparison *comparison);

/* What could not be measured is null. */
json_t *command_output_seconds(double value);

const char *command_agreement_name(enum command_agreement agreement);

/* The rest, and the curve.  Returns an exit code. */
int command_output_end(struct command_output *output);

#endif
