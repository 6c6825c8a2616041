#include "config.h"

#include "settings/environment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "ground/letters.h"
#include "ground/message.h"
#include "settings/config_file.h"
#include "settings/places.h"

extern char **environ;

#define OURS  "MPIT_"
#define EXACT "MPIT_CVAR_"

/* Names that set no variable by themselves. */
static const char *const others[] = {"MPIT_CONFIG", "MPIT_CVARS", "MPIT_DISABLE"};

void mpit__environment_name(const char *name, char buffer[MPIT_ENVIRONMENT_NAME])
{
    size_t i;

    for (i = 0; name[i] && i < MPIT_ENVIRONMENT_NAME - 1; i++)
        buffer[i] = mpit__to_upper(name[i]);
    buffer[i] = '\0';
}

static void read_user_file(struct mpit_settings *list)
{
    const char *variable = secure_getenv("XDG_CONFIG_HOME") ? "XDG_CONFIG_HOME" : "HOME";
    char path[PATH_MAX];

    switch (mpit__place_of_user(path)) {
    case MPIT_NO_PLACE:
        break;
    case MPIT_PLACE:
        mpit__config_file_read(list, path, false);
        break;
    case MPIT_PLACE_TOO_LONG:
        mpit__settings_add_error(list, "no path is as long as that of mpit.conf there",
                                 (struct mpit_origin){variable, 0});
        break;
    }
}

static void read_files(struct mpit_settings *list, const char *system_directory)
{
    const char *asked_for = secure_getenv("MPIT_CONFIG");
    char path[PATH_MAX];

    if (mpit__place_of_system(system_directory, path) == MPIT_PLACE)
        mpit__config_file_read(list, path, false);
    read_user_file(list);
    if (asked_for && *asked_for)
        mpit__config_file_read(list, asked_for, true);
}

static void read_list(struct mpit_settings *list)
{
    const char *text = secure_getenv("MPIT_CVARS");
    struct mpit_origin origin = {"MPIT_CVARS", 0};

    if (text)
        mpit__settings_parse(list, text, strlen(text), ';', origin);
}

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_other(const char *entry, size_t length)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strlen(others[i]) == length && strncmp(others[i], entry, length) == 0)
            return true;
    return false;
}

/* MPIT_CLOCK sets mpit_clock.  What is not all upper case is no such name and stays as it is: it
 * is unknown then. */
static void add_own(struct mpit_settings *list, const char *entry, size_t length,
                    struct mpit_origin origin)
{
    char *name = strndup(entry, length);

    if (!name) {
        mpit__message_node(MPIT_WARN, NULL, "out of memory: %.*s is not set", (int)length, entry);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        if (mpit__is_lower(entry[i])) {
            memcpy(name, entry, length);
            break;
        }
        name[i] = mpit__to_lower(entry[i]);
    }
    mpit__settings_add(list, name, length, entry + length + 1, strlen(entry + length + 1), origin);
    free(name);
}

static void read_variables(struct mpit_settings *list, bool exact)
{
    for (char **entry = environ; entry && *entry; entry++) {
        const char *equals = strchr(*entry, '=');
        size_t length = equals ? (size_t)(equals - *entry) : 0, skip = strlen(EXACT);
        struct mpit_origin origin = {0};

        if (!begins(*entry, OURS) || begins(*entry, EXACT) != exact || !equals)
            continue;
        origin.where = mpit__origin_name(*entry, length);
        if (exact && length > skip)
            mpit__settings_add(list, *entry + skip, length - skip, equals + 1, strlen(equals + 1),
                               origin);
        else if (!exact && !is_other(*entry, length))
            add_own(list, *entry, length, origin);
    }
}

void mpit__environment_collect(struct mpit_settings *list, const char *system_directory)
{
    read_files(list, system_directory);
    if (getauxval(AT_SECURE))
        return;
    read_list(list);
    read_variables(list, true);
    read_variables(list, false);
}
