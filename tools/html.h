/* The record as a page: one file without scripts, that loads nothing. */
#ifndef TOOL_HTML_H
#define TOOL_HTML_H

#include <stdio.h>

#include "record/record.h"

/* HTML that is XML too, in UTF-8.  Returns 0 or the errno of the failed write. */
int tool_html_write_record(const struct mpit_record *record, FILE *out);

#endif
