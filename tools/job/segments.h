/* The segments of the job that `mpit run` starts: that there are some, which they are, and that
 * none is left of what nobody wants any more. */
#ifndef TOOL_JOB_SEGMENTS_H
#define TOOL_JOB_SEGMENTS_H

#include <stdbool.h>
#include <sys/types.h>

#include "tools/job/launcher.h"
#include "tools/live/folder.h"

struct tool_live_job {
    bool on;      /* its processes have segments */
    char *folder; /* where they stand, NULL: where they do by default */
    char *name;   /* the job that stands in them */
    mode_t mode;  /* of reports (mpit_report_readers) */
};

/* Adds what its ranks need; what the user has said of it stays. */
void tool_live_job_begin(struct tool_environment *ranks, struct tool_live_job *job);
void tool_live_job_free(struct tool_live_job *job);

/* Those that are there, or their heads alone. */
struct tool_segments tool_live_job_segments(const struct tool_live_job *job, bool heads);

/* Waits until the processes of [segment, segment + n) are no more; not for long. */
void tool_live_job_wait(const struct tool_segment *const *segment, int n);

/* Whether all of the job's processes were on this node. */
bool tool_live_job_is_here(const struct tool_live_job *job);

/* The job is over: removes what it has left on other nodes, unless all were here (`alone`), and
 * forgets how they are reached.  What is in no report yet (not `whole`), or on a node that does not
 * answer, stays, to be had later. */
void tool_live_job_leave(const struct tool_live_job *job, bool alone, bool whole);

/* Removes them, but not those of processes that go on. */
void tool_live_job_remove(const struct tool_segments *segments);

#endif
