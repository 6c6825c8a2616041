/* Parts of a report: found beside it, and put together as the ranks would have done it. */
#include "config.h"

#include "tools/records/parts.h"

#include "tools/ground/tool.h"
#include "tools/records/join.h"
#include "tools/records/read.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files */

/* Is `name` <report>.<rank>.part, or <report>.<rank>-<process>.part?  If so, says which rank. */
static bool is_part(const char *name, const char *report, long *rank)
{
    size_t length = strlen(report);
    char *end;

    if (strncmp(name, report, length) || name[length] != '.' || name[length + 1] < '0' ||
        name[length + 1] > '9')
        return false;
    *rank = strtol(name + length + 1, &end, 10);
    if (*end == '-') /* spawned: the process id */
        strtol(end + 1, &end, 10);
    return !strcmp(end, ".part");
}

bool tool_parts_is_since(const char *path, const struct timespec *since)
{
    struct stat status;

    if (!since)
        return true;
    return stat(path, &status) == 0 &&
           (status.st_mtim.tv_sec > since->tv_sec ||
            (status.st_mtim.tv_sec == since->tv_sec && status.st_mtim.tv_nsec >= since->tv_nsec));
}

static void add(struct tool_parts *parts, long rank, char *path)
{
    struct tool_part *grown = realloc(parts->part, sizeof *grown * ((size_t)parts->n + 1));

    if (!grown) {
        free(path);
        return;
    }
    parts->part = grown;
    grown[parts->n++] = (struct tool_part){rank, path};
}

static int by_rank(const void *a, const void *b)
{
    const struct tool_part *x = a, *y = b;

    return x->rank == y->rank ? strcmp(x->path, y->path) : x->rank < y->rank ? -1 : 1;
}

struct tool_parts tool_parts_find(const char *report, const struct timespec *since)
{
    struct tool_parts parts = {0};
    const char *name = strrchr(report, '/') + 1;
    char *directory = tool_print("%.*s", (int)(name - report), report);
    DIR *entries = opendir(directory);
    const struct dirent *entry;
    long rank;

    while (entries && (entry = readdir(entries))) {
        char *path;

        if (!is_part(entry->d_name, name, &rank))
            continue;
        path = tool_print("%s%s", directory, entry->d_name);
        if (tool_parts_is_since(path, since))
            add(&parts, rank, path);
        else
            free(path);
    }
    if (entries)
        closedir(entries);
    free(directory);
    if (parts.n)
        qsort(parts.part, (size_t)parts.n, sizeof *parts.part, by_rank);
    return parts;
}

void tool_parts_free(struct tool_parts *parts)
{
    for (int i = 0; i < parts->n; i++)
        free(parts->part[i].path);
    free(parts->part);
    *parts = (struct tool_parts){0};
}

void tool_parts_remove(const struct tool_parts *parts)
{
    for (int i = 0; i < parts->n; i++)
        unlink(parts->part[i].path);
}

/* ---- what is in them */

/* Of one process each, and of the same job as far as it can be told. */
static bool fit(const struct mpit_record *part, int n)
{
    bool closed = false;

    for (int i = 0; i < n; i++) {
        if (part[i].nrank != 1 || part[i].nranks != part[0].nranks ||
            strcmp(part[i].mpit, part[0].mpit) != 0 || strcmp(part[i].vendor, part[0].vendor) != 0)
            return false;
        if (i > 0 && part[i].rank[0].rank <= part[i - 1].rank[0].rank)
            return false;
        closed = closed || part[i].complete;
    }
    return closed;
}

bool tool_parts_join(const struct tool_parts *parts, struct mpit_record *whole)
{
    struct mpit_record *part = tool_allocate((size_t)parts->n, sizeof *part);
    char reason[512];
    int n = 0;
    bool joined;

    while (n < parts->n && tool_record_read(parts->part[n].path, &part[n], reason))
        n++;
    joined = n > 0 && n == parts->n && fit(part, n);
    if (joined)
        tool_records_join(part, n, whole);
    for (int i = 0; i < n; i++)
        mpit__record_free(&part[i]);
    free(part);
    return joined;
}
