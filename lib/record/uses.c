/* Rows of a record that several ranks have in common: collectives, communicators, files; and what
 * each rank has of a call. */
#include "record/record.h"

#include "record/unite.h"

#include <stdlib.h>
#include <string.h>

static int compare_counts(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

/* ---- collectives */

static int by_operation(const void *a, const void *b)
{
    const struct mpit_record_collective *x = a, *y = b;
    int order = strcmp(x->operation, y->operation);

    return order ? order : compare_counts(x->least, y->least);
}

static int collectives_by_seconds(const void *a, const void *b)
{
    const struct mpit_record_collective *x = a, *y = b;

    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    return by_operation(a, b);
}

static void add_collective(void *row, const void *other)
{
    struct mpit_record_collective *collective = row;
    const struct mpit_record_collective *more = other;

    collective->count += more->count;
    collective->bytes += more->bytes;
    collective->seconds += more->seconds;
}

static const struct mpit_united collectives = {sizeof(struct mpit_record_collective), by_operation,
                                               add_collective};

bool mpit__record_add_collectives(struct mpit_record *record,
                                  const struct mpit_record_collective *more, int n)
{
    return mpit__unite_more((void **)&record->collective, &record->ncollective, &collectives, more,
                            n);
}

/* ---- communicators and files */

static int by_name(const void *a, const void *b)
{
    const struct mpit_record_use *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : (x->size > y->size) - (x->size < y->size);
}

static int uses_by_seconds(const void *a, const void *b)
{
    const struct mpit_record_use *x = a, *y = b;

    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    return by_name(a, b);
}

static void add_use(void *row, const void *other)
{
    struct mpit_record_use *use = row;
    const struct mpit_record_use *more = other;

    use->nrank += more->nrank;
    use->made += more->made;
    use->seconds += more->seconds;
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        use->amount[i].count += more->amount[i].count;
        use->amount[i].bytes += more->amount[i].bytes;
    }
    if (use->collectives_joined < 0 || more->collectives_joined < 0)
        use->collectives_joined = -1;
    else
        use->collectives_joined += more->collectives_joined;
}

static const struct mpit_united uses = {sizeof(struct mpit_record_use), by_name, add_use};

bool mpit__record_add_uses(struct mpit_record_use **list, int *n,
                           const struct mpit_record_use *more, int nmore)
{
    return mpit__unite_more((void **)list, n, &uses, more, nmore);
}

/* ---- all of them */

static int sort(void *rows, int n, const struct mpit_united *how,
                int (*order)(const void *a, const void *b))
{
    n = mpit__unite(rows, n, how);
    if (n)
        qsort(rows, (size_t)n, how->size, order);
    return n;
}

void mpit__record_sort_uses(struct mpit_record *record)
{
    record->ncollective =
        sort(record->collective, record->ncollective, &collectives, collectives_by_seconds);
    record->ncommunicator =
        sort(record->communicator, record->ncommunicator, &uses, uses_by_seconds);
    record->nfile = sort(record->file, record->nfile, &uses, uses_by_seconds);
}

/* ---- calls by rank, regions by time */

/* The list with room for one more; NULL where there is no memory. */
static void *with_room(void *list, int n, size_t size)
{
    bool is_full = (n & (n - 1)) == 0; /* room is a power of two */

    return is_full ? realloc(list, size * (n ? 2 * (size_t)n : 1)) : list;
}

bool mpit__record_add_call_rank(struct mpit_record_call *call,
                                const struct mpit_record_call_rank *more)
{
    struct mpit_record_call_rank *list = with_room(call->rank, call->nrank, sizeof *list);

    if (!list)
        return false;
    call->rank = list;
    list[call->nrank++] = *more;
    return true;
}

bool mpit__record_add_span(struct mpit_record_region *region, const struct mpit_record_span *more)
{
    struct mpit_record_span *list = with_room(region->span, region->nspan, sizeof *list);

    if (!list)
        return false;
    region->span = list;
    list[region->nspan++] = *more;
    return true;
}

static int by_rank_and_begin(const void *a, const void *b)
{
    const struct mpit_record_span *x = a, *y = b;
    int order = (x->rank > y->rank) - (x->rank < y->rank);

    return order ? order : (x->begin > y->begin) - (x->begin < y->begin);
}

void mpit__record_sort_spans(struct mpit_record *record)
{
    for (int i = 0; i < record->nregion; i++)
        if (record->region[i].nspan)
            qsort(record->region[i].span, (size_t)record->region[i].nspan,
                  sizeof *record->region[i].span, by_rank_and_begin);
}
