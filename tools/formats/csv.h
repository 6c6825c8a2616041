/* Comma-separated values (RFC 4180, but for its line ends: ours are newlines alone). */
#ifndef TOOL_FORMATS_CSV_H
#define TOOL_FORMATS_CSV_H

#include <stdio.h>

/* One field, in quotes where it needs them; `before` is ",", or "" for the first of a line. */
void tool_csv_field(const char *before, const char *text, FILE *out);

#endif
