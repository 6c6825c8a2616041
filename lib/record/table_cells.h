/* What stands in the cells of a table and in lines of several pieces: words and numbers as people
 * read them. */
#ifndef MPIT_RECORD_TABLE_CELLS_H
#define MPIT_RECORD_TABLE_CELLS_H

#include "record/sections.h"

/* Into one column; what is no number, no rank or no share of anything becomes "-". */
void mpit__put_text(struct mpit_cells *cells, int column, const char *text);
void mpit__put_count(struct mpit_cells *cells, int column, uint64_t count);
void mpit__put_rank(struct mpit_cells *cells, int column, int rank);
void mpit__put_seconds(struct mpit_cells *cells, int column, double seconds);
void mpit__put_volume(struct mpit_cells *cells, int column, uint64_t bytes);
void mpit__put_range(struct mpit_cells *cells, int column, uint64_t least, uint64_t most);
void mpit__put_mean_volume(struct mpit_cells *cells, int column, uint64_t bytes, uint64_t count);
void mpit__put_mean(struct mpit_cells *cells, int column, double total, int n); /* one decimal */
void mpit__put_share(struct mpit_cells *cells, int column, double part, double whole);

/* Into five columns: mean, min, at rank, max, at rank. */
void mpit__put_spread(struct mpit_cells *cells, int column, const struct mpit_spread *spread,
                      int nrank);

/* Into four columns, smallest and largest share and where; a spread of no ranks has none. */
void mpit__put_extreme_shares(struct mpit_cells *cells, int column,
                              const struct mpit_spread *share);

/* What a kind of wait means, for people. */
const char *mpit__wait_words(const char *kind);

/* Text of several pieces; what does not fit is cut.  There is room for the longest command,
 * visible. Starts as all zeroes. */
struct mpit_line {
    char text[2304];
    size_t length;
};

void mpit__append(struct mpit_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void mpit__append_visible(struct mpit_line *line, const char *text);
void mpit__append_seconds(struct mpit_line *line, double seconds);
void mpit__append_seconds_inline(struct mpit_line *line, double seconds); /* in a sentence */
void mpit__append_share(struct mpit_line *line, double share);

#endif
