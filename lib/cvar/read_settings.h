/* How settings get into our control variables. */
#ifndef MPIT_CVAR_READ_SETTINGS_H
#define MPIT_CVAR_READ_SETTINGS_H

/* Defaults, then files (the system's is in that directory) and environment.  In the set-up; tests
 * do it more than once. */
void mpit__cvar_read_settings(const char *system_directory);

#endif
