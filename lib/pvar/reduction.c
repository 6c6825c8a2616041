/* reductions.def: the functions that its rows name, and the table. */
#include "config.h"

#include "profile/collective_waits.h"
#include "profile/sum.h"
#include "profile/thread.h"
#include "profile/world.h"
#include "pvar/collective_waits.h"
#include "pvar/flush.h"
#include "pvar/handle_cells.h"
#include "pvar/pvar.h"

/* ---- elements */

static int elements_one(const struct mpit_object *object)
{
    (void)object;
    return 1;
}

static int elements_classes(const struct mpit_object *object)
{
    (void)object;
    return MPIT_SIZES;
}

static int elements_peers(const struct mpit_object *object)
{
    return atomic_load(&object->size);
}

/* The file has a line a rank. */
static int elements_characters(const struct mpit_object *object)
{
    return elements_peers(object) > 0 ? MPIT_STRING : 0;
}

/* ---- what an element stands at */

#define NOW(name)                                                                                  \
    static uint64_t now_##name(const struct mpit_own_pvar *pvar, const struct mpit_object *object, \
                               int i)

NOW(slot)
{
    (void)i;
    return mpit__sum_slot(object, pvar->first) & MPIT_NUMBER_MASK;
}

NOW(sum)
{
    (void)i;
    return mpit__sum_slots(object, pvar->first, pvar->n) & MPIT_NUMBER_MASK;
}

NOW(two)
{
    (void)i;
    return (mpit__sum_slot(object, pvar->first) + mpit__sum_slot(object, pvar->n)) &
           MPIT_NUMBER_MASK;
}

NOW(histogram)
{
    return mpit__sum_sizes(object, (enum mpit_size_array)pvar->first, i) & MPIT_NUMBER_MASK;
}

NOW(peer)
{
    return mpit__sum_peer(object, (enum mpit_peer_slot)pvar->first, i) & MPIT_NUMBER_MASK;
}

NOW(waited)
{
    (void)pvar;
    return (mpit__sum_waits(object, MPIT_OF_WAIT(MPIT_WAIT_late_sender, MPIT_WAITED_TICKS), i) +
            mpit__sum_waits(object, MPIT_OF_WAIT(MPIT_WAIT_blocked_send, MPIT_WAITED_TICKS), i)) &
           MPIT_NUMBER_MASK;
}

NOW(traffic)
{
    enum mpit_peer_slot slot = (enum mpit_peer_slot)pvar->first;

    return (mpit__world_is(object) ? mpit__world_peer(slot, i) : mpit__sum_peer(object, slot, i)) &
           MPIT_NUMBER_MASK;
}

NOW(partner)
{
    enum mpit_partner_slot slot = (enum mpit_partner_slot)pvar->first;

    return (mpit__world_is(object) ? mpit__world_partner(slot, i)
                                   : mpit__sum_partner(object, slot, i)) &
           MPIT_NUMBER_MASK;
}

NOW(level)
{
    (void)i;
    return atomic_load(&object->level[pvar->first]);
}

NOW(state)
{
    (void)pvar;
    (void)object;
    (void)i;
    return (uint64_t)mpit__thread_state();
}

NOW(size)
{
    (void)pvar;
    (void)i;
    return (uint64_t)atomic_load(&object->size);
}

NOW(bytes)
{
    (void)pvar;
    (void)i;
    return atomic_load(&object->bytes);
}

NOW(posted)
{
    (void)pvar;
    return mpit__sum_partner(object, MPIT_PARTNER_POSTED, i) -
           mpit__sum_partner(object, MPIT_PARTNER_UNPOSTED, i);
}

NOW(unexpected)
{
    (void)pvar;
    return mpit__sum_partner(object, MPIT_PARTNER_UNEXPECTED, i);
}

NOW(nothing)
{
    (void)pvar;
    (void)object;
    (void)i;
    return 0;
}

/* ---- what is asked before */

static void poll_nothing(const struct mpit_found *found, bool starts)
{
    (void)found;
    (void)starts;
}

static void poll_length(const struct mpit_found *found, bool starts)
{
    if (mpit__own_pvar(found->pvar)->queue &&
        (starts || mpit__cell_is_started(atomic_load(&found->handle->cell))))
        mpit__queue_poll(found->object);
}

static void poll_arrivals(const struct mpit_found *found, bool starts)
{
    (void)found;
    (void)starts;
    mpit__collective_waits_update();
}

static void poll_world(const struct mpit_found *found, bool starts)
{
    (void)starts;
    if (mpit__world_is(found->object))
        mpit__world_update();
}

static void poll_sources(const struct mpit_found *found, bool starts)
{
    (void)starts;
    mpit__queue_poll_sources(found->object);
}

/* ---- operations */

#define CELLS_OPS                                                                                  \
    {                                                                                              \
        .offer = mpit__cells_offer, .open = mpit__cells_open, .close = mpit__cells_close,          \
        .start = mpit__cells_start, .stop = mpit__cells_stop, .read = mpit__cells_read,            \
        .write = mpit__cells_write, .reset = mpit__cells_reset,                                    \
        .readreset = mpit__cells_readreset, .peek = mpit__cells_peek,                              \
    }
#define JOINED_OPS                                                                                 \
    {                                                                                              \
        .offer = mpit__collective_waits_offer, .open = mpit__cells_open,                           \
        .close = mpit__cells_close, .start = mpit__cells_start,                                    \
        .stop = mpit__collective_waits_stop, .read = mpit__cells_read,                             \
        .write = mpit__collective_waits_write, .reset = mpit__collective_waits_reset,              \
        .readreset = mpit__cells_readreset, .peek = mpit__collective_waits_peek,                   \
    }
#define MARK_OPS                                                                                   \
    {                                                                                              \
        .offer = mpit__cells_offer, .open = mpit__mark_open, .close = mpit__mark_close,            \
        .start = mpit__cells_start, .stop = mpit__cells_stop, .read = mpit__cells_read,            \
        .write = mpit__cells_write, .reset = mpit__cells_reset,                                    \
        .readreset = mpit__cells_readreset, .peek = mpit__cells_peek,                              \
    }
#define SHARE_OPS                                                                                  \
    {                                                                                              \
        .offer = mpit__cells_offer, .open = mpit__share_open, .close = mpit__cells_close,          \
        .start = mpit__share_start, .stop = mpit__share_stop, .read = mpit__share_read,            \
        .write = mpit__cells_write, .reset = mpit__cells_reset,                                    \
        .readreset = mpit__cells_readreset, .peek = mpit__share_peek,                              \
    }
#define SLOT_OPS                                                                                   \
    {                                                                                              \
        .offer = mpit__cells_offer, .open = mpit__slot_open, .close = mpit__slot_close,            \
        .start = mpit__slot_start, .stop = mpit__slot_stop, .read = mpit__slot_read,               \
        .write = mpit__slot_write, .reset = mpit__slot_reset, .readreset = mpit__slot_readreset,   \
        .peek = mpit__slot_peek, .unpinned = true,                                                 \
    }
#define TRAFFIC_OPS                                                                                \
    {                                                                                              \
        .offer = mpit__cells_offer, .open = mpit__traffic_open, .close = mpit__traffic_close,      \
        .start = mpit__cells_start, .stop = mpit__traffic_stop, .read = mpit__cells_read,          \
        .write = mpit__cells_write, .reset = mpit__cells_reset,                                    \
        .readreset = mpit__cells_readreset, .peek = mpit__traffic_peek,                            \
    }
#define FLUSH_OPS                                                                                  \
    {                                                                                              \
        .offer = mpit__cells_offer, .open = mpit__flush_open, .close = mpit__flush_close,          \
        .start = mpit__flush_start, .stop = mpit__flush_stop, .read = mpit__flush_read,            \
        .write = mpit__flush_write, .reset = mpit__flush_reset, .readreset = mpit__flush_reset,    \
        .peek = mpit__flush_peek,                                                                  \
    }

const struct mpit_reduction mpit__reductions[MPIT_REDUCTIONS] = {
#define REDUCTION(row, kept, how_many, what, asked, operations)                                    \
    [MPIT_REDUCTION_##row] = {                                                                     \
        .ops = operations##_OPS,                                                                   \
        .name = #row,                                                                              \
        .keeps = MPIT_KEEPS_##kept,                                                                \
        .elements = elements_##how_many,                                                           \
        .now = now_##what,                                                                         \
        .poll = poll_##asked,                                                                      \
    },
#include "pvar/reductions.def"
#undef REDUCTION
};
