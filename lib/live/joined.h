/* Of the collectives that a rank has come to, of how many it is known who came last, by their
 * communicators: what was kept stands for what was not (live/meetings.h). */
#ifndef MPIT_LIVE_JOINED_H
#define MPIT_LIVE_JOINED_H

#include <stddef.h>
#include <stdint.h>

#include "live/meetings.h"

struct mpit_joined {
    uint64_t comm;       /* mpit_live_key_of_comm, or that of a persistent collective */
    uint64_t kept;       /* as many as those that were kept stand for */
    uint64_t seen;       /* of these, at which all have been seen */
    uint64_t one_by_one; /* those that were seen themselves */
};

/* Of what a rank has come to, by communicator, for free(); `known` is what has become of it.  NULL:
 * nothing, or no memory. */
struct mpit_joined *mpit__joined_list(const struct mpit_mine *mine, size_t n,
                                      const struct mpit_meetings *known, size_t *nlist);

/* Adds those of a communicator, and of the persistent collectives that were made on it. */
void mpit__joined_add(const struct mpit_joined *list, size_t n, uint64_t comm, uint64_t prepared,
                      struct mpit_joined *sum);

/* Adds those of another. */
void mpit__joined_join(struct mpit_joined *joined, const struct mpit_joined *more);

/* How many of as many as the rank has come to. */
uint64_t mpit__joined_of(const struct mpit_joined *joined, uint64_t all);

#endif
