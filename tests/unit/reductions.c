/* What the values of our performance variables are made of: every row of reductions.def, and every
 * variable through the life of a handle. */
#include "config.h"

#include "entry/setup.h"
#include "mpi/vendor.h"
#include "profile/watch.h"
#include "pvar/pvar.h"
#include "registry/registry.h"
#include "suite.h"

#include <mpi.h>
#include <string.h>

enum { PEERS = 3, NUMBER = 77, MOST_BYTES = 4096 };

static struct mpit_object comm = {.kind = MPIT_KIND_comm, .size = PEERS};

static void setup(void)
{
    mpit__vendor_resolve();
    mpit__setup_interface();
}

START_TEST(every_row_has_all_that_is_called)
{
    for (int i = 0; i < MPIT_REDUCTIONS; i++) {
        const struct mpit_reduction *row = &mpit__reductions[i];
        const struct mpit_pvar_ops *ops = &row->ops;

        ck_assert_uint_gt(strlen(row->name), 0);
        ck_assert_msg(row->elements && row->now && row->poll, "%s: a value", row->name);
        ck_assert_msg(ops->offer && ops->open && ops->close && ops->peek, "%s: a life", row->name);
        ck_assert_msg(ops->start && ops->stop && ops->read, "%s: a use", row->name);
        ck_assert_msg(ops->write && ops->reset && ops->readreset, "%s: a change", row->name);
    }
}
END_TEST

/* Ours are all that is listed as long as nobody asks for more. */
static const struct mpit_pvar *pvar_at(int i)
{
    return mpit__registry_at(&mpit__pvars, i);
}

START_TEST(every_row_is_used_and_every_variable_has_one)
{
    bool used[MPIT_REDUCTIONS] = {false};

    for (int i = 0; i < mpit__registry_count(&mpit__pvars); i++) {
        const struct mpit_reduction *row = mpit__reduction_of(pvar_at(i));

        ck_assert_msg(row >= mpit__reductions && row < mpit__reductions + MPIT_REDUCTIONS,
                      "%s has none", pvar_at(i)->name);
        used[row - mpit__reductions] = true;
    }
    for (int i = 0; i < MPIT_REDUCTIONS; i++)
#if defined(MPIT_OPENMPI)
        /* The aliases that have it are Open MPI's own there. */
        if (i != MPIT_REDUCTION_POSTED && i != MPIT_REDUCTION_UNEXPECTED)
#endif
            ck_assert_msg(used[i], "no variable has %s", mpit__reductions[i].name);
}
END_TEST

/* A handle that was found, on a slot of its own. */
static struct mpit_found open_on(const struct mpit_pvar *pvar, struct mpit_handle *handle)
{
    struct mpit_object *object = pvar->bind == MPI_T_BIND_NO_OBJECT ? &mpit__process : &comm;
    struct mpit_found found = {
        .handle = handle, .number = NUMBER, .pvar = pvar, .object = object, .count = 0};

    memset(handle, 0, sizeof *handle);
    atomic_store(&handle->pvar, pvar);
    atomic_store(&handle->object, object);
    ck_assert_int_eq(pvar->ops->open(handle, &found.count), MPI_SUCCESS);
    atomic_store(&handle->count, found.count);
    atomic_store(&handle->slot.valid, NUMBER);
    return found;
}

static int count_of(const struct mpit_pvar *pvar)
{
    switch (mpit__reduction_of(pvar) - mpit__reductions) {
    case MPIT_REDUCTION_PEERS:
    case MPIT_REDUCTION_WAITED:
    case MPIT_REDUCTION_TRAFFIC:
    case MPIT_REDUCTION_PARTNERS:
    case MPIT_REDUCTION_POSTED:
    case MPIT_REDUCTION_UNEXPECTED:
        return PEERS;
    case MPIT_REDUCTION_SIZES:
        return MPIT_SIZES;
    case MPIT_REDUCTION_FLUSH:
        return MPIT_STRING;
    default:
        return 1;
    }
}

static void use(const struct mpit_found *found)
{
    const struct mpit_pvar *pvar = found->pvar;
    static char value[MOST_BYTES], again[MOST_BYTES];
    int startable = pvar->continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP : MPI_SUCCESS;
    int writable = pvar->readonly ? MPI_T_ERR_PVAR_NO_WRITE : MPI_SUCCESS;

    ck_assert_int_eq(mpit__pvar_start(found), startable);
    ck_assert_int_eq(mpit__pvar_start(found), startable);
    ck_assert_int_eq(mpit__pvar_read(found, value), MPI_SUCCESS);
    ck_assert_int_eq(mpit__pvar_stop(found), startable);
    ck_assert_int_eq(mpit__pvar_read(found, value), MPI_SUCCESS);
    ck_assert_int_eq(mpit__pvar_write(found, value), writable);
    ck_assert_int_eq(mpit__pvar_read(found, again), MPI_SUCCESS);
    if (!pvar->continuous)
        ck_assert_mem_eq(value, again, (size_t)found->count * mpit__types[pvar->type].size);
    ck_assert_int_eq(mpit__pvar_reset(found), writable);
    ck_assert_int_eq(mpit__pvar_readreset(found, value),
                     pvar->atomic ? MPI_SUCCESS : MPI_T_ERR_PVAR_NO_ATOMIC);
    ck_assert_int_eq(mpit__pvar_start(found), startable);
}

static void is_of_no_use(const struct mpit_found *found)
{
    const struct mpit_pvar *pvar = found->pvar;
    char value[MOST_BYTES];

    if (!pvar->continuous) {
        ck_assert_int_eq(mpit__pvar_start(found), MPI_T_ERR_INVALID_HANDLE);
        ck_assert_int_eq(mpit__pvar_stop(found), MPI_T_ERR_INVALID_HANDLE);
    }
    ck_assert_int_eq(mpit__pvar_read(found, value), MPI_T_ERR_INVALID_HANDLE);
    if (!pvar->readonly && pvar->type != MPIT_CHAR)
        ck_assert_int_eq(mpit__pvar_reset(found), MPI_T_ERR_INVALID_HANDLE);
    if (pvar->atomic)
        ck_assert_int_eq(mpit__pvar_readreset(found, value), MPI_T_ERR_INVALID_HANDLE);
}

/* It is started when it is closed. */
START_TEST(a_handle_on_every_variable_lives_and_leaves_nothing_behind)
{
    static struct mpit_handle handle;

    for (int i = 0; i < mpit__registry_count(&mpit__pvars); i++) {
        const struct mpit_pvar *pvar = pvar_at(i);
        uint32_t before = mpit__watch_mask(&mpit__watch);
        struct mpit_found found;

        found = open_on(pvar, &handle);
        ck_assert_msg(found.count == count_of(pvar), "%s has %d elements", pvar->name, found.count);
        use(&found);
        atomic_store(&handle.slot.valid, 0);
        is_of_no_use(&found);
        ck_assert_uint_eq(atomic_load(&handle.pins), 0);
        pvar->ops->close(&handle);
        ck_assert_msg(mpit__watch_mask(&mpit__watch) == before, "%s is still watched", pvar->name);
        ck_assert_msg(mpit__watch_mask(&comm.watch) == 0, "%s is still watched", pvar->name);
    }
}
END_TEST

/* ---- who watches */

static uint32_t mask_of(const struct mpit_watch *watch)
{
    return mpit__watch_mask(watch);
}

START_TEST(any_order_of_watches_leaves_what_is_left)
{
    enum { A = MPIT_WATCH_COUNTS | MPIT_WATCH_COMM, B = MPIT_WATCH_BYTES | MPIT_WATCH_COMM };
    struct mpit_watch watch = {0};

    mpit__watch_add(&watch, A); /* the first */
    mpit__watch_add(&watch, A);
    mpit__watch_add(&watch, B);
    ck_assert_uint_eq(mask_of(&watch), A | B);
    ck_assert_uint_eq(mpit__watch_wants(&watch, MPIT_BIT_COMM), 3);
    mpit__watch_drop(&watch, A);
    ck_assert_uint_eq(mask_of(&watch), A | B);
    mpit__watch_add(&watch, B); /* the first in its place */
    mpit__watch_drop(&watch, A);
    ck_assert_uint_eq(mask_of(&watch), B);
    mpit__watch_drop(&watch, B);
    ck_assert_uint_eq(mask_of(&watch), B);
    mpit__watch_drop(&watch, B);
    ck_assert_uint_eq(mask_of(&watch), 0);
    for (int bit = 0; bit < MPIT_BITS; bit++)
        ck_assert_uint_eq(mpit__watch_wants(&watch, (enum mpit_watch_bit)bit), 0);
}
END_TEST

START_TEST(a_pause_is_kept_by_who_comes_and_goes_in_it)
{
    mpit__watch_pause(true);
    mpit__watch_add(&mpit__watch, MPIT_WATCH_TIME);
    ck_assert_uint_eq(mask_of(&mpit__watch), 0);
    mpit__watch_pause(false);
    ck_assert_uint_eq(mask_of(&mpit__watch), MPIT_WATCH_TIME);
    mpit__watch_pause(true);
    mpit__watch_drop(&mpit__watch, MPIT_WATCH_TIME);
    mpit__watch_pause(false);
    ck_assert_uint_eq(mask_of(&mpit__watch), 0);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(every_row_has_all_that_is_called)                                                         \
    TEST(every_row_is_used_and_every_variable_has_one)                                             \
    TEST(a_handle_on_every_variable_lives_and_leaves_nothing_behind)                               \
    TEST(any_order_of_watches_leaves_what_is_left)                                                 \
    TEST(a_pause_is_kept_by_who_comes_and_goes_in_it)

SUITE("reductions", TESTS, setup)
