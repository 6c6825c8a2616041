#include "config.h"

#include "tools/live/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool tool_file_refuse(char *reason, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reason, TOOL_SEGMENT_REASON, format, arguments);
    va_end(arguments);
    return false;
}

int tool_file_open(const char *path, size_t *bytes, char *reason)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    const char *why = NULL;

    if (file < 0 || fstat(file, &status) != 0)
        why = strerror(errno);
    else if (!S_ISREG(status.st_mode))
        why = "not a file";
    else if (status.st_uid != geteuid() && geteuid() != 0)
        why = "it belongs to another user";
    if (!why) {
        *bytes = (size_t)status.st_size;
        return file;
    }
    tool_file_refuse(reason, "%s: %s", path, why);
    if (file >= 0)
        close(file);
    return -1;
}
