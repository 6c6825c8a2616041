/* mpit_tune_<name>: one name for what both MPI libraries have, see tunables.def. */
#ifndef MPIT_CVAR_TUNABLES_H
#define MPIT_CVAR_TUNABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mpit_cvar;

/* What follows the description of one, with the name that it has in the MPI below. */
#define MPIT_TUNABLE_HERE                                                                          \
    " Here it is %s; at the default, nothing is set. Set it to the same value in all processes,"   \
    " before MPI_Init."

/* Turns those that were set into settings of the MPI library's variables: in the set-up (anew), and
 * again once MPI_T_cvar_write has changed some since.  One thread at a time. */
void mpit__tunables_keep(bool anew);
bool mpit__tunables_have_changed(void);

/* Says in the descriptions of those among n variables what they are in the MPI below. */
void mpit__tunables_describe(struct mpit_cvar *own, size_t n);

/* Bytes that one of them has in force as a limit: those of the environment, else what the library
 * has by itself; its own files are not read.  0: not known, or something else decides. */
uint64_t mpit__tunables_limit(const char *own);

#endif
