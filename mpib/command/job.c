#include "config.h"

#include "job.h"

#include "../../tools/ground/tool.h"
#include "ground/launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool command_job_is_inside(void)
{
    return mpit__launcher_rank() >= 0;
}

bool command_job_is_first(void)
{
    return mpit__launcher_rank() <= 0;
}

bool command_job_is_another_mpi(int ranks)
{
    return ranks == 1 && mpit__launcher_rank() >= 0 && mpit__launcher_started() > 1;
}

char *command_job_program(void)
{
    static char path[PATH_MAX];
    char *front = getenv("MPIB_COMMAND");

    if (front && *front)
        return front;
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

    if (n <= 0)
        snprintf(path, sizeof path, "mpit-bench");
    return path;
}

static int start(char *const *command, int output, pid_t *child)
{
    extern char **environ;
    posix_spawn_file_actions_t files;
    int error;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    error = posix_spawnp(child, command[0], &files, NULL, command, environ);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static char *read_all(int file)
{
    char *text = tool_print("%s", ""), piece[4096];
    ssize_t n;

    while ((n = read(file, piece, sizeof piece - 1)) > 0 || (n < 0 && errno == EINTR)) {
        piece[n > 0 ? n : 0] = '\0';
        tool_append(&text, "%s", piece);
    }
    return text;
}

static bool is_result(const json_t *record)
{
    const double confidence = json_number_value(json_object_get(record, "confidence"));

    return confidence > 0 && confidence < 1 &&
           json_array_size(json_object_get(record, "results")) > 0;
}

/* A launcher may have said something before, of its own. */
static json_t *parse(const char *text)
{
    json_t *record = NULL;

    for (const char *at = text; at && !record; at = strstr(at, "\n{"), at += at != NULL) {
        if (*at == '{')
            record = json_loads(at, JSON_DISABLE_EOF_CHECK, NULL);
        if (record && !is_result(record)) {
            json_decref(record);
            record = NULL;
        }
    }
    return record;
}

/* Of a job that did not measure; it has said why, unless nothing of it ever ran. */
static int code_of(int status, const char *launcher)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == TOOL_USAGE)
        return TOOL_USAGE;
    if (WIFSIGNALED(status))
        tool_complain("%s: the job was ended by signal %d", launcher, WTERMSIG(status));
    else
        tool_complain("%s: the job printed no result, and ended with exit code %d", launcher,
                      WEXITSTATUS(status));
    return TOOL_FAILED;
}

int command_job_run(char *const *command, json_t **record)
{
    int ends[2], status = 0, error;
    char *text;
    pid_t child;

    *record = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        tool_complain("no pipe: %s", strerror(errno));
        return TOOL_FAILED;
    }
    error = start(command, ends[1], &child);
    close(ends[1]);
    if (error) {
        close(ends[0]);
        tool_complain("%s: cannot be started: %s", command[0], strerror(error));
        return error == ENOENT ? TOOL_NOT_FOUND : TOOL_NOT_EXECUTABLE;
    }
    text = read_all(ends[0]);
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    *record = parse(text);
    free(text);
    return *record ? TOOL_GO_ON : code_of(status, command[0]);
}
