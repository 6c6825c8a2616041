/* Handles that we give out: generation-tagged slot numbers, never pointers.
 *
 * A handle is  kind (4 bits) | generation (28) | slot (32).  The slot keeps the handle that is
 * valid for it now, so that a stale, freed, foreign or invented handle is found out with one
 * comparison, without touching freed memory, from any thread and any signal handler. */
#ifndef MPIT_REGISTRY_SLOTS_H
#define MPIT_REGISTRY_SLOTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/vector.h"

_Static_assert(sizeof(void *) == 8, "handles are 64 bits wide and are passed as pointers");

/* Kinds are not 0 and not 15: no handle is a null pointer, a user address or (void *)-1. */
enum mpit_slot_kind {
    MPIT_SLOT_SESSION = 5,
    MPIT_SLOT_PVAR,
    MPIT_SLOT_CVAR,
    MPIT_SLOT_ENUM,
    MPIT_SLOT_EVENT,
    MPIT_SLOT_VENDOR_EVENT
};

/* The first member of every structure that lives in a slot. */
struct mpit_slot {
    uint32_t number;
    uint32_t generation;
    uint32_t next_free; /* slot number + 1 */
    /* The handle, 0 while the slot is free; last, for what is changed together with a look at it.
     */
    _Atomic uint64_t valid;
};

struct mpit_slots {
    struct mpit_vector vector;
    enum mpit_slot_kind kind;
    uint32_t first_free; /* slot number + 1 */
    uint32_t live;
};

#define MPIT_SLOTS(type, kind_)                                                                    \
    {                                                                                              \
        .vector = MPIT_VECTOR(type), .kind = kind_                                                 \
    }

#define MPIT_SLOTS_FROM(array, kind_)                                                              \
    {                                                                                              \
        .vector = MPIT_VECTOR_FROM(array), .kind = kind_                                           \
    }

/* The slot that a handle names, whether or not it is valid for it; NULL if there is none. */
static inline void *mpit__slot_at(const struct mpit_slots *slots, uint64_t handle)
{
    uint32_t i = (uint32_t)handle;

    return i < mpit__vector_count(&slots->vector) && handle ? mpit__vector_at(&slots->vector, i)
                                                            : NULL;
}

/* Whether the slot is valid for the handle, and so what was loaded from it before, by acquiring
 * loads of what was stored by releasing ones, is what it held for that handle. */
static inline bool mpit__slot_is(const struct mpit_slot *slot, uint64_t handle)
{
    return atomic_load_explicit(&slot->valid, memory_order_acquire) == handle;
}

/* The structure behind a handle, or NULL. */
static inline void *mpit__slot_find(const struct mpit_slots *slots, uint64_t handle)
{
    struct mpit_slot *slot = mpit__slot_at(slots, handle);

    return slot && mpit__slot_is(slot, handle) ? slot : NULL;
}

/* A free slot whose rest is as its last user left it, or NULL without memory; it is not found
 * before mpit__slot_publish.  The caller holds the lock of the slots' owner, here and below. */
void *mpit__slot_take(struct mpit_slots *slots);
uint64_t mpit__slot_publish(struct mpit_slots *slots, void *slot);

/* Ends the handle: from here on nobody finds it, but who has found it may still be using it. */
void mpit__slot_end(void *slot);

/* The same, for good: the slot may be taken anew; what it holds must have been let go before. */
void mpit__slot_give(struct mpit_slots *slots, void *slot);

#endif
