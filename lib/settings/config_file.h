/* Configuration files: lines of `name = value`. */
#ifndef MPIT_SETTINGS_CONFIG_FILE_H
#define MPIT_SETTINGS_CONFIG_FILE_H

#include <stdbool.h>

#include "settings/settings.h"

/* Adds the settings of a file, or the error that keeps it from being read.  A file that is not
 * there is an error only where it was asked for. */
void mpit__config_file_read(struct mpit_settings *list, const char *path, bool asked_for);

#endif
