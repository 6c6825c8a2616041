/* What our programs share, and the subcommands of `mpit`. */
#ifndef TOOL_GROUND_TOOL_H
#define TOOL_GROUND_TOOL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

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
#define SUBCOMMAND(name, summary) int tool_##name##_main(int argc, const char **argv);
#include "tools/subcommands.def"

/* One line on standard error, "mpit list: …"; every error of ours leaves through here.  Who says so
 * is the program by the name of its file, or as it was named here. */
void tool_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tool_complain_va(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
void tool_complain_as(const char *name);

/* A reader that has gone ends nobody: from here on a write says so (EPIPE), and tool_output_finish
 * takes it for no error.  What is started gets the signal as it was. */
void tool_output_begin(void);

/* On standard output as it is, or, where that is a terminal, with what would move its cursor as
 * \xNN. */
void tool_output_text(const char *text);

/* Flushes standard output; a reader that went away is no error, a full disk is. */
int tool_output_finish(void);

/* Memory that the command cannot go on without. */
void *tool_allocate(size_t count, size_t size);
/* A list of `count` elements, or NULL for none, with `more` behind them that are 0. */
void *tool_grow(void *list, size_t count, size_t more, size_t size);
char *tool_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Behind what stands there already. */
void tool_append(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
