/* Handles on a variable of one slot: what cells.c does, in steps that need no pin.  A step reads
 * what runs and sets the cell only if the handle is valid still (handle/pvar.h). */
#include "config.h"

#include "pvar/cells.h"

#include <string.h>

#include "ledger/sum.h"
#include "ledger/watch.h"
#include "pvar/late.h"

static uint64_t now_of(const struct mpit_found *found)
{
    return mpit__sum_slot(found->object, mpit__own_pvar(found->pvar)->first);
}

static bool is_valid(const struct mpit_found *found)
{
    return mpit__slot_is(&found->handle->slot, found->number);
}

enum turned { TURNED, WAS_SO, ENDED };

static inline enum turned turn(const struct mpit_found *found, bool on)
{
    uint64_t word = atomic_load_explicit(&found->handle->cell, memory_order_acquire), now, number;

    if (on && !mpit__cell_is_started(word))
        mpit__late_starts(found);
    while (mpit__cell_is_started(word) != on) {
        mpit__late_settle(found, &found->handle->cell, &word);
        now = now_of(found);
        number = mpit__cell_number(word) + (on ? -now : now);
        if (mpit__handle_swap(found->handle, found->number, &word, mpit__cell_word(number, on)))
            return TURNED;
        if (!is_valid(found))
            return ENDED;
    }
    return is_valid(found) ? WAS_SO : ENDED;
}

int mpit__slot_start(const struct mpit_found *found, const void *in, void *out)
{
    const uint32_t watch = mpit__own_pvar(found->pvar)->watch;
    enum turned turned;

    (void)in;
    (void)out;
    /* First the hooks, then the value: nothing between is missed. */
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
    uint64_t word = atomic_load_explicit(&found->handle->cell, memory_order_acquire), now;
    bool on;

    do {
        mpit__late_settle(found, &found->handle->cell, &word);
        on = mpit__cell_is_started(word);
        now = on ? now_of(found) : 0;
        *before = (mpit__cell_number(word) + now) & MPIT_NUMBER_MASK;
        if (mpit__handle_swap(found->handle, found->number, &word,
                              mpit__cell_word(number - now, on)))
            return MPI_SUCCESS;
    } while (is_valid(found));
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

/* What a peek does not give is none any more. */
int mpit__slot_read(const struct mpit_found *found, const void *in, void *buf)
{
    (void)in;
    return mpit__cells_peek(found, buf) ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
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
