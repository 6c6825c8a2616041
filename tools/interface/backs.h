/* The back ends that are there beside the library, and the command that was built with each. */
#ifndef TOOL_INTERFACE_BACKS_H
#define TOOL_INTERFACE_BACKS_H

#include "mpi/identify.h"

#include <popt.h>

/* The file of libmpit.so that is in this very process: so the ranks get the same one, installed or
 * not.  NULL: there is none. */
char *tool_library(void);

/* What is asked of one MPI alone: `mpit list --mpi mpich`. */
#define TOOL_OPTION_MPI(name)                                                                      \
    {                                                                                              \
        "mpi", 0, POPT_ARG_STRING, name, 0, "of this MPI: openmpi, mpich, or a back end's name",   \
            "MPI"                                                                                  \
    }

/* Goes on as the command of that MPI, which does not return; TOOL_GO_ON where this is the one, or
 * none was named.  Otherwise TOOL_USAGE, after a message. */
int tool_backs_choose(const char *name);

/* The same for any version of an MPI; TOOL_USAGE, without a message, where it is not there. */
int tool_backs_go_to(enum mpit_mpi mpi);

/* The names of those that are there, "mpich, openmpi-4"; to be freed. */
char *tool_backs_print(void);

/* For the above: what this process was called with. */
void tool_backs_begin(int argc, char **argv);

#endif
