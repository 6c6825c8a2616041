/* Where the report of a job goes, and what the job has left there when it ended. */
#ifndef TOOL_JOB_DESTINATION_H
#define TOOL_JOB_DESTINATION_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "tools/formats/renderings.h"
#include "tools/job/launcher.h"
#include "tools/job/segments.h"
#include "tools/live/arrivals.h"

struct tool_destination {
    FILE *shown_on;  /* the text is written here at the end; or NULL */
    char *path;      /* absolute: what the ranks are told */
    char *directory; /* private and temporary: where that is; NULL: it stays there */
    struct tool_renderings renderings; /* what else is made of it */
    char **early;                      /* [nearly]: what tool_destination_hurry has written */
    int nearly;
    struct timespec started; /* by the clock of the file system: older files are another job's */
};

/* `options`: what the user asked for, a NULL behind the last; none: the text on standard error.
 * Checks that all of it can be written.  Returns TOOL_GO_ON, or an exit code after having said why
 * not. */
int tool_destination_open(char *const *options, struct tool_destination *destination);

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

/* The job was told to end and has not, and who has told us may kill us next: what there is so far
 * is the report, until tool_destination_finish makes another. */
void tool_destination_hurry(struct tool_destination *destination, const struct tool_ending *ending,
                            const struct tool_live_job *live);

/* Shows the report or says where it is, or why there is none, and removes what was temporary.  What
 * the ranks have not gathered is taken from the segments that they left. */
void tool_destination_finish(struct tool_destination *destination, const struct tool_ending *ending,
                             const struct tool_live_job *live);

/* Removes what was temporary: the job never ran. */
void tool_destination_discard(struct tool_destination *destination);

#endif
