#include "config.h"

#include "record/name.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ground/batch.h"

enum { MOST = 10000 };
#define PACKED ".json.gz"

static const char *job_number(char *buffer, size_t size)
{
    struct mpit_batch batch;

    mpit__batch_look(&batch);
    if (*batch.job)
        snprintf(buffer, size, "%s", batch.job);
    else
        snprintf(buffer, size, "%ld", (long)getppid());
    return buffer;
}

/* It is the name of a file or of a folder, and no way to another one. */
static bool is_plain(const char *text)
{
    return *text && *text != '.' && !strchr(text, '/');
}

static const char *user(char *buffer, size_t size)
{
    struct mpit_batch batch;

    mpit__batch_look(&batch);
    if (is_plain(batch.user))
        snprintf(buffer, size, "%s", batch.user);
    else
        snprintf(buffer, size, "%ld", (long)getuid());
    return buffer;
}

static const char *date(char part, char *buffer, size_t size)
{
    const char format[] = {'%', part, '\0'};
    time_t now = time(NULL);
    struct tm at;

    if (!localtime_r(&now, &at) || strftime(buffer, size, format, &at) == 0)
        buffer[0] = '\0';
    return buffer;
}

/* NULL: it stands for nothing. */
static const char *stands_for(char kind, char *buffer, size_t size)
{
    switch (kind) {
    case 'j':
        return job_number(buffer, size);
    case 'p':
        snprintf(buffer, size, "%ld", (long)getpid());
        return buffer;
    case 'Y':
    case 'm':
    case 'd':
        return date(kind, buffer, size);
    case 'u':
        return user(buffer, size);
    case 'n':
        return program_invocation_short_name;
    case '%':
        return "%";
    default:
        return NULL;
    }
}

bool mpit__name_expand(const char *pattern, char *name, size_t size)
{
    size_t n = 0;

    name[0] = '\0';
    for (const char *p = pattern; *p && n < size; p++) {
        char buffer[64];
        const char *put = *p == '%' ? stands_for(p[1], buffer, sizeof buffer) : NULL;

        if (put)
            n += (size_t)snprintf(name + n, size - n, "%s", put);
        else
            n += (size_t)snprintf(name + n, size - n, "%c", *p);
        p += put != NULL;
    }
    return n < size;
}

bool mpit__name_is_packed(const char *name)
{
    size_t length = strlen(name), n = strlen(PACKED);

    return length > n && !strcmp(name + length - n, PACKED);
}

/* ".json", ".json.gz" or nothing. */
static const char *ending_of(const char *name)
{
    const char *slash = strrchr(name, '/'), *end = name + strlen(name);
    const char *dot = strrchr(slash ? slash : name, '.');

    if (mpit__name_is_packed(name))
        return end - strlen(PACKED);
    return dot ? dot : end;
}

bool mpit__name_number(const char *name, int number, char *numbered, size_t size)
{
    int stem = (int)(ending_of(name) - name);
    int n = number > 1 ? snprintf(numbered, size, "%.*s.%d%s", stem, name, number, name + stem)
                       : snprintf(numbered, size, "%s", name);

    return n >= 0 && n < (int)size;
}

/* A record: not what none can be written to, and no link, which is replaced. */
static bool is_there(const char *name)
{
    struct stat status;

    return lstat(name, &status) == 0 && S_ISREG(status.st_mode);
}

/* For file systems without hard links: an empty file keeps the name free for an instant. */
static int replace_empty(const char *file, const char *name)
{
    int empty = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600), error;

    if (empty < 0)
        return errno;
    close(empty);
    error = rename(file, name) == 0 ? 0 : errno;
    if (error)
        unlink(name);
    return error;
}

/* 0, or EEXIST where there is something of that name. */
static int put_where_nothing_is(const char *file, const char *name)
{
    if (link(file, name) == 0) {
        unlink(file);
        return 0;
    }
    return errno == EEXIST ? EEXIST : replace_empty(file, name);
}

int mpit__name_place(const char *file, const char *name, char *placed, size_t size)
{
    for (int number = 1; number < MOST && mpit__name_number(name, number, placed, size); number++) {
        int error = put_where_nothing_is(file, placed);

        if (!error)
            return 0;
        if (error != EEXIST || !is_there(placed))
            break;
    }
    snprintf(placed, size, "%s", name);
    return rename(file, name) == 0 ? 0 : errno;
}
