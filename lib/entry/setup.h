/* What is set up before anything else of ours, when the first call comes. */
#ifndef MPIT_ENTRY_SETUP_H
#define MPIT_ENTRY_SETUP_H

/* The settings: defaults, files, environment, and those for the MPI library; once. */
void mpit__setup_settings(void);

/* Hands over what MPI_T_cvar_write has changed of mpit_tune_*, before MPI_Init. */
void mpit__setup_tunables(void);

/* These, and our own rows in the registries; once. */
void mpit__setup_interface(void);

#endif
