/* The arrivals of a job that `mpit run` has started, read while it runs: rings hold the last 4096
 * collectives of a thread, and no more. */
#ifndef TOOL_JOB_ARRIVALS_H
#define TOOL_JOB_ARRIVALS_H

#include "tools/job/segments.h"
#include "tools/live/arrivals.h"

struct tool_arrivals_job;

/* NULL where the job has no segments. */
struct tool_arrivals_job *tool_arrivals_job_begin(const struct tool_live_job *live);

/* Reads what has come; for the milliseconds after which to look again. */
int tool_arrivals_job_look(struct tool_arrivals_job *job);

/* What has been read; by now, and nothing more: the job is over. */
const struct tool_arrivals *tool_arrivals_job_end(struct tool_arrivals_job *job);
void tool_arrivals_job_free(struct tool_arrivals_job *job);

#endif
