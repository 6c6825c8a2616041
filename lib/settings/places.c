#include "config.h"

#include "settings/places.h"

#include <stdio.h>
#include <stdlib.h>

#define FILE_NAME "mpit.conf"

static enum mpit_place place_of(int length)
{
    return length < PATH_MAX ? MPIT_PLACE : MPIT_PLACE_TOO_LONG;
}

enum mpit_place mpit__place_of_system(const char *directory, char path[PATH_MAX])
{
    return place_of(snprintf(path, PATH_MAX, "%s/" FILE_NAME, directory));
}

enum mpit_place mpit__place_of_user(char path[PATH_MAX])
{
    const char *config = secure_getenv("XDG_CONFIG_HOME"), *home = secure_getenv("HOME");

    if (config && config[0] == '/')
        return place_of(snprintf(path, PATH_MAX, "%s/" FILE_NAME, config));
    if (home && home[0] == '/')
        return place_of(snprintf(path, PATH_MAX, "%s/.config/" FILE_NAME, home));
    return MPIT_NO_PLACE;
}
