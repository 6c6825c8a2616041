/* A record read back from its JSON. */
#ifndef TOOL_RECORDS_READ_H
#define TOOL_RECORDS_READ_H

#include <stdbool.h>

#include "record/record.h"

/* Reads the record at `path` ("-": standard input), packed (gzip) or not.  On failure returns false
 * with the reason, which names the file and the place in it, in `reason`; the record is then
 * empty. */
bool tool_record_read(const char *path, struct mpit_record *record, char reason[512]);

#endif
