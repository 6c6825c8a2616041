#include "config.h"

#include "tools/job/asked.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/live/far.h"

static const int64_t SECOND = 1000000000;
static const size_t LARGEST = (size_t)1 << 30;

/* It is no part of the job: nothing of ours is for it. */
static struct tool_words environment_of(const struct tool_front *front)
{
    struct tool_words environment = {0};

    for (size_t i = 0; i < front->environment.n; i++)
        if (strncmp(front->environment.word[i], "MPIT_", 5) != 0 &&
            strncmp(front->environment.word[i], "LD_PRELOAD=", 11) != 0)
            tool_words_add(&environment, front->environment.word[i]);
    return environment;
}

/* In a group of its own, with all that it starts; 0 or an errno. */
static int start(struct tool_asked *asked, const struct tool_front *front, char *const *argv,
                 int out)
{
    struct tool_words environment = environment_of(front);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;

    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (asked->err >= 0)
        posix_spawn_file_actions_adddup2(&files, asked->err, STDERR_FILENO);
    if (front->folder && access(front->folder, X_OK) == 0)
        posix_spawn_file_actions_addchdir_np(&files, front->folder);
    int error = posix_spawnp(&asked->pid, argv[0], &files, &how, argv, environment.word);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    tool_words_free(&environment);
    return error;
}

int tool_asked_begin(struct tool_asked *asked, const char *node, const struct tool_front *front,
                     const struct tool_nodes *nodes, char *const *command, int patience)
{
    int ends[2], error;
    struct tool_words words;

    *asked = (struct tool_asked){.out = -1, .err = -1, .patience = patience};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    words = tool_nodes_command(nodes, node, command);
    asked->err = memfd_create("mpit", MFD_CLOEXEC);
    error = start(asked, front, words.word, ends[1]);
    tool_words_free(&words);
    close(ends[1]);
    asked->out = ends[0];
    asked->since = tool_clock_now();
    fcntl(asked->out, F_SETFL, O_NONBLOCK);
    if (error) {
        close(asked->out);
        close(asked->err);
    }
    return error;
}

bool tool_asked_is_late(const struct tool_asked *asked, int seconds)
{
    return tool_clock_now() - asked->since > seconds * SECOND;
}

bool tool_asked_read(struct tool_asked *asked)
{
    ssize_t n;

    if (asked->room - asked->length < 65536) {
        size_t more = asked->room + 65536;

        asked->text = tool_grow(asked->text, asked->room, more, 1);
        asked->room += more;
    }
    n = read(asked->out, asked->text + asked->length, asked->room - asked->length);
    if (n > 0)
        asked->length += (size_t)n;
    return (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR))) && asked->length < LARGEST;
}

/* The last line that the agent, or what it has started, has said. */
static void take_reason(const struct tool_asked *asked, char *reason)
{
    char text[1024];
    ssize_t n = asked->err < 0 ? 0 : pread(asked->err, text, sizeof text - 1, 0);
    char *line;

    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == '\r'))
        n--;
    if (n <= 0)
        return;
    text[n] = '\0';
    line = strrchr(text, '\n');
    snprintf(reason, TOOL_SEGMENT_REASON, "%.200s", line ? line + 1 : text);
}

/* What has said all, or too much, is not waited for long. */
static void reap(const struct tool_asked *asked, bool late)
{
    const struct timespec moment = {.tv_nsec = 10000000};
    enum { MOMENTS = 100 };

    for (int i = 0; !late && i < MOMENTS; i++) {
        if (waitpid(asked->pid, NULL, WNOHANG) != 0)
            return;
        nanosleep(&moment, NULL);
    }
    kill(-asked->pid, SIGKILL);
    while (waitpid(asked->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

bool tool_asked_end(struct tool_asked *asked, bool late, struct tool_segments *segments,
                    char *reason)
{
    bool good;

    reap(asked, late || asked->length >= LARGEST);
    good = tool_far_read(asked->text, asked->length, segments, reason);
    if (!good && !asked->length)
        snprintf(reason, TOOL_SEGMENT_REASON, "no answer in %d s", asked->patience);
    if (!late)
        take_reason(asked, reason);
    if (asked->out >= 0)
        close(asked->out);
    if (asked->err >= 0)
        close(asked->err);
    return good;
}

void tool_asked_free(struct tool_asked *asked)
{
    free(asked->text);
    asked->text = NULL;
}
