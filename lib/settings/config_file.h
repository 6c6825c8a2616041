/* Configuration files: lines of `name = value`. */
#ifndef MPIT_SETTINGS_CONFIG_FILE_H
#define MPIT_SETTINGS_CONFIG_FILE_H

#include <stdbool.h>

#include "settings/settings.h"

/* Adds the settings of a file, or the error that keeps it from being read.  A file that is not
 * there is an error only where it was asked for.  So is one whose path is not a whole one, and one
 * that others than root and the user of this process own or can write, or whose folder is so; in a
 * sticky folder, as /tmp, a file of theirs is read. */
void mpit__config_file_read(struct mpit_settings *list, const char *path, bool asked_for);

#endif
