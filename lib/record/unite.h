/* Rows of several ranks that are about the same thing become one. */
#ifndef MPIT_RECORD_UNITE_H
#define MPIT_RECORD_UNITE_H

#include <stddef.h>

/* Sorts n rows of `size` bytes, and adds to the first of those that are equal the others.  Returns
 * how many are left, at the beginning. */
int mpit__unite(void *rows, int n, size_t size, int (*compare)(const void *a, const void *b),
                void (*add)(void *row, const void *more));

#endif
