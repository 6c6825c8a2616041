#include "record/unite.h"

#include <stdlib.h>
#include <string.h>

int mpit__unite(void *rows, int n, size_t size, int (*compare)(const void *a, const void *b),
                void (*add)(void *row, const void *more))
{
    char *row = rows; /* the last that is kept */
    int kept = n > 0;

    if (n == 0)
        return 0;
    qsort(rows, (size_t)n, size, compare);
    for (int i = 1; i < n; i++) {
        const char *next = (const char *)rows + (size_t)i * size;

        if (compare(row, next) == 0) {
            add(row, next);
            continue;
        }
        row += size;
        kept++;
        if (row != next)
            memcpy(row, next, size);
    }
    return kept;
}
