/* Where the report of a job goes, and what the job has left there when it ended. */
#ifndef TOOL_DESTINATION_H
#define TOOL_DESTINATION_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

struct tool_destination {
    FILE *shown_on;  /* the report is rendered here at the end; NULL: it stays in its file */
    char *path;      /* absolute: what the ranks are told */
    char *directory; /* private and temporary, or NULL */
    struct timespec started; /* by the clock of the file system: older files are another job's */
};

/* `option`: what the user asked for, or NULL for the text on standard error.  Checks that the job
 * will be able to write there.  Returns TOOL_GO_ON, or an exit code after having said why not. */
int tool_destination_open(const char *option, struct tool_destination *destination);

/* argv, status: what was started, and how it ended.  Shows the report or says where it is, or why
 * there is none, and removes what was temporary. */
void tool_destination_finish(struct tool_destination *destination, char *const *argv, int status);

/* Removes what was temporary: the job never ran. */
void tool_destination_discard(struct tool_destination *destination);

#endif
