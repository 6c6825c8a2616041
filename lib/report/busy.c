#include "config.h"

#include "report/busy.h"

#include <dirent.h>
#include <inttypes.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "live/process.h"

/* More than any node has. */
enum { MOST = 8192, SETS = MOST / CPU_SETSIZE };

/* Seconds since the system started. */
static double since_boot(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return 0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* How long this process has been there; 0: unknown. */
static double age(void)
{
    uint64_t ticks = mpit__process_start(getpid());

    return ticks ? since_boot() - (double)ticks / (double)sysconf(_SC_CLK_TCK) : 0;
}

/* Seconds in which a thread ran or could have run. */
static double busy_time(const char *thread)
{
    char path[64], text[128];
    uint64_t ran, waited;

    snprintf(path, sizeof path, "/proc/self/task/%.20s/schedstat", thread);
    if (!mpit__process_read(path, text, sizeof text) ||
        sscanf(text, "%" SCNu64 " %" SCNu64, &ran, &waited) != 2)
        return 0;
    return 1e-9 * ((double)ran + (double)waited);
}

static bool add_processors(const char *thread, cpu_set_t all[SETS])
{
    cpu_set_t its[SETS];

    memset(its, 0, sizeof its);
    if (sched_getaffinity(atoi(thread), sizeof its, its) != 0)
        return false;
    CPU_OR_S(MOST / 8, all, all, its);
    return true;
}

void mpit__busy_threads(int64_t *threads, int64_t *processors)
{
    cpu_set_t all[SETS];
    double least = 0.5 * age();
    DIR *folder = least > 0 ? opendir("/proc/self/task") : NULL;
    int64_t n = 0;

    *threads = *processors = -1;
    if (!folder)
        return;
    memset(all, 0, sizeof all);
    for (struct dirent *entry; (entry = readdir(folder));)
        if (*entry->d_name != '.' && busy_time(entry->d_name) >= least)
            n += add_processors(entry->d_name, all);
    closedir(folder);
    if (n == 0)
        return;
    *threads = n;
    *processors = CPU_COUNT_S(sizeof all, all);
}
