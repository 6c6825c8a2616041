/* What --set asks for. */
#ifndef TOOL_RUN_SETTINGS_H
#define TOOL_RUN_SETTINGS_H

#include "tools/job/launcher.h"

/* Adds what the ranks need to have all of them, which end with a NULL.  Returns TOOL_GO_ON, or an
 * exit code after having said which is none that libmpit takes. */
int tool_run_add_settings(char *const *settings, struct tool_environment *ranks);

#endif
