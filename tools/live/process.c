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

int64_t tool_process_parent(int64_t pid)
{
    char line[1024];
    const char *field = tool_process_stat(pid, line, sizeof line);
    long parent = 0;

    if (field)
        sscanf(field, " %*c %ld", &parent);
    return parent;
}

static bool is_of_machine(const struct mpit_live_head *head)
{
    char boot[64];

    return read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot) &&
           !strcmp(boot, head->boot);
}

static bool is_here(const struct mpit_live_head *head)
{
    struct stat space;

    return is_of_machine(head) && stat("/proc/self/ns/pid", &space) == 0 &&
           (uint64_t)space.st_ino == head->pid_space;
}

bool tool_segment_can_be_seen(const struct tool_segment *segment)
{
    return segment->far || is_of_machine(&segment->head);
}

/* Field 22 of its stat, where `field` is what stands behind the name. */
static uint64_t start_in(const char *field)
{
    for (int i = 3; field && i < 22; i++)
        field = strchr(field + 1, ' ');
    return field ? strtoull(field, NULL, 10) : 0;
}

uint64_t tool_process_start(int64_t pid)
{
    char line[1024];

    return start_in(tool_process_stat(pid, line, sizeof line));
}

static enum tool_fate fate_of(const struct mpit_live_head *head)
{
    char line[1024], state = 0;
    const char *field;

    if (!is_here(head))
        return TOOL_FATE_UNKNOWN;
    field = tool_process_stat(head->pid, line, sizeof line);
    if (!field || sscanf(field, " %c", &state) != 1)
        return TOOL_FATE_GONE;
    if (start_in(field) != head->pid_start || state == 'Z' || state == 'X')
        return TOOL_FATE_GONE;
    return state == 'T' || state == 't' ? TOOL_FATE_STOPPED : TOOL_FATE_ALIVE;
}

enum tool_fate tool_segment_fate(const struct tool_segment *segment)
{
    return segment->far ? segment->far->sight.fate : fate_of(&segment->head);
}

/* Clock ticks that its threads have used; whether the main one waits for a disk. */
static uint64_t cpu_of(int64_t pid, bool *on_disk)
{
    char line[1024], state = '?';
    unsigned long user = 0, system = 0;
    const char *field = tool_process_stat(pid, line, sizeof line);

    if (field)
        sscanf(field, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &user,
               &system);
    *on_disk = state == 'D';
    return (uint64_t)user + system;
}

static uint64_t io_of(int64_t pid)
{
    char name[64], line[128];
    uint64_t sum = 0, one;
    int lines = 0;
    FILE *file;

    snprintf(name, sizeof name, "/proc/%" PRId64 "/io", pid);
    file = fopen(name, "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "%*[a-z_]: %" SCNu64, &one) == 1) {
            sum += one;
            lines++;
        }
    if (file)
        fclose(file);
    return lines ? sum : UINT64_MAX;
}

struct tool_sight tool_segment_sight(const struct tool_segment *segment)
{
    struct tool_sight sight = {.io = UINT64_MAX};

    if (segment->far)
        return segment->far->sight;
    sight.fate = fate_of(&segment->head);
    if (sight.fate == TOOL_FATE_UNKNOWN)
        return sight;
    sight.cpu = cpu_of(segment->head.pid, &sight.on_disk);
    sight.io = io_of(segment->head.pid);
    return sight;
}
