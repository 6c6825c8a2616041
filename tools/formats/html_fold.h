/* A record that is small enough for a page: of many pairs of ranks, blocks of ranks instead. */
#ifndef TOOL_FORMATS_HTML_FOLD_H
#define TOOL_FORMATS_HTML_FOLD_H

#include "record/record.h"

/* More rows than these are folded. */
enum { TOOL_HTML_PAIRS = 65536 };

struct tool_fold {
    int pairs, waits; /* ranks in a block: the first of them stands for them all; 1: each
                                  * stands for itself */
    struct mpit_record_pair *pair; /* [npair] */
    struct mpit_record_wait *wait; /* [nwait] */
    int npair, nwait;
};

/* Of ranks that are none of the job's there is nothing in a fold. */
void tool_fold(const struct mpit_record *record, struct tool_fold *fold);
void tool_fold_free(struct tool_fold *fold);

#endif
