#include "config.h"

#include "job.h"

#include "../tools/ground/tool.h"
#include "record/json_string.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void bench_job_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    tool_complain_va(format, arguments);
    va_end(arguments);
    exit(BENCH_JOB_FAILED);
}

void bench_job_word(struct bench_job *job, const char *format, ...)
{
    va_list args;

    if (job->argc == (int)(sizeof job->argv / sizeof job->argv[0]) - 1)
        bench_job_fail("a command of more than %d words", job->argc);
    va_start(args, format);
    if (vasprintf(&job->argv[job->argc++], format, args) < 0)
        bench_job_fail("out of memory");
    va_end(args);
    job->argv[job->argc] = NULL;
}

void bench_job_free(struct bench_job *job)
{
    while (job->argc > 0)
        free(job->argv[--job->argc]);
}

/* Reads all that comes from `fd` until its end; false if that took too long. */
static bool output_read(int fd, int seconds, char *text, size_t size)
{
    time_t deadline = time(NULL) + seconds;
    size_t length = 0;

    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        ssize_t n;

        if (time(NULL) >= deadline)
            return false;
        if (poll(&p, 1, 1000) <= 0)
            continue;
        n = read(fd, text + length, size - 1 - length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        length += (size_t)n;
        if (length == size - 1)
            bench_job_fail("a measured program writes more than %zu bytes", size - 1);
    }
    text[length] = '\0';
    return true;
}

int bench_job_run(const struct bench_job *job, int seconds, char *text, size_t size)
{
    int ends[2], status;
    pid_t pid;
    bool in_time;

    fflush(stdout);
    if (pipe(ends) != 0 || (pid = fork()) < 0)
        bench_job_fail("%s cannot be started: %s", job->argv[0], strerror(errno));
    if (pid == 0) {
        setpgid(0, 0);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(job->argv[0], job->argv);
        fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, job->argv[0],
                strerror(errno));
        _exit(127);
    }
    setpgid(pid, pid);
    close(ends[1]);
    in_time = output_read(ends[0], seconds, text, size);
    close(ends[0]);
    if (!in_time)
        kill(-pid, SIGKILL);
    waitpid(pid, &status, 0);
    return in_time ? status : -1;
}

void bench_job_run_well(const struct bench_job *job, const char *what, int seconds, char *text,
                        size_t size)
{
    int status = bench_job_run(job, seconds, text, size);

    if (status == -1)
        bench_job_fail("%s: the measured program was not done after %d s", what, seconds);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        bench_job_fail("%s: the measured program failed (%s %d); what it said is above", what,
                       WIFEXITED(status) ? "exit" : "signal",
                       WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
}

static char *built_file(const char *first, const char *second)
{
    const char *places[] = {first, second};
    char self[PATH_MAX], *path;
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length < 0)
        bench_job_fail("/proc/self/exe cannot be read: %s", strerror(errno));
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    for (int i = 0; i < 2; i++) {
        char *found;

        if (asprintf(&path, "%s/%s", self, places[i]) < 0)
            bench_job_fail("out of memory");
        found = realpath(path, NULL);
        free(path);
        if (found)
            return found;
    }
    return NULL;
}

char *bench_job_file(const char *option, const char *named, const char *first, const char *second)
{
    char *found = named ? realpath(named, NULL) : built_file(first, second);

    if (named && !found)
        bench_job_fail("--%s %s: %s", option, named, strerror(errno));
    return found;
}

bool bench_job_same_file(const char *a, const char *b)
{
    char x[PATH_MAX], y[PATH_MAX];

    return realpath(a, x) && realpath(b, y) && strcmp(x, y) == 0;
}

void bench_job_progress(const char *what, int done, int all)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s %d of %d%s", what, done, all, done == all ? "\n" : "");
}

void bench_job_json_string(const char *name, const char *text)
{
    printf("\"%s\": ", name);
    mpit__json_write_string(text, stdout);
}

void bench_job_shuffle(int *numbers, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int other = (int)(random() % (i + 1)), number = numbers[i];

        numbers[i] = numbers[other];
        numbers[other] = number;
    }
}
