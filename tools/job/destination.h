/* Where the report of a job goes, and what the job has left there when it ended. */
#ifndef TOOL_JOB_DESTINATION_H
#define TOOL_JOB_DESTINATION_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "tools/formats/renderings.h"
#include "tools/job/ending.h"
#include "tools/job/segments.h"

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

/* The job was told to end and has not, and who has told us may kill us next: what there is so far
 * is the report, until tool_destination_finish makes another. */
void tool_destination_hurry(struct tool_destination *destination, const struct tool_ending *ending,
                            const struct tool_live_job *live);

/* Shows the report or says where it is, or why there is none, and removes what was temporary.  What
 * the ranks have not gathered is taken from the segments that they left.  False where something may
 * stand on other nodes that is in no report. */
bool tool_destination_finish(struct tool_destination *destination, const struct tool_ending *ending,
                             const struct tool_live_job *live);

/* Removes what was temporary, too: the job never ran, or its report was read. */
void tool_destination_discard(struct tool_destination *destination);
void tool_destination_free(struct tool_destination *destination);

#endif
