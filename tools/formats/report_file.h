/* The file of a report: what is written there, and under which name. */
#ifndef TOOL_FORMATS_REPORT_FILE_H
#define TOOL_FORMATS_REPORT_FILE_H

#include "ground/file.h"

/* What writes a record, by the ending of the path: its text, its JSON packed, or else its
 * JSON. */
mpit_file_writer *tool_report_writer(const char *path);

/* For mpit__file_write_placed: the name that is free is the report's.  The last one is kept. */
int tool_report_place(const char *file, const char *name);
const char *tool_report_placed(void);

#endif
