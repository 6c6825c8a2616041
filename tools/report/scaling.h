/* Records of several jobs, as one report of how they scale. */
#ifndef TOOL_REPORT_SCALING_H
#define TOOL_REPORT_SCALING_H

#include "tools/formats/scaling.h"

struct tool_report_jobs {
    const struct mpit_record *record; /* [n] */
    const char **path;                /* [n] */
    int n;
};

/* Which of its formats it is, the first for NULL; -1 after a message. */
int tool_report_scaling_format(const char *name);

/* On standard output; the exit code. */
int tool_report_scaling(const struct tool_report_jobs *jobs, enum tool_scaling_kind kind,
                        int format);

#endif
