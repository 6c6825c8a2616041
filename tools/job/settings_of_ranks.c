#include "config.h"

#include "tools/job/settings_of_ranks.h"

#include "tools/ground/tool.h"
#include "tools/interface/mpi.h"
#include "tools/job/defaults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mpit.h"

static bool write_all(int to, const void *from, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = write(to, (const char *)from + done, bytes - done);

        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool read_all(int from, void *to, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = read(from, (char *)to + done, bytes - done);

        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* In a process of its own, as the library takes settings once; what it has to say of them the
 * ranks say, too. */
static void answer(const struct tool_environment *ranks, const char *const names[], int n, int to)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    bool said = true;

    for (int i = 0; i < ranks->n; i++)
        setenv(ranks->setting[i].name, ranks->setting[i].value, 1);
    dup2(nowhere, STDERR_FILENO);
    tool_mpi_load();
    for (int i = 0; said && i < n; i++) {
        struct tool_answer one = {"", ""};
        int value = sizeof one.value, source = sizeof one.source;

        mpit_cvar_text(names[i], one.value, &value);
        mpit_cvar_source(names[i], one.source, &source);
        said = write_all(to, &one, sizeof one);
    }
    _exit(said ? TOOL_OK : TOOL_FAILED);
}

/* Of a process that has loaded the back end. */
static bool ask_library(const struct tool_environment *ranks, const char *const names[], int n,
                        struct tool_answer answers[])
{
    int ends[2];
    bool answered;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    child = fork();
    if (child == 0)
        answer(ranks, names, n, ends[1]);
    close(ends[1]);
    answered = child > 0 && read_all(ends[0], answers, sizeof *answers * (size_t)n);
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    return answered;
}

bool tool_ask(const struct tool_environment *ranks, const char *const names[], int n,
              struct tool_answer answers[])
{
    return tool_defaults(ranks, names, n, answers) || ask_library(ranks, names, n, answers);
}

bool tool_answer_is_default(const struct tool_answer *answer)
{
    return !strcmp(answer->source, "default");
}
