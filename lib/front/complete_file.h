/* Whether a file can be loaded without harm. */
#ifndef MPIT_FRONT_COMPLETE_FILE_H
#define MPIT_FRONT_COMPLETE_FILE_H

#include <stdbool.h>

/* Whether all that its headers name is in the file: the loader maps it without a look at its size,
 * and a process dies of what is missing.  False with errno set where it cannot be read now, and 0
 * where it is no whole file. */
bool mpit__file_is_whole(const char *path);

#endif
