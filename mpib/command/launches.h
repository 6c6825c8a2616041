/* Several jobs, one after the other: how a job is placed, and where its memory is, stays for its
 * life, so that what is found in one is one figure, however often it was repeated there. */
#ifndef COMMAND_LAUNCHES_H
#define COMMAND_LAUNCHES_H

#include <stdbool.h>

/* Whether the words have --launches before any --. */
bool command_launches_asked(int argc, char **argv);

/* OPERATION [OPTION...] --launches N -- LAUNCHER [ARGUMENT...]: starts LAUNCHER with this program
 * and the other words N times, and prints what they have found together.  No MPI call is made here.
 * Returns an exit code. */
int command_launches(int argc, char **argv);

#endif
