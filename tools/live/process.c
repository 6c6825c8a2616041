/* What the system says of processes that have segments. */
#include "config.h"

#include "tools/live/process.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The first line of a file without its end. */
static bool read_line(const char *name, char *line, size_t size)
{
    FILE *file = fopen(name, "re");
    bool read = file && fgets(line, (int)size, file);

    if (file)
        fclose(file);
    if (read)
        line[strcspn(line, "\n")] = '\0';
    return read;
}

const char *tool_process_stat(int64_t pid, char *line, size_t size)
{
    char name[64];
    const char *end;

    snprintf(name, sizeof name, "/proc/%" PRId64 "/stat", pid);
    end = read_line(name, line, size) ? strrchr(line, ')') : NULL;
    return end ? end + 1 : NULL;
}

static bool is_here(const struct mpit_live_head *head)
{
    char boot[64];
    struct stat space;

    return read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot) &&
           !strcmp(boot, head->boot) && stat("/proc/self/ns/pid", &space) == 0 &&
           (uint64_t)space.st_ino == head->pid_space;
}

enum tool_fate tool_segment_fate(const struct tool_segment *segment)
{
    const struct mpit_live_head *head = &segment->head;
    char line[1024], state = 0;
    const char *field;

    if (!is_here(head))
        return TOOL_FATE_UNKNOWN;
    field = tool_process_stat(head->pid, line, sizeof line);
    if (!field || sscanf(field, " %c", &state) != 1)
        return TOOL_FATE_GONE;
    for (int i = 3; field && i < 22; i++)
        field = strchr(field + 1, ' ');
    if (!field || strtoull(field, NULL, 10) != head->pid_start || state == 'Z' || state == 'X')
        return TOOL_FATE_GONE;
    return state == 'T' || state == 't' ? TOOL_FATE_STOPPED : TOOL_FATE_ALIVE;
}
