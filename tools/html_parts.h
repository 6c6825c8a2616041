/* What the page is put together from. */
#ifndef TOOL_HTML_PARTS_H
#define TOOL_HTML_PARTS_H

#include <stdio.h>

#include "record/sections.h"

/* More ranks are too many for a row each. */
enum { TOOL_HTML_RANKS = 64 };

void tool_html_escaped(const char *text, FILE *out);

/* `open` and `close` are markup. */
void tool_html_element(const char *open, const char *text, const char *close, FILE *out);

/* A number with two decimals, for an attribute. */
void tool_html_number(const char *before, double value, FILE *out);

/* The bytes that each rank sent to each other; nothing where there are none. */
void tool_html_write_matrix(struct mpit_renderer *renderer, const struct mpit_record *record,
                            FILE *out);

/* The share in MPI of the ranks, from the first to the last. */
void tool_html_write_rank_curve(const struct mpit_record *record, FILE *out);

/* The time series: the share in MPI, then what happened at all. */
void tool_html_write_series_curves(const struct mpit_record *record, FILE *out);

/* What a page has below its lines. */
typedef void tool_html_section(struct mpit_renderer *renderer, const struct mpit_record *record,
                               FILE *out);

/* A page of its own: `title` is visible (mpit__visible).  Returns 0 or the errno of the failed
 * write. */
int tool_html_write_page(const char *title, mpit_section *lines, tool_html_section *rest,
                         const struct mpit_record *record, FILE *out);

#endif
