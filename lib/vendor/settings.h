/* Settings of the MPI library's own variables, and the way they come into force.
 *
 * Open MPI reads its environment (OMPI_MCA_<name>) when a component starts, so they are put there
 * before MPI_Init.  MPICH would abort in MPI_Init on a value that it cannot read, so they are
 * checked and written by MPI_T_cvar_write before it.  After MPI_Init all are read back. */
#ifndef MPIT_VENDOR_SETTINGS_H
#define MPIT_VENDOR_SETTINGS_H

#include <stdint.h>

#include "settings/source.h"

/* Keeps a setting; a later one of the same name replaces it. */
void mpit__vendor_setting_keep(const char *name, const char *value, struct mpit_cvar_source source);

/* Puts what is kept where the MPI library looks for it; once, in the set-up. */
void mpit__vendor_settings_put(void);

/* After MPI_Init: says, in a line each, which are not in force and why. */
void mpit__vendor_settings_check(void);

/* Who has set the vendor's variable of that name; the default if nobody here. */
struct mpit_cvar_source mpit__vendor_setting_source(const char *name);

/* A digest of all names and values, the same for the same settings. */
uint64_t mpit__vendor_settings_digest(void);

/* "name=value;name=value", cut at size. */
void mpit__vendor_settings_print(char *buffer, size_t size);

/* For tests that set up more than once. */
void mpit__vendor_settings_forget(void);

#endif
