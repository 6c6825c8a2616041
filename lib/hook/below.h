/* A call that is handed to a tool below us.
 *
 * As long as none has come back from there by this name, it is looked at before it goes down, and
 * counted when it returns: so the first one of a tool that takes calls past us is not lost.  One
 * that has come back, as PMPI_x, passes uncounted this once.  A tool may make another call of it,
 * which is counted then, in its place. */
#ifndef MPIT_HOOK_BELOW_H
#define MPIT_HOOK_BELOW_H

#include "hook/frame.h"
#include "mpi/below.h"

enum mpit_way_back { MPIT_WENT_PAST, MPIT_CAME_BACK, MPIT_CAME_AS_OTHER };

/* Around the tool's function; `before` keeps what this thread had handed down before. */
void mpit__below_enter(const struct mpit_base *base, enum mpit_call call,
                       struct mpit_handed *before);
enum mpit_way_back mpit__below_leave(const struct mpit_handed *before);

/* A call that is made inside another one: whether it is the one that was handed down.  Any
 * other is noted. */
bool mpit__below_is_back(struct mpit_thread *thread, enum mpit_call call);

/* Whether the tool makes the call as the last thing it does: then we seem to be the caller. */
bool mpit__below_ends_with(const struct mpit_thread *thread, const void *caller);

#endif
