/* The job as a child process that behaves as if it had been started without us. */
#ifndef TOOL_CHILD_H
#define TOOL_CHILD_H

#include "launcher.h"

/* Starts the job and waits for its end, handing on the signals that come to us meanwhile.  Returns
 * 0, its wait status and the last signal that asked for its end, 0 if none did; or the errno with
 * which it could not be started. */
int tool_child_run(const struct tool_launch *launch, int *status, int *asked);

/* Ends this process as the job ended: with its exit code, or by the signal that killed it. */
_Noreturn void tool_child_end_as(int status);

#endif
