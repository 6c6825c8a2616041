#include "config.h"

#include "report/uses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/memory.h"
#include "profile/object.h"
#include "profile/sum.h"
#include "profile/uses.h"
#include "record/unite.h"
#include "report/uses_joined.h"

_Static_assert(sizeof((struct mpit_use *)NULL)->name ==
                       sizeof((struct mpit_live_use *)NULL)->name &&
                   sizeof((struct mpit_use *)NULL)->name ==
                       sizeof((struct mpit_record_use *)NULL)->name,
               "a name is as long everywhere");

_Static_assert((int)MPIT_LIVE_USE_AMOUNTS == (int)MPIT_AMOUNTS &&
                   (int)MPIT_LIVE_USE_COLLECTIVES == (int)MPIT_AMOUNT_collectives &&
                   (int)MPIT_LIVE_USE_WRITES == (int)MPIT_AMOUNT_writes,
               "amounts stand as in a record");

/* ---- of this process */

/* With what is known of its collectives, as long as rows of it are not one yet. */
struct row {
    struct mpit_use use;
    struct mpit_joined joined;
};

struct uses {
    struct row *row;
    int n;
};

static void add(struct uses *uses, const struct row *row)
{
    struct row *grown = realloc(uses->row, sizeof *grown * ((size_t)uses->n + 1));

    if (!grown) {
        mpit__memory_miss(1);
        return;
    }
    uses->row = grown;
    uses->row[uses->n++] = *row;
}

static struct mpit_record_amount sum(const struct mpit_object *comm, int count, int bytes)
{
    return (struct mpit_record_amount){mpit__sum_slots(comm, count, 1),
                                       mpit__sum_slots(comm, bytes, 1)};
}

/* What a communicator was used for; `ns` are ticks as yet. */
static struct mpit_use use_of_comm(const struct mpit_object *comm)
{
    struct mpit_use use = {.kind = MPIT_LIVE_USE_COMM,
                           .size = atomic_load(&comm->size),
                           .ns = mpit__sum_slots(comm, MPIT_C_TICKS, 1)};

    memcpy(use.name, comm->name, sizeof comm->name);
    use.amount[MPIT_AMOUNT_sends] = sum(comm, MPIT_C_SENDS, MPIT_C_SEND_BYTES);
    use.amount[MPIT_AMOUNT_recvs] = sum(comm, MPIT_C_RECVS, MPIT_C_RECV_BYTES);
    use.amount[MPIT_AMOUNT_collectives] = sum(comm, MPIT_C_COLL_CALLS, MPIT_C_COLL_BYTES);
    use.made = use.ns || use.amount[MPIT_AMOUNT_sends].count ||
               use.amount[MPIT_AMOUNT_recvs].count || use.amount[MPIT_AMOUNT_collectives].count;
    return use;
}

static void use_nanoseconds(struct mpit_use *use)
{
    use->ns = (uint64_t)(mpit__clock_seconds(use->ns) * 1e9);
}

static void add_comm(struct mpit_object *comm, void *uses)
{
    struct row row = {use_of_comm(comm), mpit__uses_joined_on(comm)};

    use_nanoseconds(&row.use);
    if (row.use.made)
        add(uses, &row);
}

void mpit__uses_keep_comm(const struct mpit_object *comm)
{
    struct mpit_use its = use_of_comm(comm);
    struct mpit_live_use *use =
        its.made ? mpit__use_need(MPIT_LIVE_USE_COMM, its.name, its.size) : NULL;

    if (!use)
        return;
    mpit__uses_joined_keep(comm, use);
    mpit__use_made(use);
    mpit__use_took(use, its.ns);
#define MOVED(what, amount_)                                                                       \
    mpit__use_moved(use, MPIT_LIVE_USE_##what, its.amount[MPIT_AMOUNT_##amount_].count,            \
                    its.amount[MPIT_AMOUNT_##amount_].bytes)
    MOVED(SENDS, sends);
    MOVED(RECVS, recvs);
    MOVED(COLLECTIVES, collectives);
#undef MOVED
}

static struct mpit_use use_of_row(const struct mpit_live_use *row)
{
    struct mpit_use use = {.kind = atomic_load(&row->kind),
                           .size = row->size,
                           .made = atomic_load(&row->made),
                           .ns = atomic_load(&row->ticks)};

    memcpy(use.name, row->name, sizeof use.name);
    use_nanoseconds(&use);
    for (int i = 0; i < MPIT_LIVE_USE_AMOUNTS; i++)
        use.amount[i] = (struct mpit_record_amount){atomic_load(&row->amount[i].count),
                                                    atomic_load(&row->amount[i].bytes)};
    return use;
}

static int by_name(const void *a, const void *b)
{
    const struct mpit_use *x = &((const struct row *)a)->use, *y = &((const struct row *)b)->use;
    int order = strcmp(x->name, y->name);

    if (!order)
        order = (x->kind > y->kind) - (x->kind < y->kind);
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

static void add_row(void *row, const void *other)
{
    struct mpit_use *use = &((struct row *)row)->use;
    const struct mpit_use *more = &((const struct row *)other)->use;

    mpit__joined_join(&((struct row *)row)->joined, &((const struct row *)other)->joined);
    use->made += more->made;
    use->ns += more->ns;
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        use->amount[i].count += more->amount[i].count;
        use->amount[i].bytes += more->amount[i].bytes;
    }
}

static int64_t joined_of(const struct row *row)
{
    const struct mpit_use *use = &row->use;

    if (!mpit__uses_joined_are_gathered() || use->kind != MPIT_LIVE_USE_COMM || use->size == 1)
        return -1;
    return (int64_t)mpit__joined_of(&row->joined, use->amount[MPIT_AMOUNT_collectives].count);
}

/* Of the process, a row for each name and size; to be freed. */
static struct mpit_use *take(int *n)
{
    static const struct mpit_united how = {sizeof(struct row), by_name, add_row};
    struct uses uses = {0};
    struct mpit_use *all;
    const struct mpit_live_use *live;

    for (unsigned i = 0; (live = mpit__use_row(i)); i++) {
        struct row row = {use_of_row(live), mpit__uses_joined_in(live)};

        add(&uses, &row);
    }
    mpit__object_each_comm(add_comm, &uses);
    *n = mpit__unite(uses.row, uses.n, &how);
    all = *n ? malloc((size_t)*n * sizeof *all) : NULL;
    if (!all) {
        mpit__memory_miss((uint64_t)*n);
        *n = 0;
    }
    for (int i = 0; i < *n; i++) {
        all[i] = uses.row[i].use;
        all[i].joined = joined_of(&uses.row[i]);
    }
    free(uses.row);
    return all;
}

/* ---- in the report */

static struct mpit_record_use record_use_of(const struct mpit_use *its, bool anybody_watched)
{
    struct mpit_record_use use = {.size = its->size,
                                  .nrank = 1,
                                  .made = its->made,
                                  .seconds = 1e-9 * (double)its->ns,
                                  .collectives_joined = anybody_watched ? its->joined : -1};

    memcpy(use.name, its->name, sizeof use.name);
    memcpy(use.amount, its->amount, sizeof use.amount);
    return use;
}

static void take_rows(void *context, int rank, const void *rows, int n)
{
    struct mpit_record *report = context;
    const struct mpit_use *row = rows;

    (void)rank;
    for (int i = 0; i < n; i++) {
        struct mpit_record_use use = record_use_of(&row[i], isfinite(report->waits_seen));
        bool is_comm = row[i].kind == MPIT_LIVE_USE_COMM;

        if (!mpit__record_add_uses(is_comm ? &report->communicator : &report->file,
                                   is_comm ? &report->ncommunicator : &report->nfile, &use, 1))
            mpit__memory_miss(1);
    }
}

void mpit__uses_fill(struct mpit_record *report)
{
    int n;
    struct mpit_use *uses;

    mpit__uses_joined_forget(); /* others have to do with that */
    uses = take(&n);
    take_rows(report, 0, uses, n);
    free(uses);
}

bool mpit__uses_gather(struct mpit_record *report, struct mpit_gather *gather)
{
    int n;
    struct mpit_use *uses = take(&n);
    bool ok = mpit__gather_rows(gather, uses, n, sizeof *uses, take_rows, report);

    mpit__uses_joined_forget();
    if (ok)
        free(uses);
    return ok;
}
