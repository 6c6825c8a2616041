/* What the library says of settings while it takes them, in a process of its own: the library takes
 * them once, and the command is not to have them. */
#ifndef TOOL_RUN_HEARD_H
#define TOOL_RUN_HEARD_H

#include "tools/job/launcher.h"

/* From here on what is said on standard error is kept, until tool_hear_no_more. */
void tool_hear_library(void);
void tool_hear_no_more(void);

/* Why the library has ignored this value of this variable of the environment; to be freed.  NULL:
 * it has said nothing of it. */
char *tool_heard_of(const char *variable, const char *value);

/* Says for each of the settings that replaces a value of the environment which the library would
 * have ignored that it does: the ranks do not get to see that value, so that nobody else would. */
void tool_run_say_replaced(const struct tool_environment *ranks);

#endif
