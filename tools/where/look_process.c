/* The process of a rank: whether it lives, and what it has used. */
#include "config.h"

#include "tools/where/look_parts.h"

#include "tools/live/process.h"

#include <inttypes.h>
#include <stdio.h>

enum where_state where_look_state(const struct tool_segment *segment)
{
    static const enum where_state states[] = {
        [MPIT_LIVE_STARTING] = WHERE_INIT,       [MPIT_LIVE_RUNNING] = WHERE_OUTSIDE,
        [MPIT_LIVE_FINALIZING] = WHERE_FINALIZE, [MPIT_LIVE_ENDED] = WHERE_ENDED,
        [MPIT_LIVE_ABORTED] = WHERE_DEAD,
    };
    enum where_state state = states[segment->head.state];

    switch (tool_segment_fate(segment)) {
    case TOOL_FATE_GONE:
        return state == WHERE_ENDED ? WHERE_ENDED : WHERE_DEAD;
    case TOOL_FATE_STOPPED:
        return state == WHERE_ENDED ? WHERE_ENDED : WHERE_STOPPED;
    default:
        return state;
    }
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

/* What it has read and written, of all that the system counts; UINT64_MAX: it does not say. */
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

void where_look_process(struct where_rank *rank)
{
    rank->cpu = cpu_of(rank->pid, &rank->on_disk);
    rank->io = io_of(rank->pid);
}
