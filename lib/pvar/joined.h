/* Operations on a handle of what is joined (ledger/joined.h): as of any other cell, once what there
 * is has been joined. */
#ifndef MPIT_PVAR_JOINED_H
#define MPIT_PVAR_JOINED_H

#include "handle/pvar.h"

int mpit__joined_offer(const struct mpit_pvar *pvar, struct mpit_object *object);
int mpit__joined_stop(const struct mpit_found *found, const void *in, void *out);
int mpit__joined_write(const struct mpit_found *found, const void *in, void *out);
int mpit__joined_reset(const struct mpit_found *found, const void *in, void *out);
bool mpit__joined_peek(const struct mpit_found *found, void *buf);

#endif
