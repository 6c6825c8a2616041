/* Traffic of this process with each rank of MPI_COMM_WORLD, and waits for it, over all
 * communicators; its one-sided operations there, over all windows. */
#ifndef MPIT_REPORT_PAIRS_H
#define MPIT_REPORT_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/totals.h"

struct mpit_pair {
    int peer; /* world rank, -1 outside MPI_COMM_WORLD */
    bool used;
    uint64_t messages, bytes;
    uint64_t operations, operation_bytes; /* one-sided, of this process on windows of the peer */
    uint64_t waited[MPIT_WAIT_SLOTS];     /* MPIT_OF_WAIT; times are ticks, in a list nanoseconds */
};

/* Starts as all zeroes. */
struct mpit_pairs {
    struct mpit_pair *row; /* hashed by peer */
    size_t room, used;
};

/* Adds to the row of its peer.  False without memory: the traffic is lost, and counted as that
 * (mpit__memory_miss). */
bool mpit__pairs_add(struct mpit_pairs *pairs, const struct mpit_pair *more);

/* Adds all of another one. */
void mpit__pairs_merge(struct mpit_pairs *pairs, const struct mpit_pairs *more);

/* Forgets what they say of one kind of wait. */
void mpit__pairs_drop_waits(struct mpit_pairs *pairs, enum mpit_wait wait);

/* A copy of the rows in use, [*n], for free(); NULL and 0 where there are none, or without memory,
 * which is counted. */
struct mpit_pair *mpit__pairs_list(const struct mpit_pairs *pairs, int *n);

/* Has others read them (live/segment.h); for those that are never freed. */
void mpit__pairs_publish(const struct mpit_pairs *pairs);

void mpit__pairs_free(struct mpit_pairs *pairs);

#endif
