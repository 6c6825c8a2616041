/* A record read back from its JSON. */
#ifndef TOOL_RECORDS_READ_H
#define TOOL_RECORDS_READ_H

#include <stdbool.h>

#include "record/record.h"

/* Reads the record at `path` ("-": standard input).  On failure returns false with the reason,
 * which names the file and the place in it, in `reason`; the record is then empty. */
bool tool_record_read(const char *path, struct mpit_record *record, char reason[512]);

/* The same of a text of so many bytes. */
bool tool_record_read_text(const char *text, size_t length, struct mpit_record *record,
                           char reason[512]);

#endif
