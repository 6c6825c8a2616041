/* What the subcommands of `mpit` share. */
#ifndef TOOL_H
#define TOOL_H

#include <popt.h>
#include <stdbool.h>

#include "ground/nearest.h"

/* Exit codes of ours; those of a job are passed on. */
enum {
    TOOL_OK = 0,
    TOOL_FAILED = 1,           /* could not do what was asked */
    TOOL_USAGE = 2,            /* asked wrongly; nothing was done */
    TOOL_NOT_EXECUTABLE = 126, /* as shells say it */
    TOOL_NOT_FOUND = 127,
    TOOL_GO_ON = -1 /* no exit yet */
};

/* Each gets its own name in argv[0] ("mpit list"). */
int tool_config_main(int argc, const char **argv);
int tool_get_main(int argc, const char **argv);
int tool_list_main(int argc, const char **argv);
int tool_run_main(int argc, const char **argv);
int tool_report_main(int argc, const char **argv);

/* One line on standard error, "mpit list: …"; every error of ours leaves through here. */
void tool_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tool_complain_as(const char *name);

/* Flushes standard output; a reader that went away is no error, a full disk is. */
int tool_output_finish(void);

/* Parses argv and stores what popt tables point to.  Returns TOOL_GO_ON, or the exit code
 * after --help or a bad option. */
#define TOOL_OPTION_HELP                                                                           \
    {                                                                                              \
        "help", 'h', POPT_ARG_NONE, NULL, 'h', "show this help and exit", NULL                     \
    }
int tool_options_parse(poptContext context, const struct poptOption *options,
                       const char *arguments);

/* Memory that the command cannot go on without. */
void *tool_allocate(size_t count, size_t size);
char *tool_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
