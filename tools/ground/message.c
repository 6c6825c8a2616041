/* What our programs say: errors, and the end of their output. */
#include "config.h"

#include "record/screen.h"
#include "record/utf8.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *complainer;

void tool_complain_as(const char *name)
{
    complainer = name;
}

static void say(const char *line)
{
    fprintf(stderr, "%s: %s\n", complainer ? complainer : program_invocation_short_name, line);
}

static char *print(const char *format, va_list arguments)
{
    char *text;

    if (vasprintf(&text, format, arguments) < 0) {
        say("out of memory");
        exit(TOOL_FAILED);
    }
    return text;
}

/* One line that moves no cursor, whatever was put into it: names come from the command line and
 * from files. */
void tool_complain_va(const char *format, va_list arguments)
{
    char *line = print(format, arguments);

    for (char *p = line; *p;) {
        int hidden = mpit__utf8_hidden(p);

        memset(p, '?', (size_t)hidden);
        p += hidden ? hidden : 1;
    }
    say(line);
    free(line);
}

void tool_complain(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    tool_complain_va(format, arguments);
    va_end(arguments);
}

static void pass(int number)
{
    (void)number;
}

/* A handler, as a program that is executed has none: SIG_IGN would be inherited. */
void tool_output_begin(void)
{
    struct sigaction action;

    if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
        sigaction(SIGPIPE, &(struct sigaction){.sa_handler = pass, .sa_flags = SA_RESTART}, NULL);
}

void tool_output_text(const char *text)
{
    struct mpit_paragraph shown = {stdout, 0, 0, 0};

    if (mpit__screen_columns(stdout))
        mpit__paragraph_write(&shown, text);
    else
        fputs(text, stdout);
}

/* Called right after the last write: errno is still that of the write that failed. */
int tool_output_finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return TOOL_OK;
    if (errno == EPIPE)
        return TOOL_OK;
    tool_complain("standard output: %s; the output is not whole", strerror(errno ? errno : EIO));
    return TOOL_FAILED;
}

void *tool_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (!memory) {
        tool_complain("out of memory");
        exit(TOOL_FAILED);
    }
    return memory;
}

void *tool_grow(void *list, size_t count, size_t more, size_t size)
{
    void *grown = tool_allocate(count + more, size);

    if (count)
        memcpy(grown, list, count * size);
    free(list);
    return grown;
}

char *tool_print(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *text = print(format, arguments);
    va_end(arguments);
    return text;
}

void tool_append(char **text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *more = print(format, arguments);
    va_end(arguments);
    char *both = tool_print("%s%s", *text, more);
    free(*text);
    free(more);
    *text = both;
}
