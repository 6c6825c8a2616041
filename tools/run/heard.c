#include "config.h"

#include "tools/run/heard.h"

#include "mpit.h"
#include "tools/ground/tool.h"
#include "tools/interface/variables.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *heard;
static int stderr_kept = -1;

void tool_hear_library(void)
{
    heard = tmpfile();
    stderr_kept = heard ? dup(STDERR_FILENO) : -1;
    if (stderr_kept >= 0)
        dup2(fileno(heard), STDERR_FILENO);
}

void tool_hear_no_more(void)
{
    if (stderr_kept >= 0)
        dup2(stderr_kept, STDERR_FILENO);
}

/* Of "mpit: VARIABLE=VALUE is ignored: REASON; it stays …" the reason. */
char *tool_heard_of(const char *variable, const char *value)
{
    char *label = tool_print("mpit: %s=%s ", variable, value), *line = NULL, *reason = NULL;
    size_t room = 0;

    if (heard)
        rewind(heard);
    while (!reason && heard && getline(&line, &room, heard) > 0) {
        char *begin =
            strncmp(line, label, strlen(label)) ? NULL : strstr(line + strlen(label), ": ");

        if (begin) {
            char *end = strstr(begin, "; it stays ");
            size_t length = end ? (size_t)(end - begin) : strcspn(begin, "\n");

            length -= begin[length - 1] == '.';
            reason = tool_print("%.*s", (int)length - 2, begin + 2);
        }
    }
    free(line);
    free(label);
    return reason;
}

static void say_if_ignored(const struct tool_setting *setting)
{
    const char *value = getenv(setting->name);
    char *reason = value ? tool_heard_of(setting->name, value) : NULL;

    if (reason)
        tool_complain("%s=%s is ignored: %s; in this job it is %s", setting->name, value, reason,
                      setting->value);
    free(reason);
}

static bool replaces_any(const struct tool_environment *ranks)
{
    for (int i = 0; i < ranks->n; i++)
        if (getenv(ranks->setting[i].name))
            return true;
    return false;
}

void tool_run_say_replaced(const struct tool_environment *ranks)
{
    pid_t child = replaces_any(ranks) ? fork() : -1;

    if (child == 0) {
        tool_hear_library();
        tool_variables_open(false);
        tool_hear_no_more();
        for (int i = 0; i < ranks->n; i++)
            say_if_ignored(&ranks->setting[i]);
        _exit(TOOL_OK);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
}
