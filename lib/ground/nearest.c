#include "config.h"

#include "ground/nearest.h"

#include "ground/letters.h"

#include <string.h>

static int smallest(int a, int b, int c)
{
    int ab = a < b ? a : b;

    return ab < c ? ab : c;
}

static int differ(char a, char b)
{
    return mpit__to_lower(a) != mpit__to_lower(b);
}

int mpit__distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    int row[LONGEST + 1];
    int na = (int)strnlen(a, LONGEST), nb = (int)strnlen(b, LONGEST);

    for (int j = 0; j <= nb; j++)
        row[j] = j;
    for (int i = 1; i <= na; i++) {
        int diagonal = row[0];

        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            int above = row[j];

            row[j] = smallest(above + 1, row[j - 1] + 1, diagonal + differ(a[i - 1], b[j - 1]));
            diagonal = above;
        }
    }
    return row[nb];
}

const char *mpit__nearest(const char *word, const char *const *words, int n)
{
    const char *best = NULL;
    int limit = (int)strlen(word) / 4 + 2; /* farther is not a misspelling */

    for (int i = 0; i < n; i++) {
        int d = mpit__distance(word, words[i]);

        if (d < limit) {
            best = words[i];
            limit = d;
        }
    }
    return best;
}
