#include "config.h"

#include "settings/config_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A configuration of every variable there is takes a hundredth of it. */
enum { LARGEST = 1 << 20 };

static bool is_ours(const struct stat *status)
{
    return status->st_uid == 0 || status->st_uid == geteuid();
}

static bool is_writable_by_others(const struct stat *status)
{
    return (status->st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

/* Who can write in the folder can put another file there, but for one that is ours in a sticky
 * one. */
static const char *why_not_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    struct stat status;

    if (snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path) >=
            (int)sizeof folder ||
        stat(folder, &status) != 0)
        return "its folder cannot be examined";
    if (!is_ours(&status))
        return "its folder belongs to another user";
    if (is_writable_by_others(&status) && !(status.st_mode & S_ISVTX))
        return "others can write to its folder; chmod go-w it";
    return NULL;
}

/* Settings can load code into the program.  A link stands in one folder, the file in another. */
static const char *why_not_trusted(const char *path, const struct stat *status)
{
    char real[PATH_MAX];
    const char *error;

    if (!is_ours(status))
        return "it belongs to another user";
    if (is_writable_by_others(status))
        return "others can write to it; chmod go-w it";
    error = why_not_folder(path);
    if (error)
        return error;
    return realpath(path, real) ? why_not_folder(real) : "it cannot be examined";
}

/* Why it cannot be read, a literal, or NULL.  A pipe or a device would keep the program waiting. */
static const char *why_not(const char *path, int file, off_t *size)
{
    struct stat status;

    if (fstat(file, &status) != 0)
        return "it cannot be examined";
    if (!S_ISREG(status.st_mode))
        return "not a regular file";
    if (status.st_size > LARGEST)
        return "longer than 1 MiB";
    *size = status.st_size;
    return why_not_trusted(path, &status);
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

static void read_open(struct mpit_settings *list, const char *path, int file,
                      struct mpit_origin origin)
{
    off_t size;
    const char *error = why_not(path, file, &size);
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
    struct mpit_origin origin = {mpit__origin_name(path, strlen(path)), 0};
    int file, error;

    if (path[0] != '/') {
        mpit__settings_add_error(list, "give its whole path, from / on", origin);
        return;
    }
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    error = errno;
    if (file >= 0) {
        read_open(list, path, file, origin);
        close(file);
    } else if (asked_for || (error != ENOENT && error != ENOTDIR)) {
        mpit__settings_add_error(list, reason(error), origin);
    }
}
