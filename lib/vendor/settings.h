/* Settings of the MPI library's own variables (settings/foreign.h), and the way they come into
 * force.
 *
 * Where the MPI library reads its environment when a component starts (facts.def: environment),
 * they are put there before MPI_Init; else they are checked, and written by MPI_T_cvar_write
 * before it. After MPI_Init all are read back. */
#ifndef MPIT_VENDOR_SETTINGS_H
#define MPIT_VENDOR_SETTINGS_H

/* Puts what is kept where the MPI library looks for it; once, in the set-up. */
void mpit__vendor_settings_put(void);

/* After MPI_Init: says, in a line each, which are not in force and why. */
void mpit__vendor_settings_check(void);

#endif
