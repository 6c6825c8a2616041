/* What a job has left on other nodes. */
#ifndef TOOL_JOB_FETCH_H
#define TOOL_JOB_FETCH_H

#include <stdbool.h>

#include "record/record.h"
#include "tools/job/ending.h"
#include "tools/job/segments.h"

/* Has the job's own launcher start `mpit collect --gather` once on each of the job's nodes.  False
 * where the launcher is none that we know, or nothing came of it within a minute. */
bool tool_fetch(const struct tool_live_job *live, const struct tool_ending *ending,
                struct mpit_record *record);

/* The command that does it, for people. */
char *tool_fetch_command(const struct tool_live_job *live, const struct tool_ending *ending);

#endif
