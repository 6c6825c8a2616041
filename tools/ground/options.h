/* Options of all our programs, over popt. */
#ifndef TOOL_GROUND_OPTIONS_H
#define TOOL_GROUND_OPTIONS_H

#include <popt.h>

#define TOOL_OPTION_HELP                                                                           \
    {                                                                                              \
        "help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help and exit", NULL                     \
    }

/* Parses argv and stores what popt tables point to.  Returns TOOL_GO_ON, or the exit code after
 * --help or a bad option. */
int tool_options_parse(poptContext context, const struct poptOption *options,
                       const char *arguments);

/* From then on tool_options_parse shows each table, and what it was told of the arguments, there
 * instead, and returns TOOL_OK as after --help. */
void tool_options_show_to(void (*look)(const struct poptOption *options, const char *arguments));

/* TOOL_GO_ON, or TOOL_USAGE after a message: a number that is out of its range. */
int tool_options_range(const char *option, int value, int least, int most);

/* Which of the names it is; -1 after a message that has the nearest of them.  `what` is what they
 * are names of, `help` is what shows them. */
int tool_options_find(const char *given, const char *what, const char *const *names, int n,
                      const char *help);

#endif
