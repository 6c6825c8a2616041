#include "record/unite.h"

#include <stdlib.h>
#include <string.h>

int mpit__unite(void *rows, int n, const struct mpit_united *how)
{
    char *row = rows; /* the last that is kept */
    int kept = n > 0;

    if (n == 0)
        return 0;
    qsort(rows, (size_t)n, how->size, how->compare);
    for (int i = 1; i < n; i++) {
        const char *next = (const char *)rows + (size_t)i * how->size;

        if (how->compare(row, next) == 0) {
            how->add(row, next);
            continue;
        }
        row += how->size;
        kept++;
        if (row != next)
            memcpy(row, next, how->size);
    }
    return kept;
}

/* Whether a list has come to the double of a power of two: if it is united then, all sorting
 * together takes no longer than that of twice as many rows at once, however many are different. */
static bool has_doubled(int n, int now)
{
    enum { FEW = 64 };

    return now >= FEW && (n == 0 || __builtin_clz((unsigned)n) != __builtin_clz((unsigned)now));
}

bool mpit__unite_more(void **rows, int *n, const struct mpit_united *how, const void *more,
                      int nmore)
{
    int now = *n + nmore;
    char *grown;

    if (nmore == 0)
        return true;
    grown = realloc(*rows, how->size * (size_t)now);
    if (!grown)
        return false;
    *rows = grown;
    memcpy(grown + how->size * (size_t)*n, more, how->size * (size_t)nmore);
    *n = has_doubled(*n, now) ? mpit__unite(grown, now, how) : now;
    return true;
}
