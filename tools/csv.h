/* Comma-separated values (RFC 4180, but for its line ends: ours are newlines alone). */
#ifndef MPIT_CSV_H
#define MPIT_CSV_H

#include <stdio.h>

#include "record/record.h"

/* One field, in quotes where it needs them; `before` is ",", or "" for the first of a line. */
void mpit__csv_field(const char *before, const char *text, FILE *out);

/* A record: raw numbers, seconds with nine decimals.  Returns 0 or the errno of the failed write.
 */
int mpit__csv_write_report(const struct mpit_report *report, FILE *out);

#endif
