#include "config.h"

#include "front/messages.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ground/in_force.h"
#include "ground/message.h"
#include "settings/environment.h"

enum { LINE = 1000 };

/* All that is said here are warnings: either mpit_verbose has no room for them, or for all. */
static bool is_to_be_quiet(void)
{
    struct mpit_settings settings = MPIT_SETTINGS_INIT(settings);
    bool quiet = false;

    mpit__environment_collect(&settings, MPIT_SYSCONFDIR);
    for (const struct mpit_setting *one = settings.first; one; one = one->next)
        if (one->name && strcmp(one->name, "mpit_verbose") == 0)
            quiet = strcmp(one->value, "quiet") == 0 || strcmp(one->value, "0") == 0;
    mpit__settings_free(&settings);
    return quiet;
}

void mpit__front_say(const char *format, ...)
{
    char line[LINE];
    va_list arguments;

    if (is_to_be_quiet())
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    mpit__in_force.verbose = MPIT_WARN; /* the front has a copy of its own, and no variables */
    mpit__message_node(MPIT_WARN, format, "%s", line);
}
