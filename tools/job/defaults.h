/* What control variables of ours are where nobody has set them.
 *
 * Nobody but the library knows what a setting is good for, and a process that loads it for that
 * takes longer than the rest of `mpit run`: it is not asked where there is nothing to ask. */
#ifndef TOOL_JOB_DEFAULTS_H
#define TOOL_JOB_DEFAULTS_H

#include <stdbool.h>

#include "tools/job/settings_of_ranks.h"

/* Answers for n of them by name, as tool_ask does.  False: that takes the library. */
bool tool_defaults(const struct tool_environment *ranks, const char *const names[], int n,
                   struct tool_answer answers[]);

#endif
