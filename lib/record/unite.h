/* Rows of several ranks that are about the same thing become one. */
#ifndef MPIT_RECORD_UNITE_H
#define MPIT_RECORD_UNITE_H

#include <stdbool.h>
#include <stddef.h>

/* Sorts n rows of `size` bytes, and adds to the first of those that are equal the others.  Returns
 * how many are left, at the beginning. */
struct mpit_united {
    size_t size;
    int (*compare)(const void *a, const void *b);
    void (*add)(void *row, const void *more);
};
int mpit__unite(void *rows, int n, const struct mpit_united *how);

/* Appends nmore rows to the n of a list, and unites them now and then: the list is about as long as
 * there are different rows.  False where there is no memory. */
bool mpit__unite_more(void **rows, int *n, const struct mpit_united *how, const void *more,
                      int nmore);

#endif
