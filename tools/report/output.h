/* Where `mpit report` writes: standard output, a file, or, of some formats, a folder. */
#ifndef TOOL_REPORT_OUTPUT_H
#define TOOL_REPORT_OUTPUT_H

#include "tools/formats/formats.h"

struct tool_report_output {
    const struct tool_format *format;
    const char *path; /* NULL: standard output */
};

/* TOOL_USAGE after having said why nothing can be written there, else TOOL_GO_ON. */
int tool_report_check_output(const struct tool_report_output *output);

/* The records of a job, of which a format that is not for people has the first: an exit code. */
int tool_report_write(const struct tool_report_output *output, const struct mpit_record *record,
                      int n);

#endif
