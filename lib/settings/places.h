/* Where the configuration files are that nobody has to name. */
#ifndef MPIT_SETTINGS_PLACES_H
#define MPIT_SETTINGS_PLACES_H

#include <limits.h>

enum mpit_place { MPIT_NO_PLACE, MPIT_PLACE, MPIT_PLACE_TOO_LONG };

enum mpit_place mpit__place_of_system(const char *directory, char path[PATH_MAX]);

/* $XDG_CONFIG_HOME/mpit.conf; a relative XDG_CONFIG_HOME is to be ignored (XDG base directory
 * specification), and none means ~/.config. */
enum mpit_place mpit__place_of_user(char path[PATH_MAX]);

#endif
