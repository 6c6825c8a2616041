/* What the command says: errors, and the end of its output. */
#include "config.h"

#include "tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *complainer = "mpit";

void tool_complain_as(const char *name)
{
    complainer = name;
}

/* One line whatever was put into it: names come from the command line and from files. */
void tool_complain(const char *format, ...)
{
    char *line;
    va_list arguments;

    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0) {
        fprintf(stderr, "%s: out of memory\n", complainer);
        return;
    }
    for (char *p = line; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f)
            *p = '?';
    fprintf(stderr, "%s: %s\n", complainer, line);
    free(line);
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

char *tool_print(const char *format, ...)
{
    char *text;
    va_list arguments;

    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        tool_complain("out of memory");
        exit(TOOL_FAILED);
    }
    return text;
}
