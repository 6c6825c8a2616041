/* What --set asks for: each setting is tried here, before the job. */
#include "config.h"

#include "tools/run/settings.h"

#include "mpit.h"
#include "tools/ground/tool.h"
#include "tools/interface/variables.h"
#include "tools/run/heard.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAME_ROOM = 256 };

/* ---- for the ranks */

/* mpit_clock is MPIT_CLOCK; any other name goes behind MPIT_CVAR_ as it is. */
static char *variable_for(const char *name)
{
    if (strncmp(name, "mpit_", 5))
        return tool_print("MPIT_CVAR_%s", name);
    char *variable = tool_print("%s", name);
    for (char *p = variable; *p; p++)
        *p = (char)toupper((unsigned char)*p);
    return variable;
}

static char *name_of(const char *setting)
{
    return tool_print("%.*s", (int)strcspn(setting, "="), setting);
}

static int add_setting(const char *setting, struct tool_environment *ranks)
{
    const char *equals = strchr(setting, '=');

    if (!equals || equals == setting) {
        tool_complain("--set %s: not NAME=VALUE", setting);
        return TOOL_USAGE;
    }
    char *name = name_of(setting);
    int code = TOOL_GO_ON;
    if (!strcmp(name, "mpit_report")) {
        tool_complain("--set %s: say --report %s", setting, equals + 1);
        code = TOOL_USAGE;
    } else {
        char *variable = variable_for(name);
        tool_environment_set(ranks, variable, equals + 1);
        free(variable);
    }
    free(name);
    return code;
}

/* ---- whether there is a variable of its name */

/* The name most like a misspelt one is taken from the library itself. */
static void complain_unknown(const char *name, const struct tool_variables *all)
{
    const char *meant = tool_cvar_nearest(all, name);

    if (meant)
        tool_complain("--set %s: no such control variable; did you mean %s?", name, meant);
    else
        tool_complain("--set %s: no such control variable; mpit list --cvars shows them", name);
}

/* Our own names; a variable of the MPI library's that is not here may be where the ranks are. */
static bool is_named(const char *setting)
{
    char *name = name_of(setting);
    int index;
    bool named = strncmp(name, "mpit_", 5) || MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS;

    if (!named) {
        struct tool_variables *all = tool_variables_take(false);
        complain_unknown(name, all);
        tool_variables_free(all);
    }
    free(name);
    return named;
}

/* ---- whether the library takes its value */

static void complain_refused(const char *setting, const char *variable)
{
    char *reason = tool_heard_of(variable, strchr(setting, '=') + 1);

    tool_complain("--set %s: %s; no job was started", setting,
                  reason ? reason : "it cannot have this value");
    free(reason);
}

/* What the library in this process has refused has not come from its variable of the
 * environment. */
static bool is_taken(const char *setting)
{
    char *name = name_of(setting), *variable = variable_for(name), from[NAME_ROOM] = "";
    int length = sizeof from, index;
    bool taken =
        (mpit_cvar_source(name, from, &length) == MPI_SUCCESS && !strcmp(from, variable)) ||
        MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS;

    if (!taken)
        complain_refused(setting, variable);
    free(variable);
    free(name);
    return taken;
}

/* ---- all of them */

static bool are_all(bool (*is_good)(const char *setting), char *const *settings, bool vendor)
{
    bool good = true;
    int code;

    tool_hear_library(); /* of the environment the ranks say the same */
    code = tool_variables_open(vendor);
    tool_hear_no_more();
    if (code != MPI_SUCCESS)
        return true; /* the library in the ranks will tell */
    for (; good && *settings; settings++)
        good = is_good(*settings);
    return good;
}

static bool are_named(char *const *settings, const struct tool_environment *ranks)
{
    (void)ranks;
    return are_all(is_named, settings, false);
}

static bool are_taken(char *const *settings, const struct tool_environment *ranks)
{
    for (int i = 0; i < ranks->n; i++)
        setenv(ranks->setting[i].name, ranks->setting[i].value, 1);
    return are_all(is_taken, settings, true);
}

/* Each in a process of its own: the library takes settings once, and this one is not to have them.
 * A process that does not come to an answer has found nothing wrong. */
static int check(bool (*are_good)(char *const *, const struct tool_environment *),
                 char *const *settings, const struct tool_environment *ranks)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        _exit(are_good(settings, ranks) ? TOOL_OK : TOOL_USAGE);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == TOOL_USAGE ? TOOL_USAGE
                                                                               : TOOL_GO_ON;
}

int tool_run_add_settings(char *const *settings, struct tool_environment *ranks)
{
    int code = TOOL_GO_ON;

    for (int i = 0; code == TOOL_GO_ON && settings && settings[i]; i++)
        code = add_setting(settings[i], ranks);
    if (code == TOOL_GO_ON && ranks->n)
        code = check(are_named, settings, ranks);
    if (code == TOOL_GO_ON && ranks->n)
        code = check(are_taken, settings, ranks);
    return code;
}
