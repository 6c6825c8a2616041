/* Where a label stands in a list whose rows begin with one: found by its hash. */
#ifndef MPIT_REPORT_LABELS_H
#define MPIT_REPORT_LABELS_H

#include <stddef.h>
#include <stdint.h>

/* Of no room, as all zeroes, it has no rows: the list is then searched from its beginning. */
struct mpit_labels {
    uint32_t *first; /* [room] row + 1 of the newest with a hash, 0: none */
    uint32_t *next;  /* [room] row + 1 of the one before */
    uint32_t room;   /* a power of two */
};

struct mpit_label_list {
    const void *rows;
    size_t size; /* of a row */
    int n;
};

/* What `room` rows need, and begins with that, zeroed; NULL: without room. */
#define MPIT_LABELS_BYTES(room) (2 * sizeof(uint32_t) * (size_t)(room))
struct mpit_labels mpit__labels_in(void *memory, int room);

/* The last row of the list, which must have room, can be found from now on. */
void mpit__labels_add(struct mpit_labels *labels, struct mpit_label_list list);

/* The row with the label, -1: there is none. */
int mpit__labels_find(const struct mpit_labels *labels, struct mpit_label_list list,
                      const char *label);

#endif
