/* Operations on a handle of what is joined (profile/collective_waits.h): as of any other cell, once
 * what there is has been joined. */
#ifndef MPIT_PVAR_COLLECTIVE_WAITS_H
#define MPIT_PVAR_COLLECTIVE_WAITS_H

#include "handle/pvar.h"

int mpit__collective_waits_offer(const struct mpit_pvar *pvar, struct mpit_object *object);
int mpit__collective_waits_stop(const struct mpit_found *found, const void *in, void *out);
int mpit__collective_waits_write(const struct mpit_found *found, const void *in, void *out);
int mpit__collective_waits_reset(const struct mpit_found *found, const void *in, void *out);
bool mpit__collective_waits_peek(const struct mpit_found *found, void *buf);

#endif
