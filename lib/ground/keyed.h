/* Things found by a number: about one step, however many there are and in whatever order they come
 * and go.  Of several with one key they are in the order in which they came.
 *
 * Not locked: the owner's lock is.  Without memory for more buckets it stays as it is, and gets
 * slower. */
#ifndef MPIT_GROUND_KEYED_H
#define MPIT_GROUND_KEYED_H

#include <stdint.h>

/* Stands in the thing, first. */
struct mpit_keyed {
    uint64_t key;
    struct mpit_keyed *next, **back; /* in its bucket */
};

struct mpit_keyed_bucket {
    struct mpit_keyed *first, **end; /* end: of one that has had any */
};

/* Zeroed: empty. */
enum { MPIT_KEYED_FEW = 64 };
struct mpit_keyed_table {
    struct mpit_keyed_bucket *buckets; /* NULL: the few */
    uint32_t room, n;
    struct mpit_keyed_bucket few[MPIT_KEYED_FEW];
};

void mpit__keyed_add(struct mpit_keyed_table *table, struct mpit_keyed *thing, uint64_t key);
void mpit__keyed_remove(struct mpit_keyed_table *table, struct mpit_keyed *thing);

/* The oldest with a key, and the next one with the same; NULL: none. */
struct mpit_keyed *mpit__keyed_find(struct mpit_keyed_table *table, uint64_t key);
struct mpit_keyed *mpit__keyed_next(const struct mpit_keyed *thing);

/* All of them: buckets 0 … room - 1, and in each along `next`. */
uint32_t mpit__keyed_room(const struct mpit_keyed_table *table);
struct mpit_keyed *mpit__keyed_first(struct mpit_keyed_table *table, uint32_t bucket);

#endif
