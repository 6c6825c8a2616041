/* What completes mpit in shells: what there is to complete, and how each shell is told. */
#ifndef TOOL_COMPLETION_COMPLETION_H
#define TOOL_COMPLETION_COMPLETION_H

#include <popt.h>

enum tool_kind { TOOL_NOTHING, TOOL_WORDS, TOOL_FILES, TOOL_FOLDERS, TOOL_JOB, TOOL_KINDS };

struct tool_option {
    const char *name;        /* NULL: it has a letter alone */
    char letter;             /* or 0 */
    const char *desc, *text; /* text: what its argument is called; NULL: it has none */
    enum tool_kind kind;     /* of that argument */
};

/* One subcommand, with what comes behind its options. */
struct tool_completed {
    const char *name, *summary;
    struct tool_option *option;
    int noption;
    const char *text;
    enum tool_kind kind;
};

/* NULL-terminated, in the order of the functions in completion.c. */
extern const char *const tool_shells[];

/* Each prints the script for a shell.  Subcommands end with one that has no name. */
void tool_completion_bash(const struct tool_completed *all);
void tool_completion_zsh(const struct tool_completed *all);
void tool_completion_fish(const struct tool_completed *all);

#endif
