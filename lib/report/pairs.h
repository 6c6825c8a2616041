/* Traffic of this process with each rank of MPI_COMM_WORLD, over all communicators. */
#ifndef MPIT_REPORT_PAIRS_H
#define MPIT_REPORT_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mpit_pair {
    int peer; /* world rank, -1 outside MPI_COMM_WORLD */
    uint64_t messages, bytes;
};

/* Starts as all zeroes. */
struct mpit_pairs {
    struct mpit_pair *row; /* hashed by peer; a free row has no messages */
    size_t room, used;
};

/* False without memory: the traffic is lost, and counted as that (mpit__memory_miss). */
bool mpit__pairs_add(struct mpit_pairs *pairs, int peer, uint64_t messages, uint64_t bytes);

/* Adds all of another one. */
void mpit__pairs_merge(struct mpit_pairs *pairs, const struct mpit_pairs *more);

/* A copy of the rows in use, [*n], for free(); NULL and 0 where there are none, or without memory,
 * which is counted. */
struct mpit_pair *mpit__pairs_list(const struct mpit_pairs *pairs, int *n);

/* Has others read them (live/segment.h); for those that are never freed. */
void mpit__pairs_publish(const struct mpit_pairs *pairs);

void mpit__pairs_free(struct mpit_pairs *pairs);

#endif
