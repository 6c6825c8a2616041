#include "config.h"

#include "live/joined.h"

#include <stdlib.h>

#include "live/layout.h"

static int compare(const void *a, const void *b)
{
    const struct mpit_joined *one = a, *other = b;

    return (one->comm > other->comm) - (one->comm < other->comm);
}

void mpit__joined_join(struct mpit_joined *joined, const struct mpit_joined *more)
{
    joined->kept += more->kept;
    joined->seen += more->seen;
    joined->one_by_one += more->one_by_one;
}

static struct mpit_joined joined_of(const struct mpit_mine *mine, const struct mpit_meetings *known)
{
    const struct mpit_meeting *meeting =
        mpit__meetings_find(known, mine->arrived.comm, mine->arrived.nth);
    const uint64_t stands_for = UINT64_C(1) << mine->level;
    const bool is_whole = meeting && meeting->came == meeting->size;

    return (struct mpit_joined){mine->arrived.comm, stands_for, is_whole ? stands_for : 0,
                                is_whole};
}

struct mpit_joined *mpit__joined_list(const struct mpit_mine *mine, size_t n,
                                      const struct mpit_meetings *known, size_t *nlist)
{
    struct mpit_joined *list = n ? malloc(n * sizeof *list) : NULL;

    *nlist = 0;
    if (!list)
        return NULL;
    for (size_t i = 0; i < n; i++)
        list[i] = joined_of(&mine[i], known);
    qsort(list, n, sizeof *list, compare);
    for (size_t i = 0; i < n; i++)
        if (*nlist && compare(&list[*nlist - 1], &list[i]) == 0)
            mpit__joined_join(&list[*nlist - 1], &list[i]);
        else
            list[(*nlist)++] = list[i];
    return list;
}

/* The first that is not before a communicator. */
static size_t find(const struct mpit_joined *list, size_t n, uint64_t comm)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        *(list[middle].comm < comm ? &low : &high) = list[middle].comm < comm ? middle + 1 : middle;
    }
    return low;
}

/* Keys of persistent ones stand one after the other, two apart. */
void mpit__joined_add(const struct mpit_joined *list, size_t n, uint64_t comm, uint64_t prepared,
                      struct mpit_joined *sum)
{
    const uint64_t first = mpit_live_key_of_prepared(comm, 1),
                   last = mpit_live_key_of_prepared(comm, prepared);
    size_t i = find(list, n, comm);

    if (i < n && list[i].comm == comm)
        mpit__joined_join(sum, &list[i]);
    for (i = prepared ? find(list, n, first) : n; i < n && list[i].comm <= last; i++)
        mpit__joined_join(sum, &list[i]);
}

uint64_t mpit__joined_of(const struct mpit_joined *joined, uint64_t all)
{
    return joined->kept
               ? (uint64_t)((double)joined->seen / (double)joined->kept * (double)all + 0.5)
               : 0;
}
