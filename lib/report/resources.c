#include "config.h"

#include "report/resources.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "live/process.h"

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

struct mpit_record_resources mpit__resources_at_once(void)
{
    struct mpit_record_resources its = MPIT_RESOURCES_UNKNOWN;
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return its;
    its.user_time = seconds_of(usage.ru_utime);
    its.system_time = seconds_of(usage.ru_stime);
    its.voluntary_switches = usage.ru_nvcsw;
    its.involuntary_switches = usage.ru_nivcsw;
    its.major_faults = usage.ru_majflt;
    its.peak_memory = (int64_t)usage.ru_maxrss * 1024;
    return its;
}

/* ---- of each thread */

/* What there was of a thread: of more of them than that, when it begins to be counted, it is not
 * known what came later. */
enum { THREADS = 256 };

struct thread {
    long id;
    double waited; /* seconds; no number: the system does not tell */
    int64_t migrations;
};

static struct mpit_record_resources began;
static struct thread before[THREADS];
static int nbefore;
static bool are_known; /* there were no more threads than that */
static _Atomic long ours;

static size_t read_of(const char *thread, const char *what, char *text, size_t size)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/self/task/%.20s/%s", thread, what);
    return mpit__process_read(path, text, size);
}

/* Nanoseconds that it ran and that it waited in a queue of a processor, and how often it got one: a
 * system that does not count them says 0 of all. */
static double waited_of(const char *thread)
{
    char text[128];
    uint64_t ran, waited, times;

    if (!read_of(thread, "schedstat", text, sizeof text) ||
        sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &ran, &waited, &times) != 3 ||
        (ran == 0 && times == 0))
        return NAN;
    return 1e-9 * (double)waited;
}

static int64_t migrations_of(const char *thread)
{
    char text[1024];
    const char *row =
        read_of(thread, "sched", text, sizeof text) ? strstr(text, "\nse.nr_migrations") : NULL;

    row = row ? strchr(row, ':') : NULL;
    return row ? (int64_t)strtoll(row + 1, NULL, 10) : -1;
}

static const struct thread *find(long id)
{
    for (int i = 0; i < nbefore; i++)
        if (before[i].id == id)
            return &before[i];
    return NULL;
}

static struct thread thread_of(const char *name)
{
    return (struct thread){atol(name), waited_of(name), migrations_of(name)};
}

/* Calls for each thread of the program that there is; false where nobody tells which. */
static bool each_thread(void (*take)(const char *name, void *context), void *context)
{
    DIR *folder = opendir("/proc/self/task");

    if (!folder)
        return false;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (*entry->d_name != '.' && atol(entry->d_name) != atomic_load(&ours))
            take(entry->d_name, context);
    closedir(folder);
    return true;
}

static void keep(const char *name, void *unused)
{
    (void)unused;
    if (nbefore < THREADS)
        before[nbefore++] = thread_of(name);
    else
        are_known = false;
}

/* A thread that has ended meanwhile has taken its numbers with it. */
static void add(const char *name, void *context)
{
    struct mpit_record_resources *sum = context, its = MPIT_RESOURCES_UNKNOWN;
    const struct thread now = thread_of(name), *then = find(now.id);

    its.processor_wait = now.waited - (then ? then->waited : 0);
    if (now.migrations >= 0)
        its.migrations = now.migrations - (then ? then->migrations : 0);
    mpit__resources_add(sum, &its);
}

void mpit__resources_begin(void)
{
    nbefore = 0;
    are_known = true;
    are_known = each_thread(keep, NULL) && are_known;
    began = mpit__resources_at_once();
}

struct mpit_record_resources mpit__resources_had_at_once(void)
{
    const struct mpit_record_resources now = mpit__resources_at_once();

    return mpit__resources_since(&now, &began);
}

struct mpit_record_resources mpit__resources_had(void)
{
    struct mpit_record_resources had = mpit__resources_had_at_once(), of_threads = {0};

    if (are_known && each_thread(add, &of_threads)) {
        had.processor_wait = of_threads.processor_wait;
        had.migrations = of_threads.migrations;
    }
    return had;
}

void mpit__resources_leave_out(void)
{
    atomic_store(&ours, syscall(SYS_gettid));
}
