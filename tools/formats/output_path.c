#include "config.h"

#include "tools/formats/output_path.h"

#include "ground/file.h"
#include "record/name.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool tool_output_path_ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), n = strlen(ending);

    return length > n && !strcmp(path + length - n, ending);
}

static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == path ? tool_print("/") : tool_print("%.*s", (int)(slash - path), path);
}

char *tool_output_path_absolute(const char *path)
{
    char *here = *path == '/' ? NULL : getcwd(NULL, 0);
    char *absolute = here ? tool_print("%s/%s", here, path) : tool_print("%s", path);

    free(here);
    return absolute;
}

/* The one check that quotas, read-only file systems and a superuser's rights cannot fool. */
int tool_output_path_probe(const char *path, struct timespec *now)
{
    char *directory = directory_of(path);
    char *name = tool_print("%s/.mpit-XXXXXX", directory);
    int file = mkstemp(name), error = file < 0 ? errno : 0;
    struct stat status;

    if (file >= 0) {
        if (write(file, "\n", 1) != 1 || fstat(file, &status) != 0)
            error = errno;
        else
            *now = status.st_mtim;
        close(file);
        unlink(name);
    }
    free(name);
    free(directory);
    return error;
}

/* Why it cannot be written over, or NULL. */
static const char *check_file(const char *path)
{
    const char *refused = mpit__file_refused(path);

    if (refused)
        return refused;
    return access(path, W_OK) == 0 || errno == ENOENT ? NULL : strerror(errno);
}

char *tool_output_path_open(const char *option, struct timespec *now)
{
    char expanded[PATH_MAX], *path;
    const char *reason;
    int error;

    if (!mpit__name_expand(option, expanded, sizeof expanded)) {
        tool_complain("--report %s: too long a name; the job was not run", option);
        return NULL;
    }
    path = tool_output_path_absolute(expanded);
    reason = check_file(path);
    error = reason ? 0 : tool_output_path_probe(path, now);
    if (!reason && !error)
        return path;
    tool_complain("--report %s: %s; the job was not run: name a file that can be written", option,
                  reason ? reason : strerror(error));
    free(path);
    return NULL;
}
