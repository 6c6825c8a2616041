/* What is set up before anything else of ours, when the first call comes. */
#ifndef MPIT_ENTRY_SETUP_H
#define MPIT_ENTRY_SETUP_H

/* The settings: defaults, files, environment, and those for the MPI library; once. */
void mpit__setup_settings(void);

/* These, and our own rows in the registries; once. */
void mpit__setup_interface(void);

#endif
