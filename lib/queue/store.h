/* The messages of one communicator that have arrived and wait for a receive.
 *
 * Each message stands in four lanes, one for each way in which a receive can ask for it: by source
 * and tag, by source alone, by tag alone, by neither.  A lane is in order of arrival, so that the
 * first message of the lane that a receive names is the one that matches it (3.5): found by one
 * look into a hash table, however many messages wait.
 *
 * Not locked: the caller serialises all stores together. */
#ifndef MPIT_QUEUE_STORE_H
#define MPIT_QUEUE_STORE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct mpit_lane;
struct mpit_waiting;

enum { MPIT_LANES = 4 }; /* that a message stands in */

/* What a message takes here: its record and, where it is not alone with its source and tag, a
 * share of its lanes. */
enum { MPIT_STORE_BYTES = 256 };

struct mpit_current_call {
    struct mpit_lane *lane;
    struct mpit_waiting *next, *previous;
};

struct mpit_waiting {
    MPI_Message message; /* matched by us, not yet received */
    int source, tag;
    uint64_t bytes;
    uint64_t arrived; /* ticks when we saw it first */
    struct mpit_current_call in[MPIT_LANES];
};

/* Messages that one receive can ask for: source may be MPI_ANY_SOURCE, tag MPI_ANY_TAG. */
struct mpit_lane {
    int source, tag;
    uint32_t length;
    struct mpit_waiting *first, *last;
    struct mpit_lane *next; /* in its bucket */
};

struct mpit_store {
    struct mpit_lane **buckets;
    uint32_t nbuckets; /* a power of 2, or 0 */
    uint32_t nlanes;
    uint32_t length; /* messages */
};

/* Makes room for one more message, so that the next mpit__store_add cannot fail; false without
 * memory, of which nothing is said: the message stays where it is. */
bool mpit__store_reserve(struct mpit_store *store);

/* Adds the message that has arrived last. */
void mpit__store_add(struct mpit_store *store, MPI_Message message, int source, int tag,
                     uint64_t bytes, uint64_t arrived);

/* The message that a receive with this source and tag matches, NULL if none waits. */
struct mpit_waiting *mpit__store_find(const struct mpit_store *store, int source, int tag);

/* Takes a message out; its record is gone. */
void mpit__store_remove(struct mpit_store *store, struct mpit_waiting *waiting);

/* Messages from one source. */
uint32_t mpit__store_length_from(const struct mpit_store *store, int source);

/* The most frequent pairs of source and tag, longest first; returns how many were found. */
int mpit__store_most_frequent(const struct mpit_store *store, int n,
                              const struct mpit_lane *lanes[]);

/* Forgets all messages. */
void mpit__store_clear(struct mpit_store *store);

#endif
