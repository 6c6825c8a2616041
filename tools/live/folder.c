/* The segments of a folder. */
#include "config.h"

#include "tools/live/folder.h"

#include "tools/ground/tool.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *tool_segments_folder(void)
{
    static char folder[4096];
    const char *given = getenv("MPIT_LIVE_DIR");

    if (given && *given)
        return given;
    snprintf(folder, sizeof folder, MPIT_LIVE_FOLDERS "/" MPIT_LIVE_FOLDER "%ld", (long)geteuid());
    return folder;
}

bool tool_segments_can_be_read(const char *folder)
{
    const char *name = folder ? folder : tool_segments_folder();
    DIR *entries = opendir(name);

    if (entries)
        closedir(entries);
    if (entries || (errno == ENOENT && !folder))
        return true;
    tool_complain("%s: %s; --live DIR names the folder of segments, as mpit_live_dir does for jobs",
                  name, strerror(errno));
    return false;
}

bool tool_is_folder(const char *name)
{
    struct stat status;

    return name && stat(name, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_segment(const char *name)
{
    size_t n = strlen(name), m = strlen(MPIT_LIVE_ENDING);

    return n > m && !strcmp(name + n - m, MPIT_LIVE_ENDING);
}

static int by_job_and_rank(const void *left, const void *right)
{
    const struct mpit_live_head *a = &((const struct tool_segment *)left)->head,
                                *b = &((const struct tool_segment *)right)->head;
    int order = strcmp(a->job, b->job);

    if (!order)
        order = strcmp(a->world, b->world);
    if (!order)
        order = (a->rank > b->rank) - (a->rank < b->rank);
    return order ? order : (a->pid > b->pid) - (a->pid < b->pid);
}

/* Which ones are wanted, and how much of them. */
struct wanted {
    const char *job; /* NULL: all */
    bool heads, loud;
};

/* False where it is none of them, or cannot be read. */
static bool take_one(const char *path, const struct wanted *wanted, struct tool_segment *segment,
                     int *refused)
{
    const bool peeks = wanted->heads || wanted->job;
    char reason[TOOL_SEGMENT_REASON];
    bool good = peeks && tool_segment_peek(path, segment, reason);

    if (good && wanted->job && strcmp(segment->head.job, wanted->job) != 0) {
        tool_segment_close(segment);
        return false;
    }
    if (!wanted->heads) {
        if (good)
            tool_segment_close(segment);
        good = tool_segment_open(path, segment, reason);
    }
    *refused += !good;
    if (!good && wanted->loud)
        tool_complain("%s", reason);
    return good;
}

/* They are large, and mostly few. */
struct tool_segment *tool_segments_room(struct tool_segments *segments)
{
    if (segments->n == segments->room) {
        const int more = segments->room ? segments->room : 1;

        segments->segment = tool_grow(segments->segment, (size_t)segments->room, (size_t)more,
                                      sizeof *segments->segment);
        segments->room += more;
    }
    return &segments->segment[segments->n];
}

void tool_segments_sort(struct tool_segments *segments)
{
    if (segments->n)
        qsort(segments->segment, (size_t)segments->n, sizeof *segments->segment, by_job_and_rank);
}

static struct tool_segments take(const char *folder, const struct wanted *wanted)
{
    struct tool_segments segments = {0};
    DIR *entries = opendir(folder ? folder : tool_segments_folder());
    const struct dirent *entry;

    while (entries && (entry = readdir(entries))) {
        char *path;

        if (!is_segment(entry->d_name))
            continue;
        path = tool_print("%s/%s", folder ? folder : tool_segments_folder(), entry->d_name);
        segments.n += take_one(path, wanted, tool_segments_room(&segments), &segments.refused);
        free(path);
    }
    if (entries)
        closedir(entries);
    tool_segments_sort(&segments);
    return segments;
}

struct tool_segments tool_segments_take(const char *folder, bool loud)
{
    return take(folder, &(struct wanted){.loud = loud});
}

struct tool_segments tool_segments_take_job(const char *folder, const char *job, bool loud)
{
    return take(folder, &(struct wanted){.job = job, .loud = loud});
}

struct tool_segments tool_segments_peek(const char *folder, const char *job)
{
    return take(folder, &(struct wanted){.job = job, .heads = true});
}

/* Files that come within a tick of the clock by which a folder is stamped leave it the same time.
 * There are file systems that keep whole seconds. */
static bool is_settled(struct timespec changed)
{
    const double least = changed.tv_nsec ? 0.1 : 2;
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (double)(now.tv_sec - changed.tv_sec) + (double)(now.tv_nsec - changed.tv_nsec) * 1e-9 >
           least;
}

bool tool_segments_are_as_seen(const char *folder, struct timespec *seen)
{
    const struct timespec before = *seen;
    struct stat status;

    *seen = (struct timespec){0};
    if (stat(folder ? folder : tool_segments_folder(), &status) != 0 || !is_settled(status.st_mtim))
        return false;
    *seen = status.st_mtim;
    return seen->tv_sec == before.tv_sec && seen->tv_nsec == before.tv_nsec;
}

void tool_segments_free(struct tool_segments *segments)
{
    for (int i = 0; i < segments->n; i++)
        tool_segment_close(&segments->segment[i]);
    free(segments->segment);
    *segments = (struct tool_segments){0};
}

int tool_segments_job_end(const struct tool_segments *segments, int from)
{
    const struct mpit_live_head *first = &segments->segment[from].head;
    int end = from + 1;

    while (end < segments->n && !strcmp(segments->segment[end].head.job, first->job) &&
           !strcmp(segments->segment[end].head.world, first->world))
        end++;
    return end;
}
