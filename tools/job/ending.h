/* How a job has ended: what the ranks do not know, and its report is to say. */
#ifndef TOOL_JOB_ENDING_H
#define TOOL_JOB_ENDING_H

#include <stdbool.h>

#include "tools/job/launcher.h"
#include "tools/live/arrivals.h"

/* What was started, and how it ended. */
struct tool_ending {
    char *const *argv;
    enum tool_launcher launcher;
    const struct tool_environment *ranks; /* what is set in them: */
    int given;                            /* the first so many by the user */
    int status;                           /* of waitpid */
    int asked;                            /* the signal that has asked us for its end, 0: none */
    bool goes_on;                         /* it has not ended */
    bool is_another;                      /* nobody has seen how it ended, nor started it here */
    const struct tool_arrivals *arrivals; /* what has been read of it while it ran; or NULL */
};

/* What started the job, how that ended, and who came last to the collectives that the ranks' rings
 * do not hold any more. */
void tool_ending_put(const struct tool_ending *ending, struct mpit_record *report);

/* The same into a file that the ranks have written; what stands there stays as it is if that
 * fails. */
void tool_ending_put_into(const struct tool_ending *ending, const char *path);

#endif
