/* What is watched in the ranks, besides what the user has set. */
#ifndef TOOL_RUN_WATCH_H
#define TOOL_RUN_WATCH_H

#include <stdbool.h>

#include "tools/job/launcher.h"

/* What --waits and --sites ask for. */
struct tool_run_watch {
    int waits, sites;
};

/* Waits are watched where nobody has said what is, and with --waits beside that; samples are taken
 * where a report is made of them, and nobody has said how often.  Whether waits are watched. */
bool tool_run_add_watch(struct tool_environment *ranks, const struct tool_run_watch *asked,
                        bool samples);

#endif
