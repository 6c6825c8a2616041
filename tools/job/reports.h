/* The reports that stand at the destination of a job when it has ended: one for each world. */
#ifndef TOOL_JOB_REPORTS_H
#define TOOL_JOB_REPORTS_H

#include "record/record.h"
#include "tools/job/destination.h"

/* The next report of this job from `number` on, which is 1 at first; NULL: there is none. */
char *tool_reports_next(const struct tool_destination *destination, int *number);

struct tool_report_names {
    char **name;
    int n;
};
struct tool_report_names tool_reports_list(const struct tool_destination *destination);
void tool_report_names_free(struct tool_report_names *names);

/* What others that are made of them are to be readable by: as the first one is. */
mode_t tool_reports_mode(const struct tool_destination *destination);

struct tool_reports {
    struct mpit_record *record;
    int n;
};
/* False after having said why one cannot be read. */
bool tool_reports_read(const struct tool_destination *destination, struct tool_reports *reports);
void tool_reports_free(struct tool_reports *reports);

#endif
