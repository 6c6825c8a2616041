/* The report of what no rank has gathered: made of the segments that the ranks have left. */
#ifndef TOOL_JOB_REMAINS_H
#define TOOL_JOB_REMAINS_H

#include <time.h>

#include "tools/job/ending.h"
#include "tools/job/segments.h"

/* Where it goes, and what is there. */
struct tool_remains {
    const char *path;               /* of the job's report */
    const struct timespec *started; /* parts that are older are another job's */
    char *const *report;            /* [nreport]: those that the job has written */
    int nreport;
    bool *whole; /* unless NULL: false where a report lacks what nodes have that have answered */
};

/* Writes a report for each world of the job that has none, says why it is not complete, and removes
 * the segments, and the parts that it has the processes of. */
bool tool_remains_write(const struct tool_live_job *live, const struct tool_ending *ending,
                        const struct tool_remains *remains);

#endif
