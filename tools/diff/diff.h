/* What is different between two jobs: records of one, before, and of another, after. */
#ifndef TOOL_DIFF_DIFF_H
#define TOOL_DIFF_DIFF_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/formats/scaling.h"

/* The records of one side, several where a job was run several times. */
struct tool_runs {
    const char **file;          /* [n] */
    struct mpit_record *record; /* [n] */
    int n;
};

enum tool_measure { TOOL_MEASURE_SECONDS, TOOL_MEASURE_BYTES, TOOL_MEASURE_COUNT };

/* One quantity that both sides are asked for. */
struct tool_change {
    char *kind; /* of the row in the CSV: "call", "region_mpi" */
    char *name; /* of what in it: "MPI_Send", "0 -> 1"; empty: there is one alone */
    enum tool_measure measure;
    double before, after; /* means over the runs; what a record does not have counts as 0 */
    double margin;        /* of the difference, 95 % of the time, on either side; no number: one run
                           * alone does not say */
    double effect;        /* share of the time of the job; of a number, of what it was (infinite
                           * where that was none) */
    bool changed;
};

/* The names of what it can be written as; NULL-terminated. */
extern const char *const tool_diff_formats[];

struct tool_diff {
    const struct tool_runs *before, *after;
    struct tool_scaling scaling;
    double threshold;           /* share of the time of the job that a time must change by */
    bool all;                   /* what has not changed is shown, too */
    struct tool_change *change; /* [n]: times first, the greatest effect first of each */
    int n, nchanged;
};

/* Compares all that the rows of the records have but time series. */
void tool_diff_make(struct tool_diff *diff);
void tool_diff_free(struct tool_diff *diff);

/* Whether the sides have other numbers of ranks. */
bool tool_diff_scales(const struct tool_diff *diff);

/* Whether the job takes longer than it did, beyond the threshold and the margin. */
bool tool_diff_is_worse(const struct tool_diff *diff);

/* Whether both sides have runs enough to tell what differs by itself. */
bool tool_diff_has_margins(const struct tool_diff *diff);

const char *tool_measure_name(enum tool_measure measure);

/* What shows it.  Each returns 0 or the errno of the failed write. */
int tool_diff_write_text(const struct tool_diff *diff, FILE *out);
int tool_diff_write_html(const struct tool_diff *diff, FILE *out);
int tool_diff_write_json(const struct tool_diff *diff, FILE *out);

#endif
