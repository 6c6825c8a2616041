#include "config.h"

#include "tools/job/clean.h"

#include "tools/ground/tool.h"
#include "tools/job/front.h"
#include "tools/job/reach.h"
#include "tools/job/unclaimed.h"
#include "tools/job/word_list.h"
#include "tools/live/folder.h"
#include "tools/live/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_over(const struct tool_segments *segments, int from, int end)
{
    for (int i = from; i < end; i++)
        if (tool_segment_fate(&segments->segment[i]) != TOOL_FATE_GONE)
            return false;
    return true;
}

/* The name may be another file's by now. */
static bool is_still_there(const struct tool_segment *segment)
{
    struct stat read, named;

    return fstat(segment->file, &read) == 0 && lstat(segment->path, &named) == 0 &&
           read.st_dev == named.st_dev && read.st_ino == named.st_ino && read.st_uid == geteuid();
}

/* What was removed, and the names of whose it was. */
struct removed {
    struct tool_cleaned count;
    struct tool_words jobs;
};

static void add_files(struct removed *removed, int files, const char *job)
{
    removed->count.files += files;
    if (files && !tool_words_has(&removed->jobs, job))
        tool_words_add(&removed->jobs, job);
}

static void clean_job(const struct tool_segments *segments, int from, int end,
                      struct removed *removed)
{
    int files = 0;

    for (int i = from; i < end; i++) {
        const struct tool_segment *segment = &segments->segment[i];

        if (!is_still_there(segment)) {
            /* Whoever has made a report of it has removed it. */
            files += access(segment->path, F_OK) != 0 && errno == ENOENT;
            continue;
        }
        if (unlink(segment->path) == 0) {
            files++;
        } else if (errno != ENOENT) {
            removed->count.failed++;
            tool_complain("%s: %s; it stays", segment->path, strerror(errno));
        }
    }
    add_files(removed, files, segments->segment[from].head.job);
}

static int count_gone(const struct tool_segments *segments)
{
    int gone = 0;

    for (int i = 0; i < segments->n; i++)
        gone += tool_segment_fate(&segments->segment[i]) == TOOL_FATE_GONE;
    return gone;
}

/* What is left on nodes that did not answer when their job was over. */
static void clean_other_nodes(const char *folder, const char *job, struct removed *removed)
{
    struct tool_words left = tool_front_left(folder);

    for (size_t i = 0; i < left.n; i++) {
        struct tool_segments there = {0};

        if (job && strcmp(job, left.word[i]) != 0)
            continue;
        if (tool_reach_remove(folder, left.word[i], true, &there))
            tool_front_forget(folder, left.word[i]);
        else
            removed->count.failed += job != NULL; /* else it stays, for a day */
        add_files(removed, count_gone(&there), left.word[i]);
        tool_segments_free(&there);
    }
    tool_front_sweep(folder);
    tool_words_free(&left);
}

static struct tool_cleaned clean(const char *folder, const char *job)
{
    struct tool_segments segments = tool_segments_take(folder, false);
    struct removed removed = {0};

    for (int from = 0, end; from < segments.n; from = end) {
        end = tool_unclaimed_end(&segments, from);
        if (job && strcmp(job, segments.segment[from].head.job))
            continue;
        if (!tool_unclaimed_write(folder, &segments, from, end))
            removed.count.failed++; /* so it stays, until the next time */
        else if (is_over(&segments, from, end))
            clean_job(&segments, from, end, &removed);
    }
    tool_segments_free(&segments);
    clean_other_nodes(folder, job, &removed);
    removed.count.jobs = (int)removed.jobs.n;
    tool_words_free(&removed.jobs);
    return removed.count;
}

/* ---- folders of others */

/* What a user has put into his folder says where reports go and what is removed: root would do it
 * to anybody's files. */
static bool become(uid_t user)
{
    const struct passwd *his = getpwuid(user);

    return his && initgroups(his->pw_name, his->pw_gid) == 0 && setgid(his->pw_gid) == 0 &&
           setuid(user) == 0 && setenv("HOME", his->pw_dir, 1) == 0 &&
           unsetenv("XDG_CONFIG_HOME") == 0 && chdir("/") == 0;
}

static void clean_as(uid_t user, const char *folder, const char *job, int to)
{
    struct tool_cleaned cleaned = {.failed = 1};

    if (become(user))
        cleaned = clean(folder, job);
    else
        tool_complain("%s: the rights of its owner cannot be taken on", folder);
    _exit(write(to, &cleaned, sizeof cleaned) == sizeof cleaned ? TOOL_OK : TOOL_FAILED);
}

static struct tool_cleaned clean_in_child(uid_t user, const char *folder, const char *job)
{
    struct tool_cleaned cleaned = {0}, failed = {.failed = 1};
    int ends[2];
    pid_t child;
    bool told;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return failed;
    fflush(NULL);
    child = fork();
    if (child == 0)
        clean_as(user, folder, job, ends[1]);
    close(ends[1]);
    told = child > 0 && read(ends[0], &cleaned, sizeof cleaned) == sizeof cleaned;
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    return told ? cleaned : failed;
}

struct tool_cleaned tool_clean_folder(const char *folder, const char *job)
{
    const char *name = folder ? folder : tool_segments_folder();
    struct stat status;

    if (geteuid() != 0 || lstat(name, &status) != 0 || status.st_uid == 0)
        return clean(folder, job);
    return clean_in_child(status.st_uid, name, job);
}

/* Whether it is a folder as libmpit makes them: of the user whose number is its name. */
static bool is_of_user(const char *path, const char *number)
{
    char own[24];
    struct stat status;

    if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return false;
    snprintf(own, sizeof own, "%ld", (long)status.st_uid);
    return !strcmp(own, number);
}

static void add(struct tool_cleaned *all, struct tool_cleaned one)
{
    all->files += one.files;
    all->jobs += one.jobs;
    all->failed += one.failed;
}

struct tool_cleaned tool_clean_all(const char *job)
{
    DIR *entries = opendir(MPIT_LIVE_FOLDERS);
    const struct dirent *entry;
    struct tool_cleaned all = {0};

    while (entries && (entry = readdir(entries))) {
        const size_t length = sizeof MPIT_LIVE_FOLDER - 1;
        char *path = tool_print("%s/%s", MPIT_LIVE_FOLDERS, entry->d_name);

        if (!strncmp(entry->d_name, MPIT_LIVE_FOLDER, length) &&
            is_of_user(path, entry->d_name + length))
            add(&all, tool_clean_folder(path, job));
        free(path);
    }
    if (entries)
        closedir(entries);
    return all;
}

/* ---- `mpit clean` */

int tool_clean_tell(struct tool_cleaned cleaned)
{
    int code;

    errno = 0;
    if (cleaned.files)
        printf("removed %d segments of %d jobs\n", cleaned.files, cleaned.jobs);
    else
        puts("nothing to be removed");
    code = tool_output_finish();
    return cleaned.failed ? TOOL_FAILED : code;
}
