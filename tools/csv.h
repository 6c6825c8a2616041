/* Comma-separated values (RFC 4180, but for its line ends: ours are newlines alone). */
#ifndef TOOL_CSV_H
#define TOOL_CSV_H

#include <stdio.h>

#include "record/record.h"

/* One field, in quotes where it needs them; `before` is ",", or "" for the first of a line. */
void tool_csv_field(const char *before, const char *text, FILE *out);

/* A record: raw numbers, seconds with nine decimals.  Returns 0 or the errno of the failed write.
 */
int tool_csv_write_record(const struct mpit_record *record, FILE *out);

#endif
