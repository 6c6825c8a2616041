#include "config.h"

#include "settings/config_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A configuration of every variable there is takes a hundredth of it. */
enum { LARGEST = 1 << 20 };

/* Why it cannot be read, a literal, or NULL.  A pipe or a device would keep the program waiting. */
static const char *why_not(int file, off_t *size)
{
    struct stat status;

    if (fstat(file, &status) != 0)
        return "it cannot be examined";
    if (!S_ISREG(status.st_mode))
        return "not a regular file";
    if (status.st_size > LARGEST)
        return "longer than 1 MiB";
    *size = status.st_size;
    return NULL;
}

static size_t read_all(int file, char *text, size_t size)
{
    size_t have = 0;

    while (have < size) {
        ssize_t n = read(file, text + have, size - have);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    return have;
}

static void read_open(struct mpit_settings *list, int file, struct mpit_origin origin)
{
    off_t size;
    const char *error = why_not(file, &size);
    char *text;

    if (error) {
        mpit__settings_add_error(list, error, origin);
        return;
    }
    text = malloc((size_t)size + 1);
    if (!text) {
        mpit__settings_add_error(list, "no memory to read it", origin);
        return;
    }
    size = (off_t)read_all(file, text, (size_t)size);
    origin.line = 1;
    mpit__settings_parse(list, text, (size_t)size, '\n', origin);
    free(text);
}

static const char *reason(int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return "no such file";
    case EACCES:
        return "reading it is not permitted";
    default:
        return "it cannot be opened";
    }
}

void mpit__config_file_read(struct mpit_settings *list, const char *path, bool asked_for)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), error = errno;
    struct mpit_origin origin = {mpit__origin_name(path, strlen(path)), 0};

    if (file >= 0) {
        read_open(list, file, origin);
        close(file);
    } else if (asked_for || (error != ENOENT && error != ENOTDIR)) {
        mpit__settings_add_error(list, reason(error), origin);
    }
}
