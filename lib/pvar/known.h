/* Whether a value can be known: a handle is had all the same, and shows that it is not. */
#ifndef MPIT_PVAR_KNOWN_H
#define MPIT_PVAR_KNOWN_H

#include "pvar/pvar.h"

/* From handle_alloc to handle_free, started or not: what must be counted without a gap is.  What is
 * continuous is watched before. */
void mpit__known_begin(struct mpit_object *object, const struct mpit_own_pvar *pvar);
void mpit__known_end(struct mpit_object *object, const struct mpit_own_pvar *pvar);

/* Signal safe. */
bool mpit__known_is(struct mpit_object *object, const struct mpit_own_pvar *pvar);

#endif
