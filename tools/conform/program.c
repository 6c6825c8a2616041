/* A run of the program that judges: what it prints line by line, how it ends, and not for ever. */
#include "config.h"

#include "tools/conform/conform.h"

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 120 }; /* seconds: the slowest row takes two */

/* Without libmpit where somebody has it for all programs, with it where it is wanted. */
static char *preload(enum conform_library library)
{
    static const char name[] = "LD_PRELOAD=";
    const char *before = getenv("LD_PRELOAD");
    char *own = tool_library(), *words = tool_print("%s", before ? before : ""), *rest = words;
    char *all = tool_print("%s%s", name, library == CONFORM_MPIT && own ? own : "");

    for (char *word; (word = strtok_r(rest, ": ", &rest));)
        if (!strstr(word, "libmpit.so"))
            tool_append(&all, "%s%s", strcmp(all, name) ? ":" : "", word);
    free(words);
    free(own);
    return all;
}

/* The words of a command, or NULL at its end. */
static char **command_of(const struct conform_program *program, const char *group, const char *row)
{
    char **words = tool_allocate((size_t)program->launchers + 4, sizeof *words);
    int n = 0;

    for (; n < program->launchers; n++)
        words[n] = (char *)program->launcher[n];
    words[n++] = program->path;
    words[n++] = (char *)group;
    words[n] = (char *)row; /* NULL: none */
    return words;
}

static char **environment_with(char *preloaded)
{
    extern char **environ;
    char **all;
    int n = 0, kept = 0;

    while (environ[n])
        n++;
    all = tool_allocate((size_t)n + 2, sizeof *all);
    for (int i = 0; i < n; i++)
        if (strncmp(environ[i], "LD_PRELOAD=", 11) != 0)
            all[kept++] = environ[i];
    all[kept] = preloaded;
    return all;
}

/* In a process group of its own; an error number, or 0. */
static int start(const struct conform_program *program, enum conform_library library,
                 const char *group, const char *row, int output, pid_t *child)
{
    char *preloaded = preload(library), **words = command_of(program, group, row),
         **environment = environment_with(preloaded);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int error;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    error = posix_spawnp(child, words[0], &files, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free(environment);
    free(words);
    free(preloaded);
    return error;
}

/* ---- its lines */

struct reader {
    char *text;
    size_t length;
    void (*line)(char *line, void *context);
    void *context;
};

static void take_lines(struct reader *reader)
{
    char *begin = reader->text, *end;

    while ((end = memchr(begin, '\n', reader->length - (size_t)(begin - reader->text)))) {
        *end = '\0';
        reader->line(begin, reader->context);
        begin = end + 1;
    }
    reader->length -= (size_t)(begin - reader->text);
    memmove(reader->text, begin, reader->length);
}

/* False: it has ended, or time is up. */
static bool read_more(struct reader *reader, int from, int64_t until)
{
    const int64_t left = (until - tool_clock_now()) / 1000000;
    struct pollfd end = {.fd = from, .events = POLLIN};
    char part[4096];
    ssize_t n;

    if (left <= 0)
        return false;
    if (poll(&end, 1, (int)left) <= 0)
        return errno == EINTR;
    n = read(from, part, sizeof part);
    if (n <= 0)
        return n < 0 && errno == EINTR;
    reader->text = tool_grow(reader->text, reader->length, (size_t)n, 1);
    memcpy(reader->text + reader->length, part, (size_t)n);
    reader->length += (size_t)n;
    take_lines(reader);
    return true;
}

static char *describe(int status)
{
    if (WIFSIGNALED(status))
        return tool_print("it crashed: %s", strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status) > 128 && WEXITSTATUS(status) < 128 + NSIG) /* as launchers say it */
        return tool_print("it crashed: %s", strsignal(WEXITSTATUS(status) - 128));
    return WEXITSTATUS(status) ? tool_print("it ended with code %d", WEXITSTATUS(status)) : NULL;
}

static char *wait_for(pid_t child, bool is_late)
{
    int status = 0;

    if (is_late)
        kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    kill(-child, SIGKILL); /* what it has left */
    return is_late ? tool_print("it did not end within %d s", PATIENCE) : describe(status);
}

char *conform_run(const struct conform_program *program, enum conform_library library,
                  const char *group, const char *row, void (*line)(char *line, void *context),
                  void *context)
{
    const int64_t until = tool_clock_now() + PATIENCE * INT64_C(1000000000);
    struct reader reader = {.line = line, .context = context};
    int ends[2], error;
    char *ending;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return tool_print("%s", strerror(errno));
    error = start(program, library, group, row, ends[1], &child);
    close(ends[1]);
    if (error) {
        close(ends[0]);
        return tool_print("%s: %s", program->launchers ? program->launcher[0] : program->path,
                          strerror(error));
    }
    while (read_more(&reader, ends[0], until))
        continue;
    ending = wait_for(child, tool_clock_now() >= until);
    close(ends[0]);
    free(reader.text);
    return ending;
}
