/* Whether this process is to be counted at all: what a site, or a user, says of programs by their
 * names, and of one job.  It is asked before any variable of ours is there. */
#ifndef MPIT_SETTINGS_SITE_H
#define MPIT_SETTINGS_SITE_H

#include <stdbool.h>

#include "settings/settings.h"

/* MPIT_DISABLE is set, and to something that does not mean off.  Reads nothing else. */
bool mpit__site_is_off(void);

/* Whether the list leaves out the program of this process.  mpit_exclude and mpit_include have
 * shell patterns with blanks between them, for the name of a program or, with a / in it, for its
 * whole path, where * stands for slashes, too; what was said last of a program counts. */
bool mpit__site_leaves_out(const struct mpit_settings *list);

/* mpit_mpi: the MPI of a program that does not tell which it was built for (front/built_for.h);
 * "" if nothing is said of it.  The list's own. */
const char *mpit__site_mpi(const struct mpit_settings *list);

/* Whether nothing on the list has anybody look at this process, or says anything: then it need not
 * be watched before its program asks. */
bool mpit__site_asks_for_nothing(const struct mpit_settings *list);

/* Whether that is a setting, and no variable: one of these three. */
bool mpit__site_has(const char *name);

#endif
