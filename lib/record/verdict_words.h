/* Words and figures in verdicts. */
#ifndef MPIT_RECORD_VERDICT_WORDS_H
#define MPIT_RECORD_VERDICT_WORDS_H

#include "record/table_cells.h"

void mpit__append_number(struct mpit_line *line, double value); /* one decimal */

/* "0-3, 8"; of many ranges the first ones.  The second with "rank" or "ranks". */
void mpit__append_list(struct mpit_line *line, const int *rank, int n);
void mpit__append_ranks(struct mpit_line *line, const int *rank, int n);

#endif
