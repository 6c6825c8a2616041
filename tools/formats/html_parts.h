/* What the page is put together from. */
#ifndef TOOL_FORMATS_HTML_PARTS_H
#define TOOL_FORMATS_HTML_PARTS_H

#include <stdio.h>

#include "record/sections.h"

/* The files of page/, each with a 0 behind it (page_files.c, made by the Makefile). */
extern const unsigned char tool_page_page_css[], tool_page_licence_js[], tool_page_d3_js[],
    tool_page_plot_js[], tool_page_tables_js[], tool_page_view_js[], tool_page_ranks_js[],
    tool_page_job_js[], tool_page_regions_js[], tool_page_calls_js[];

void tool_html_escaped(const char *text, FILE *out);

/* `open` and `close` are markup. */
void tool_html_element(const char *open, const char *text, const char *close, FILE *out);

/* A number with two decimals, for an attribute. */
void tool_html_number(const char *before, double value, FILE *out);

/* What to change first, and the efficiency with its factors. */
void tool_html_write_first(const struct mpit_record *record, FILE *out);

/* An element with what the pictures are drawn from. */
void tool_html_write_data(const struct mpit_record *record, FILE *out);

/* Of that the last calls, where the record has any. */
void tool_html_write_calls(const struct mpit_record *record, FILE *out);

/* What a page has below its lines. */
typedef void tool_html_section(struct mpit_renderer *renderer, const struct mpit_record *record,
                               FILE *out);

/* A page of its own: `title` is visible (mpit__visible).  Returns 0 or the errno of the failed
 * write. */
int tool_html_write_page(const char *title, mpit_section *lines, tool_html_section *rest,
                         const struct mpit_record *record, FILE *out);

#endif
