#include "config.h"

#include "ground/launcher.h"

#include <dirent.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first of a list holds; each list ends with NULL. */
static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID",
                                    NULL};
static const char *const started[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS",
                                      NULL};
static const char *const asked_for[] = {"SLURM_NTASKS", NULL};
static const char *const here[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
                                   "PMI_LOCAL_SIZE", NULL};
static const char *const jobs[] = {"PMIX_NAMESPACE", "PMI_JOBID", NULL};

/* ---- of this process */

static const char *own(const char *const names[])
{
    for (; *names; names++) {
        const char *value = secure_getenv(*names);

        if (value && *value)
            return value;
    }
    return NULL;
}

static int number_of(const char *text)
{
    char *end;
    long number = text ? strtol(text, &end, 10) : -1;

    return text && end != text && !*end && number >= 0 && number < INT32_MAX ? (int)number : -1;
}

struct told {
    int rank, started, size, here;
};
static struct told kept;
static char kept_job[256];
static _Atomic bool is_kept;

static struct told told(void)
{
    struct told now = {number_of(own(ranks)), number_of(own(started)), -1, number_of(own(here))};

    if (is_kept)
        return kept;
    now.size = now.started >= 0 ? now.started : number_of(own(asked_for));
    return now;
}

/* In the first call that begins MPI, before a second one can be made. */
void mpit__launcher_look(void)
{
    const char *job = own(jobs);

    if (is_kept)
        return;
    kept = told();
    snprintf(kept_job, sizeof kept_job, "%s", job ? job : "");
    is_kept = true;
}

int mpit__launcher_rank(void)
{
    return told().rank;
}

int mpit__launcher_started(void)
{
    return told().started;
}

int mpit__launcher_size(void)
{
    return told().size;
}

int mpit__launcher_here(void)
{
    return told().here;
}

const char *mpit__launcher_job(void)
{
    if (is_kept)
        return kept_job[0] ? kept_job : NULL;
    return own(jobs);
}

/* ---- of others */

static FILE *open_of(long process, const char *what)
{
    char name[64];

    snprintf(name, sizeof name, "/proc/%ld/%s", process, what);
    return fopen(name, "re");
}

/* Whether it was started with one of the names; the value of the first in the list. */
static bool was_given(long process, const char *const names[], char *value, size_t size)
{
    FILE *file = open_of(process, "environ");
    char *entry = NULL;
    size_t room = 0, found = SIZE_MAX;

    while (file && getdelim(&entry, &room, '\0', file) > 0)
        for (size_t i = 0; names[i] && i < found; i++) {
            size_t length = strlen(names[i]);

            if (strncmp(entry, names[i], length) != 0 || entry[length] != '=' || !entry[length + 1])
                continue;
            found = i;
            snprintf(value, size, "%s", entry + length + 1);
        }
    free(entry);
    if (file)
        fclose(file);
    return found != SIZE_MAX;
}

const char *mpit__launcher_gave(long process, const char *name, char *buffer, size_t size)
{
    const char *const names[] = {name, NULL};

    return was_given(process, names, buffer, size) ? buffer : NULL;
}

static int rank_of(long process)
{
    char rank[16];

    return was_given(process, ranks, rank, sizeof rank) ? number_of(rank) : -1;
}

/* Behind a name that may hold blanks and parentheses; 0: it has none, or is gone. */
static long parent_of(long process)
{
    FILE *file = open_of(process, "stat");
    char text[1024] = "", *name_ends;
    long parent = 0;
    size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;

    if (file)
        fclose(file);
    text[n] = '\0';
    name_ends = strrchr(text, ')');
    if (!name_ends || sscanf(name_ends + 1, " %*c %ld", &parent) != 1)
        return 0;
    return parent;
}

static long launcher_of(long process)
{
    long parent = parent_of(process);

    while (parent > 1 && rank_of(parent) >= 0)
        parent = parent_of(parent);
    return parent;
}

long mpit__launcher_process(void)
{
    return mpit__launcher_rank() < 0 ? 0 : launcher_of(getpid());
}

/* Processes that a job spawns have the same launcher, and ranks of their own. */
static bool is_of_job(long process, long launcher)
{
    const char *job = mpit__launcher_job();
    char its[256];

    return launcher_of(process) == launcher &&
           (!job || (was_given(process, jobs, its, sizeof its) && strcmp(its, job) == 0));
}

static bool is_of_this_user(long process)
{
    char name[64];
    struct stat status;

    snprintf(name, sizeof name, "/proc/%ld", process);
    return stat(name, &status) == 0 && status.st_uid == geteuid();
}

void mpit__launcher_each(void (*look)(void *context, int rank, long process), void *context)
{
    long launcher = mpit__launcher_process();
    DIR *all = launcher > 0 ? opendir("/proc") : NULL;
    const struct dirent *entry;

    while (all && (entry = readdir(all))) {
        long process = number_of(entry->d_name);
        int rank = process > 0 && is_of_this_user(process) ? rank_of(process) : -1;

        if (rank >= 0 && is_of_job(process, launcher))
            look(context, rank, process);
    }
    if (all)
        closedir(all);
}
