/* Settings of the MPI library's own variables (settings/foreign.h), and the way they come into
 * force.
 *
 * What a file says gives way to what the MPI library's own environment has (own_settings.def).
 * Where the MPI library reads its environment when a component starts (facts.def: environment),
 * they are put there before MPI_Init; else they are checked, and written by MPI_T_cvar_write
 * before it. After MPI_Init all are read back. */
#ifndef MPIT_VENDOR_SETTINGS_H
#define MPIT_VENDOR_SETTINGS_H

/* Puts what is kept and was not put yet where the MPI library looks for it: in the set-up, and
 * after MPI_T_cvar_write has changed one of mpit_tune_*.  One thread at a time. */
void mpit__vendor_settings_put(void);

/* After MPI_Init: says, in a line each, which are not in force and why. */
void mpit__vendor_settings_check(void);

#endif
