/* All that is set from outside: configuration files and environment. */
#ifndef MPIT_SETTINGS_ENVIRONMENT_H
#define MPIT_SETTINGS_ENVIRONMENT_H

#include "settings/settings.h"

enum { MPIT_ENVIRONMENT_NAME = 64 };

/* mpit_clock -> MPIT_CLOCK; a longer name is cut. */
void mpit__environment_name(const char *name, char buffer[MPIT_ENVIRONMENT_NAME]);

/* Collects every setting; a later one wins.  In this order: the system's mpit.conf (the directory
 * is /etc or what configure was told), the user's
 * mpit.conf, the file that MPIT_CONFIG names, MPIT_CVARS, MPIT_CVAR_<exact name>, MPIT_<NAME>.
 * A set-user-id program is not steered by its environment: there it is the system's file alone. */
void mpit__environment_collect(struct mpit_settings *list, const char *system_directory);

#endif
