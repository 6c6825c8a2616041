#include "config.h"

#include "tools/job/defaults.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ground/letters.h"
#include "settings/places.h"

extern char **environ;

/* ---- what can be set in one place for all variables */

static bool is_there(enum mpit_place place, const char *path)
{
    return place == MPIT_PLACE && access(path, F_OK) == 0;
}

static bool any_file(void)
{
    char path[PATH_MAX];

    return getenv("MPIT_CONFIG") || is_there(mpit__place_of_system(MPIT_SYSCONFDIR, path), path) ||
           is_there(mpit__place_of_user(path), path);
}

/* MPIT_CVARS, MPIT_CVAR_<name>; and what could leave out this program. */
static bool is_of_many(const char *entry)
{
    return !strncmp(entry, "MPIT_CVAR", 9) || !strncmp(entry, "MPIT_EXCLUDE=", 13);
}

static bool any_of_many(void)
{
    for (char **entry = environ; *entry; entry++)
        if (is_of_many(*entry))
            return true;
    return any_file();
}

/* ---- one variable */

struct variable {
    const char *standard;
    bool is_plain; /* a text that is taken as it is */
};

static bool find(const char *name, struct variable *variable)
{
#define CVAR(short, type, enumeration, scope, bind, verbosity, category, effect, standard, desc)   \
    if (!strcmp(name, "mpit_" #short)) {                                                           \
        *variable = (struct variable){standard,                                                    \
                                      !strcmp(#type, "CHAR") && !strcmp(#effect, "before_init")};  \
        return true;                                                                               \
    }
#include "cvar/cvars.def"
    return false;
}

/* False: it is one whose value the library looks at, or a long one. */
static bool put(struct tool_answer *answer, const struct variable *variable, const char *name,
                const char *value)
{
    if (!variable->is_plain || strlen(value) >= MPIT_STRING)
        return false;
    strcpy(answer->value, value);
    snprintf(answer->source, sizeof answer->source, "%s", name);
    return true;
}

/* Its variable of the environment is called as it is, in capitals. */
static bool is_called(const char *entry, const char *name, char end)
{
    for (; *name; name++, entry++)
        if (*entry != mpit__to_upper(*name))
            return false;
    return *entry == end;
}

static bool put_environment(const char *name, const struct variable *variable,
                            struct tool_answer *answer)
{
    size_t length = strlen(name);
    char source[MPIT_STRING];

    for (char **entry = environ; *entry; entry++) {
        if (!is_called(*entry, name, '='))
            continue;
        snprintf(source, sizeof source, "%.*s", (int)length, *entry);
        if (!put(answer, variable, source, *entry + length + 1))
            return false;
    }
    return true;
}

static bool put_ranks(const char *name, const struct variable *variable,
                      const struct tool_environment *ranks, struct tool_answer *answer)
{
    for (int i = 0; i < ranks->n; i++)
        if (is_called(ranks->setting[i].name, name, '\0') &&
            !put(answer, variable, ranks->setting[i].name, ranks->setting[i].value))
            return false;
    return true;
}

/* What is set for the ranks takes the place of the environment. */
static bool answer_one(const char *name, const struct tool_environment *ranks,
                       struct tool_answer *answer)
{
    struct variable variable;

    if (!find(name, &variable))
        return false;
    strcpy(answer->value, variable.standard);
    strcpy(answer->source, "default");
    return put_environment(name, &variable, answer) && put_ranks(name, &variable, ranks, answer);
}

bool tool_defaults(const struct tool_environment *ranks, const char *const names[], int n,
                   struct tool_answer answers[])
{
    bool answered = !any_of_many();

    for (int i = 0; answered && i < n; i++)
        answered = answer_one(names[i], ranks, &answers[i]);
    return answered;
}
