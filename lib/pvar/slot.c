/* The operations of reductions.def on variables of one slot: see one_slot.h. */
#include "config.h"

#include "pvar/one_slot.h"

#include <string.h>

#include "pvar/in_flight.h"

/* Another bias, and a stopped cell that shows 0; the word that was there. */
static uint64_t renew(struct mpit_handle *handle)
{
    static uint64_t last; /* under MPIT_LOCK_INTERFACE */

    /* Odd, so that all 2^63 come once before one comes again; far apart, since handles count. */
    last += UINT64_C(0x9e3779b97f4a7c15);
    atomic_store_explicit(&handle->bias, last & MPIT_NUMBER_MASK, memory_order_release);
    return atomic_exchange(&handle->cell, mpit__cell_word(last, false));
}

int mpit__slot_open(struct mpit_handle *handle, int *count)
{
    *count = 1;
    renew(handle);
    return MPI_SUCCESS;
}

void mpit__slot_close(struct mpit_handle *handle)
{
    if (mpit__cell_is_started(renew(handle)))
        mpit__watch_drop(&mpit__watch, mpit__own_pvar(handle->pvar)->watch);
}

/* What has been found in the ordinary way; false if it is none any more. */
static bool look(const struct mpit_found *found, struct mpit_one_slot *one)
{
    one->handle = found->handle;
    one->number = found->number;
    one->own = mpit__own_pvar(found->pvar);
    one->object = found->object;
    one->is_summed_up = true;
    do
        mpit__one_slot_look(one);
    while (one->own->late && mpit__in_flight_waited());
    return mpit__one_slot_is_valid(one);
}

enum turned { TURNED, WAS_SO, ENDED };

static enum turned turn(const struct mpit_found *found, bool on)
{
    struct mpit_one_slot one;

    while (look(found, &one)) {
        uint64_t now;

        if (mpit__cell_is_started(one.word) == on)
            return WAS_SO;
        if (on)
            mpit__in_flight_starts(found);
        now = mpit__one_slot_now(&one);
        if (mpit__one_slot_set(&one, mpit__cell_number(one.word) + (on ? -now : now), on))
            return TURNED;
    }
    return ENDED;
}

/* First the hooks, then the value: nothing between is missed. */
int mpit__slot_start(const struct mpit_found *found, const void *in, void *out)
{
    const uint32_t watch = mpit__own_pvar(found->pvar)->watch;
    enum turned turned;

    (void)in;
    (void)out;
    mpit__watch_add(&mpit__watch, watch);
    turned = turn(found, true);
    if (turned != TURNED)
        mpit__watch_drop(&mpit__watch, watch);
    return turned == ENDED ? MPI_T_ERR_INVALID_HANDLE : MPI_SUCCESS;
}

int mpit__slot_stop(const struct mpit_found *found, const void *in, void *out)
{
    enum turned turned = turn(found, false);

    (void)in;
    (void)out;
    if (turned == TURNED)
        mpit__watch_drop(&mpit__watch, mpit__own_pvar(found->pvar)->watch);
    return turned == ENDED ? MPI_T_ERR_INVALID_HANDLE : MPI_SUCCESS;
}

/* Sets it to `number`; before: OUT, what it showed. */
static int exchange(const struct mpit_found *found, uint64_t number, uint64_t *before)
{
    struct mpit_one_slot one;

    while (look(found, &one)) {
        uint64_t rest = mpit__one_slot_rest(&one);

        *before = (mpit__cell_number(one.word) + rest) & MPIT_NUMBER_MASK;
        if (mpit__one_slot_set(&one, number - rest, mpit__cell_is_started(one.word)))
            return MPI_SUCCESS;
    }
    return MPI_T_ERR_INVALID_HANDLE;
}

int mpit__slot_write(const struct mpit_found *found, const void *in, void *out)
{
    uint64_t number, before;

    (void)out;
    return mpit__element_get(found->pvar, in, &number) ? exchange(found, number, &before)
                                                       : MPI_T_ERR_INVALID;
}

int mpit__slot_reset(const struct mpit_found *found, const void *in, void *out)
{
    uint64_t before;

    (void)in;
    (void)out;
    return exchange(found, 0, &before);
}

int mpit__slot_readreset(const struct mpit_found *found, const void *in, void *buf)
{
    uint64_t before;
    int rc = exchange(found, 0, &before);

    (void)in;
    if (rc == MPI_SUCCESS)
        memcpy(buf, &before, sizeof before);
    return rc;
}

/* Once: false where another thread has changed the handle, too. */
bool mpit__slot_peek(const struct mpit_found *found, void *buf)
{
    struct mpit_one_slot one;

    return look(found, &one) && mpit__one_slot_read(&one, buf);
}

int mpit__slot_read(const struct mpit_found *found, const void *in, void *buf)
{
    struct mpit_one_slot one;

    (void)in;
    while (look(found, &one))
        if (mpit__one_slot_read(&one, buf))
            return MPI_SUCCESS;
    return MPI_T_ERR_INVALID_HANDLE;
}
