/* mpit_tune_<name>: one name for what both MPI libraries have, see tunables.def. */
#ifndef MPIT_CVAR_TUNABLES_H
#define MPIT_CVAR_TUNABLES_H

/* Turns those that were set into settings of the MPI library's variables. */
void mpit__tunables_keep(void);

#endif
