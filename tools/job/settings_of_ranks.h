/* What control variables of ours will be in the ranks of a job that `mpit run` starts. */
#ifndef TOOL_JOB_SETTINGS_OF_RANKS_H
#define TOOL_JOB_SETTINGS_OF_RANKS_H

#include <stdbool.h>

#include "ground/strings_out.h"
#include "tools/job/launcher.h"

enum { TOOL_ANSWER = MPIT_TEXT, TOOL_ANSWER_SOURCE = 64 };
struct tool_answer {
    char value[TOOL_ANSWER];
    char source[TOOL_ANSWER_SOURCE]; /* what has set it, cut; "default": nothing has */
};

/* Answers for n of them by name.  False where that cannot be told. */
bool tool_ask(const struct tool_environment *ranks, const char *const names[], int n,
              struct tool_answer answers[]);
bool tool_answer_is_default(const struct tool_answer *answer);

#endif
