#include "config.h"

#include "left.h"

#include "destination.h"
#include "live_job.h"
#include "remains.h"
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A job from its first segment to the one before `end`. */
struct left {
    const struct tool_segments *segments;
    int from, end;
};

static const struct mpit_live_head *head_of(const struct left *left, int i)
{
    return &left->segments->segment[i].head;
}

/* Who cleans up makes them so (live_job.c). */
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
            head_of(left, i)->state == MPIT_LIVE_ENDED)
            return false;
    return left->end - left->from == head_of(left, left->from)->size;
}

static void write_left(const char *folder, const struct left *left)
{
    const struct mpit_live_head *head = head_of(left, left->from);
    char *path = tool_print("%s", head->report);
    char *const argv[] = {tool_print("%s", head->command), NULL};
    const struct tool_live_job job = {true, (char *)(uintptr_t)folder, tool_print("%s", head->job),
                                      0600};
    const struct tool_ending ending = {.argv = argv, .is_another = true};
    const struct timespec any = {0, 0};
    struct stat status;
    bool is_there = stat(path, &status) == 0;

    tool_complain("an earlier job has ended without MPI_Finalize, and without its report: %s",
                  argv[0]);
    tool_remains_write(&job, &ending, &(struct tool_remains){path, &any, &path, is_there});
    free(job.name);
    free(argv[0]);
    free(path);
}

void tool_left_write(const char *folder, const struct tool_segments *segments)
{
    for (struct left left = {segments, 0, 0}; left.from < segments->n; left.from = left.end) {
        left.end = left.from + 1;
        while (left.end < segments->n &&
               !strcmp(head_of(&left, left.end)->job, head_of(&left, left.from)->job))
            left.end++;
        if (is_left(&left))
            write_left(folder, &left);
    }
}
