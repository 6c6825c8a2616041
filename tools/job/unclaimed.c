#include "config.h"

#include "tools/job/unclaimed.h"

#include "ground/file.h"
#include "tools/ground/tool.h"
#include "tools/job/ending.h"
#include "tools/job/front.h"
#include "tools/job/remains.h"
#include "tools/job/segments.h"
#include "tools/live/process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A job from its first segment to the one before `end`. */
struct left {
    const struct tool_segments *segments;
    int from, end;
};

static const struct mpit_live_head *head_of(const struct left *left, int i)
{
    return &left->segments->segment[i].head;
}

/* Who cleans up makes them so (tool_unclaimed_sweep). */
static bool has_been_seen(const struct tool_segment *segment)
{
    struct stat status;

    return lstat(segment->path, &status) != 0 || (status.st_mode & 0777) == 0400;
}

/* What has come to the end of MPI_Finalize has its report, or has said why not. */
static bool is_left(const struct left *left)
{
    for (int i = left->from; i < left->end; i++)
        if (tool_segment_fate(&left->segments->segment[i]) != TOOL_FATE_GONE ||
            has_been_seen(&left->segments->segment[i]) || !head_of(left, i)->report[0] ||
            head_of(left, i)->state == MPIT_LIVE_ENDED ||
            strcmp(head_of(left, i)->world, head_of(left, left->from)->world) != 0)
            return false;
    return left->end - left->from <= head_of(left, left->from)->size;
}

/* Of a job that several nodes had, each has a part, by its lowest rank. */
static char *name_left(const struct left *left)
{
    const struct mpit_live_head *head = head_of(left, left->from);

    return left->end - left->from == head->size
               ? tool_print("%s", head->report)
               : tool_print("%s.%d.part", head->report, (int)head->rank);
}

/* The file's mode is what the job had set, of those that there are. */
static mode_t mode_of(const struct mpit_live_head *head)
{
    return head->mode == 0640 || head->mode == 0644 ? head->mode : 0600;
}

/* What there is of a folder with %Y in it may be of yesterday. */
static bool has_folder(const char *path)
{
    const char *error = mpit__file_make_folders(path);

    if (error)
        tool_complain("%s: %s", path, error);
    return !error;
}

static bool write_left(const char *folder, const struct left *left)
{
    const struct mpit_live_head *head = head_of(left, left->from);
    char *path = name_left(left);
    char *const argv[] = {tool_print("%s", head->command), NULL};
    const struct tool_live_job job = {true, (char *)(uintptr_t)folder, tool_print("%s", head->job),
                                      mode_of(head)};
    const struct tool_ending ending = {.argv = argv, .is_another = true};
    const struct timespec any = {0, 0};
    struct stat status;
    bool is_there = stat(path, &status) == 0;

    tool_complain("an earlier job has ended without MPI_Finalize, and without its report: %s",
                  argv[0]);
    bool written = has_folder(path) &&
                   tool_remains_write(&job, &ending,
                                      &(struct tool_remains){path, &any, &path, is_there, NULL});

    free(job.name);
    free(argv[0]);
    free(path);
    return written;
}

int tool_unclaimed_end(const struct tool_segments *segments, int from)
{
    int end = from + 1;

    while (end < segments->n &&
           !strcmp(segments->segment[end].head.job, segments->segment[from].head.job))
        end++;
    return end;
}

static void mark_seen(const struct left *left)
{
    for (int i = left->from; i < left->end; i++)
        chmod(left->segments->segment[i].path, 0400);
}

bool tool_unclaimed_write(const char *folder, const struct tool_segments *segments, int from,
                          int end)
{
    const struct left left = {segments, from, end};
    bool good = !is_left(&left) || write_left(folder, &left);

    if (!good)
        mark_seen(&left);
    return good;
}

/* ---- those of others */

static bool is_long_ago(time_t then)
{
    enum { DAY = 24 * 60 * 60 };

    return time(NULL) - then > DAY;
}

/* When a process has died stands nowhere: that it has is noted by the mode of what it left, and
 * the file system says since when. */
static void clean_one(const char *path)
{
    struct stat status;

    if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid())
        return;
    if ((status.st_mode & 0777) != 0400)
        chmod(path, 0400);
    else if (is_long_ago(status.st_ctime))
        unlink(path);
}

void tool_unclaimed_sweep(const struct tool_live_job *job)
{
    struct tool_segments all;

    if (!job->on)
        return;
    tool_front_sweep(job->folder);
    all = tool_segments_peek(job->folder, NULL);
    for (int from = 0, end; from < all.n; from = end) {
        end = tool_unclaimed_end(&all, from);
        tool_unclaimed_write(job->folder, &all, from, end);
    }
    for (int i = 0; i < all.n; i++)
        if (tool_segment_fate(&all.segment[i]) == TOOL_FATE_GONE)
            clean_one(all.segment[i].path);
    tool_segments_free(&all);
}
