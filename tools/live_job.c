#include "config.h"

#include "live_job.h"

#include "live_record.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mpit.h"

/* ---- what the ranks will have */

enum { LIVE, SOURCE, FOLDER, NAME, READERS, ANSWERS, LONGEST = 1024 };

/* In a process of its own, as the library takes settings once; what it has to say of them the
 * ranks say, too. */
static void answer(const struct tool_environment *ranks, int to)
{
    static char text[ANSWERS][LONGEST];
    int length[ANSWERS] = {LONGEST, LONGEST, LONGEST, LONGEST, LONGEST};
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    for (int i = 0; i < ranks->n; i++)
        setenv(ranks->setting[i].name, ranks->setting[i].value, 1);
    dup2(nowhere, STDERR_FILENO);
    mpit_cvar_text("mpit_live", text[LIVE], &length[LIVE]);
    mpit_cvar_source("mpit_live", text[SOURCE], &length[SOURCE]);
    mpit_cvar_text("mpit_live_dir", text[FOLDER], &length[FOLDER]);
    mpit_cvar_text("mpit_live_job", text[NAME], &length[NAME]);
    mpit_cvar_text("mpit_report_readers", text[READERS], &length[READERS]);
    _exit(write(to, text, sizeof text) == (ssize_t)sizeof text ? TOOL_OK : TOOL_FAILED);
}

static bool read_all(int from, char *to, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = read(from, to + done, bytes - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static bool ask(const struct tool_environment *ranks, char text[ANSWERS][LONGEST])
{
    int ends[2];
    bool answered;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    child = fork();
    if (child == 0)
        answer(ranks, ends[1]);
    close(ends[1]);
    answered = child > 0 && read_all(ends[0], text[0], sizeof(char[ANSWERS][LONGEST]));
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    return answered;
}

/* No other job on any machine has it, as long as their clocks go. */
static char *make_name(void)
{
    char host[64] = "";

    gethostname(host, sizeof host - 1);
    return tool_print("%s-%ld-%lld", host, (long)getpid(), (long long)time(NULL));
}

void tool_live_job_begin(struct tool_environment *ranks, struct tool_live_job *job)
{
    static char text[ANSWERS][LONGEST];

    *job = (struct tool_live_job){0};
    if (!ask(ranks, text))
        return;
    if (!strcmp(text[SOURCE], "default"))
        tool_environment_set(ranks, "MPIT_LIVE", "counts");
    else if (!strcmp(text[LIVE], "off"))
        return;
    job->on = true;
    job->mode = !strcmp(text[READERS], "all")     ? 0644
                : !strcmp(text[READERS], "group") ? 0640
                                                  : 0600;
    job->folder = *text[FOLDER] ? tool_print("%s", text[FOLDER]) : NULL;
    job->name = *text[NAME] ? tool_print("%s", text[NAME]) : make_name();
    if (!*text[NAME])
        tool_environment_set(ranks, "MPIT_LIVE_JOB", job->name);
}

void tool_live_job_free(struct tool_live_job *job)
{
    free(job->folder);
    free(job->name);
    *job = (struct tool_live_job){0};
}

/* ---- its segments */

struct tool_segments tool_live_job_segments(const struct tool_live_job *job, bool heads)
{
    if (!job->on)
        return (struct tool_segments){0};
    return heads ? tool_segments_peek(job->folder, job->name)
                 : tool_segments_take_job(job->folder, job->name);
}

static bool goes_on(const struct tool_segment *segment)
{
    enum tool_fate fate = tool_segment_fate(segment);

    return fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED;
}

static bool any_goes_on(const struct tool_segment *const *segment, int n)
{
    for (int i = 0; i < n; i++)
        if (goes_on(segment[i]))
            return true;
    return false;
}

/* A launcher that is killed leaves its ranks to find that out. */
enum { PATIENCE_MS = 2000, STEP_MS = 10 };

void tool_live_job_wait(const struct tool_segment *const *segment, int n)
{
    const struct timespec step = {0, STEP_MS * 1000000L};

    for (int ms = 0; ms < PATIENCE_MS && any_goes_on(segment, n); ms += STEP_MS)
        nanosleep(&step, NULL);
}

void tool_live_job_remove(const struct tool_segments *segments)
{
    for (int i = 0; i < segments->n; i++)
        if (segments->segment[i].head.state == MPIT_LIVE_ENDED || !goes_on(&segments->segment[i]))
            unlink(segments->segment[i].path);
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

void tool_live_job_clean(const struct tool_live_job *job)
{
    struct tool_segments all;

    if (!job->on)
        return;
    all = tool_segments_peek(job->folder, NULL);
    for (int i = 0; i < all.n; i++)
        if (tool_segment_fate(&all.segment[i]) == TOOL_FATE_GONE)
            clean_one(all.segment[i].path);
    tool_segments_free(&all);
}
