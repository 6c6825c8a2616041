/* Settings of variables that are not ours: those of the MPI library, which lib/vendor puts there.
 */
#ifndef MPIT_SETTINGS_FOREIGN_H
#define MPIT_SETTINGS_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "settings/origin.h"

struct mpit_foreign {
    struct mpit_foreign *next; /* in order of first mention */
    struct mpit_origin origin;
    char *name, *value;
    bool refused; /* it is not in force, which has been said */
    bool placed;  /* it is where the MPI library looks for it, or was refused */
    bool renewed; /* so was another value before it */
};

/* Keeps a setting; a later one of the same name replaces it.  In the set-up, and before MPI_Init
 * what MPI_T has written since. */
void mpit__foreign_keep(const char *name, const char *value, struct mpit_origin origin);

struct mpit_foreign *mpit__foreign_first(void);

/* Who has set the variable of that name; the default if nobody, or if it was refused. */
struct mpit_origin mpit__foreign_origin(const char *name);

/* A digest of all names and values, the same for the same settings. */
uint64_t mpit__foreign_digest(void);

/* "name=value;name=value", cut at size. */
void mpit__foreign_print(char *buffer, size_t size);

/* For tests that set up more than once. */
void mpit__foreign_forget(void);

#endif
