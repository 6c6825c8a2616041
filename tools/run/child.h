/* The job as a child process that behaves as if it had been started without us. */
#ifndef TOOL_RUN_CHILD_H
#define TOOL_RUN_CHILD_H

#include "tools/job/launcher.h"

/* What is done while the job runs: once where it was to end, as somebody has asked us for, and does
 * not; and, unless NULL, from time to time, for the milliseconds to the next.  In this thread: the
 * kernel tells the job of the death of each that it has been the child of, and a launcher that is
 * told to end twice leaves its ranks behind. */
struct tool_meanwhile {
    void (*hurry)(void *with, int asked);
    int (*look)(void *with);
    void *with;
};

/* Starts the job and waits for its end, handing on the signals that come to us meanwhile; hurries
 * some seconds after one that asks for its end.  There is one thread.  Returns
 * 0, its wait status and the last signal that asked for its end, 0 if none did; or the errno with
 * which it could not be started. */
int tool_child_run(const struct tool_launch *launch, const struct tool_meanwhile *meanwhile,
                   int *status, int *asked);

/* Ends this process as the job ended: with its exit code, or by the signal that killed it. */
_Noreturn void tool_child_end_as(int status);

#endif
