#include "config.h"

#include "report/spans.h"

#include <stdlib.h>

enum { ROOM = 1024, ALL = 1 << 18, LEAST = 4 };

static struct mpit_span spans[ROOM];
static int nspans;

static int longest_first(const void *a, const void *b)
{
    const struct mpit_span *x = a, *y = b;
    uint64_t of_x = x->end - x->begin, of_y = y->end - y->begin;

    if (of_x != of_y)
        return of_x < of_y ? 1 : -1;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static void keep_longest(int n)
{
    if (nspans <= n)
        return;
    qsort(spans, (size_t)nspans, sizeof *spans, longest_first);
    nspans = n;
}

/* Halving at a time, a span costs a sort of a few others. */
void mpit__span_add(const struct mpit_span *span)
{
    if (nspans == ROOM)
        keep_longest(ROOM / 2);
    spans[nspans++] = *span;
}

int mpit__spans_count(void)
{
    return nspans;
}

const struct mpit_span *mpit__span_at(int i)
{
    return &spans[i];
}

void mpit__spans_limit(int nranks)
{
    int each = nranks > 0 ? ALL / nranks : 0;

    keep_longest(each > LEAST ? each : LEAST);
}
