#include "config.h"

#include "report/uses.h"

#include <stdlib.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/memory.h"
#include "profile/object.h"
#include "profile/sum.h"
#include "profile/uses.h"
#include "record/unite.h"

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

struct uses {
    struct mpit_use *row;
    int n;
};

static void add(struct uses *uses, const struct mpit_use *use)
{
    struct mpit_use *grown = realloc(uses->row, sizeof *grown * ((size_t)uses->n + 1));

    if (!grown) {
        mpit__memory_miss(1);
        return;
    }
    uses->row = grown;
    uses->row[uses->n++] = *use;
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
    struct mpit_use use = use_of_comm(comm);

    use_nanoseconds(&use);
    if (use.made)
        add(uses, &use);
}

void mpit__uses_keep_comm(const struct mpit_object *comm)
{
    struct mpit_use its = use_of_comm(comm);
    struct mpit_live_use *use =
        its.made ? mpit__use_need(MPIT_LIVE_USE_COMM, its.name, its.size) : NULL;

    if (!use)
        return;
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
    const struct mpit_use *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    if (!order)
        order = (x->kind > y->kind) - (x->kind < y->kind);
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

static void add_row(void *row, const void *other)
{
    struct mpit_use *use = row;
    const struct mpit_use *more = other;

    use->made += more->made;
    use->ns += more->ns;
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        use->amount[i].count += more->amount[i].count;
        use->amount[i].bytes += more->amount[i].bytes;
    }
}

/* Of the process, a row for each name and size; to be freed. */
static struct uses take(void)
{
    static const struct mpit_united how = {sizeof(struct mpit_use), by_name, add_row};
    struct uses uses = {0};
    const struct mpit_live_use *row;

    for (unsigned i = 0; (row = mpit__use_row(i)); i++) {
        struct mpit_use use = use_of_row(row);

        add(&uses, &use);
    }
    mpit__object_each_comm(add_comm, &uses);
    uses.n = mpit__unite(uses.row, uses.n, &how);
    return uses;
}

/* ---- in the report */

static struct mpit_record_use record_use_of(const struct mpit_use *its)
{
    struct mpit_record_use use = {
        .size = its->size, .nrank = 1, .made = its->made, .seconds = 1e-9 * (double)its->ns};

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
        struct mpit_record_use use = record_use_of(&row[i]);
        bool is_comm = row[i].kind == MPIT_LIVE_USE_COMM;

        if (!mpit__record_add_uses(is_comm ? &report->communicator : &report->file,
                                   is_comm ? &report->ncommunicator : &report->nfile, &use, 1))
            mpit__memory_miss(1);
    }
}

void mpit__uses_fill(struct mpit_record *report)
{
    struct uses uses = take();

    take_rows(report, 0, uses.row, uses.n);
    free(uses.row);
}

bool mpit__uses_gather(struct mpit_record *report, struct mpit_gather *gather)
{
    struct uses uses = take();
    bool ok = mpit__gather_rows(gather, uses.row, uses.n, sizeof *uses.row, take_rows, report);

    if (ok)
        free(uses.row);
    return ok;
}
