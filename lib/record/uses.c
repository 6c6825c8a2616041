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

/* ---- calls by rank */

bool mpit__record_add_call_rank(struct mpit_record_call *call,
                                const struct mpit_record_call_rank *more)
{
    int n = call->nrank;

    if ((n & (n - 1)) == 0) { /* full */
        struct mpit_record_call_rank *grown =
            realloc(call->rank, sizeof *grown * (n ? 2 * (size_t)n : 1));

        if (!grown)
            return false;
        call->rank = grown;
    }
    call->rank[call->nrank++] = *more;
    return true;
}
