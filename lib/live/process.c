#include "config.h"

#include "live/process.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/batch.h"
#include "ground/in_force.h"
#include "ground/launcher.h"
#include "ground/message.h"

/* ---- from /proc */

size_t mpit__process_read(const char *name, char *text, size_t size)
{
    FILE *file = fopen(name, "re");
    size_t n = file ? fread(text, 1, size - 1, file) : 0;

    if (file)
        fclose(file);
    text[n] = '\0';
    return n;
}

void mpit__process_command(char *command, size_t size)
{
    size_t n = mpit__process_read("/proc/self/cmdline", command, size);

    for (size_t i = 0; i + 1 < n; i++)
        if (command[i] == '\0')
            command[i] = ' ';
}

/* Field 22 of its stat, behind a name that may hold blanks and parentheses. */
uint64_t mpit__process_start(long pid)
{
    char name[64], text[1024];
    const char *field;

    snprintf(name, sizeof name, "/proc/%ld/stat", pid);
    mpit__process_read(name, text, sizeof text);
    field = strrchr(text, ')');
    for (int i = 2; field && i < 22; i++)
        field = strchr(field + 1, ' ');
    return field ? strtoull(field, NULL, 10) : 0;
}

static uint64_t pid_space(void)
{
    struct stat status;

    return stat("/proc/self/ns/pid", &status) == 0 ? (uint64_t)status.st_ino : 0;
}

/* ---- from the launcher */

/* Who is the same in all processes that one launcher has started. */
static void name_job(const struct mpit_live_head *head, char *job, size_t size)
{
    const char *name = mpit__in_force.live_job[0] ? mpit__in_force.live_job : mpit__launcher_job();
    const char *slurm = secure_getenv("SLURM_JOB_ID"), *step = secure_getenv("SLURM_STEP_ID");

    if (name)
        snprintf(job, size, "%.255s", name);
    else if (slurm && *slurm)
        snprintf(job, size, "%s.%s", slurm, step && *step ? step : "0");
    else
        snprintf(job, size, "%s-%ld-%" PRIu64, head->host, (long)getppid(),
                 mpit__process_start(getppid()));
}

bool mpit__process_has_company(int size)
{
    return size <= 1 || mpit__launcher_here() >= size;
}

void mpit__process_describe(struct mpit_live_head *head)
{
    head->pid = getpid();
    head->pid_start = mpit__process_start(getpid());
    head->pid_space = pid_space();
    mpit__process_read("/proc/sys/kernel/random/boot_id", head->boot, sizeof head->boot);
    head->boot[strcspn(head->boot, "\n")] = '\0';
    gethostname(head->host, sizeof head->host - 1);
    name_job(head, head->job, sizeof head->job);
    atomic_store(&head->rank, mpit__launcher_rank());
    atomic_store(&head->size, mpit__launcher_size());
    head->here = mpit__launcher_here();
    mpit__process_command(head->command, sizeof head->command);
    head->batch = *mpit__batch();
}

/* ---- where it stands */

/* NULL, or why it is no place for segments. */
static const char *refuse(const char *folder, const struct stat *status)
{
    if (!S_ISDIR(status->st_mode))
        return "it is no folder of its own";
    if (status->st_uid != geteuid())
        return "it belongs to another user";
    if (status->st_mode & (S_IWGRP | S_IWOTH))
        return "others can write to it (its mode must be 0700)";
    return access(folder, W_OK | X_OK) == 0 ? NULL : strerror(errno);
}

const char *mpit__process_folder(void)
{
    static char folder[MPIT_TEXT];
    struct stat status;
    const char *why = NULL;

    if (mpit__in_force.live_dir[0])
        snprintf(folder, sizeof folder, "%s", mpit__in_force.live_dir);
    else
        snprintf(folder, sizeof folder, MPIT_LIVE_FOLDERS "/" MPIT_LIVE_FOLDER "%ld",
                 (long)geteuid());
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        why = strerror(errno);
    else
        why = lstat(folder, &status) == 0 ? refuse(folder, &status) : strerror(errno);
    if (!why)
        return folder;
    mpit__message_node(MPIT_WARN, NULL,
                       "%s: %s: nobody else can read what this process counts, and no report is "
                       "left if it is killed; name another folder (MPIT_LIVE_DIR)",
                       folder, why);
    return NULL;
}

void mpit__process_file(const char *folder, char *path, size_t size)
{
    char host[64] = "";

    gethostname(host, sizeof host - 1);
    snprintf(path, size, "%s/%s-%ld-%" PRIu64 MPIT_LIVE_ENDING, folder, host, (long)getpid(),
             mpit__process_start(getpid()));
}
