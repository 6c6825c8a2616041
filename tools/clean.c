#include "config.h"

#include "clean.h"

#include "left.h"
#include "segment.h"
#include "tool.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* All worlds of a job end together. */
static int end_of_job(const struct tool_segments *segments, int from)
{
    int end = from + 1;

    while (end < segments->n &&
           !strcmp(segments->segment[end].head.job, segments->segment[from].head.job))
        end++;
    return end;
}

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

static void clean_job(const struct tool_segments *segments, int from, int end,
                      struct tool_cleaned *cleaned)
{
    int before = cleaned->files;

    for (int i = from; i < end; i++) {
        const struct tool_segment *segment = &segments->segment[i];

        if (!is_still_there(segment))
            continue;
        if (unlink(segment->path) == 0) {
            cleaned->files++;
        } else if (errno != ENOENT) {
            cleaned->failed++;
            tool_complain("%s: %s; it stays", segment->path, strerror(errno));
        }
    }
    cleaned->jobs += cleaned->files > before;
}

struct tool_cleaned tool_segments_clean(const char *folder, const char *job)
{
    struct tool_segments segments = tool_segments_take(folder, false);
    struct tool_cleaned cleaned = {0};

    tool_left_write(folder, &segments);
    for (int from = 0, end; from < segments.n; from = end) {
        end = end_of_job(&segments, from);
        if ((!job || !strcmp(job, segments.segment[from].head.job)) &&
            is_over(&segments, from, end))
            clean_job(&segments, from, end, &cleaned);
    }
    tool_segments_free(&segments);
    return cleaned;
}
