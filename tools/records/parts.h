/* The parts of a report that single processes have left beside it, and what they make together. */
#ifndef TOOL_RECORDS_PARTS_H
#define TOOL_RECORDS_PARTS_H

#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

#include "record/record.h"

struct tool_part {
    long rank;
    char *path;
};

struct tool_parts {
    int n;
    struct tool_part *part; /* [n], the lowest rank first */
};

/* Whether a file is there that is not older, by the clock of its file system; NULL: nobody looks at
 * that. */
bool tool_parts_is_since(const char *path, const struct timespec *since);

/* Those of the report with this absolute path; without the ones that are older than `since`, if it
 * is not NULL. */
struct tool_parts tool_parts_find(const char *report, const struct timespec *since);
void tool_parts_free(struct tool_parts *parts);
void tool_parts_remove(const struct tool_parts *parts);

/* Puts them together; true if one of them is of a process that has closed its sessions, and they
 * are of one job.  The record is complete if all of its processes have. */
bool tool_parts_join(const struct tool_parts *parts, struct mpit_record *whole);

#endif
