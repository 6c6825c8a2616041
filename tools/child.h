/* The job as a child process that behaves as if it had been started without us. */
#ifndef MPIT_CHILD_H
#define MPIT_CHILD_H

#include "launcher.h"

/* Starts the job and waits for its end, handing on the signals that come to us meanwhile.  Returns
 * 0 and its wait status, or the errno with which it could not be started. */
int mpit__child_run(const struct mpit_launch *launch, int *status);

/* Ends this process as the job ended: with its exit code, or by the signal that killed it. */
_Noreturn void mpit__child_end_as(int status);

#endif
