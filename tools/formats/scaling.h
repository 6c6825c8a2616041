/* Jobs beside each other by how many ranks they had: speed-up, and the factors of efficiency that
 * it is lost to. */
#ifndef TOOL_FORMATS_SCALING_H
#define TOOL_FORMATS_SCALING_H

#include <jansson.h>
#include <stdbool.h>

#include "record/sections.h"

/* Jobs of as many ranks each: means over them.  What one does not know is no number. */
struct tool_scale {
    const char *name; /* "before"; NULL: its ranks say which it is */
    int ranks, jobs;
    const struct mpit_record *record; /* the first of them */
    double time;                      /* seconds that were recorded of the longest rank */
    double useful;                    /* seconds of all ranks outside of MPI */
    struct mpit_record_efficiency its;

    /* Against the first of them: how many times as fast, of how many that there could be, and its
     * useful time by that of this one, over all ranks where the problem is the same. */
    double speed_up, ideal, computation;
};

enum tool_scaling_kind {
    TOOL_SCALING_FOUND,  /* told from the useful time */
    TOOL_SCALING_STRONG, /* the same problem on more ranks */
    TOOL_SCALING_WEAK    /* a problem that grows with the ranks */
};

struct tool_scaling {
    struct tool_scale *scale; /* [n] */
    int n;
    enum tool_scaling_kind kind; /* as asked for, then as it is */
    bool found;                  /* nobody has said which */
};

/* To the jobs of the same name and as many ranks; the record is looked at as long as they are. */
void tool_scaling_add(struct tool_scaling *scaling, const char *name,
                      const struct mpit_record *record);

/* When all are there. Those without a name are sorted by their ranks; `scale` is to be freed. */
void tool_scaling_make(struct tool_scaling *scaling);

/* Lines: what was supposed, and which factor is lost most from the first to the last. */
void tool_scaling_lines(struct mpit_renderer *renderer, const struct tool_scaling *scaling);
void tool_scaling_table(struct mpit_renderer *renderer, const struct tool_scaling *scaling);
json_t *tool_scaling_json(const struct tool_scaling *scaling);

#endif
