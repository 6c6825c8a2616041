/* The MPI library's own variables, as they are set without us: own_settings.def. */
#ifndef MPIT_MPI_OWN_SETTINGS_H
#define MPIT_MPI_OWN_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

enum { MPIT_OWN_NAME = 512 };

/* What the environment has of a variable for the MPI library itself, and under which name; NULL:
 * nothing. */
const char *mpit__vendor_own_setting(const char *variable, char name[MPIT_OWN_NAME]);

/* The words of a variable that MPI_Init takes from the environment alone; NULL of any other. */
const char *mpit__vendor_early_words(const char *variable);

/* Puts one of its words, in letters of either case, there; false of any other, and where MPI_Init
 * has looked already. */
bool mpit__vendor_put_early(const char *variable, const char *value);

/* Puts a number into a variable, whatever its scope: what is read-only to a tool may be set before
 * MPI_Init, and was until the MPI library has looked at the environment.  value: as the variable
 * has it.  False where the library has no way for that. */
bool mpit__vendor_set_anyway(const char *variable, const void *value, size_t size);

#endif
