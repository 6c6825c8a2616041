/* Of the collectives on communicators of a name and size, of how many it is known who came last:
 * what ranks have put together (report/meetings_gather.h) is by communicator, those that have ended
 * among them. */
#ifndef MPIT_REPORT_USES_JOINED_H
#define MPIT_REPORT_USES_JOINED_H

#include <stdbool.h>

#include "live/joined.h"

struct mpit_object;
struct mpit_live_use;

/* A communicator ends, and counts in that row from now on.  The last ones are kept in mind. */
void mpit__uses_joined_keep(const struct mpit_object *comm, const struct mpit_live_use *row);

/* What is known of this process, which is ours then; nothing any more. */
void mpit__uses_joined_learn(struct mpit_joined *list, size_t n);
void mpit__uses_joined_forget(void);
bool mpit__uses_joined_are_gathered(void);

struct mpit_joined mpit__uses_joined_on(const struct mpit_object *comm);
struct mpit_joined mpit__uses_joined_in(const struct mpit_live_use *row);

#endif
