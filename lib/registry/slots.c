#include "config.h"

#include "registry/slots.h"

enum { GENERATION_MASK = (1 << 28) - 1 };

void *mpit__slot_take(struct mpit_slots *slots)
{
    struct mpit_slot *slot;

    if (slots->first_free) {
        slot = mpit__vector_at(&slots->vector, slots->first_free - 1);
        slots->first_free = slot->next_free;
    } else {
        uint32_t number = mpit__vector_count(&slots->vector);
        slot = mpit__vector_add(&slots->vector);
        if (!slot)
            return NULL;
        slot->number = number;
    }
    slots->live++;
    return slot;
}

uint64_t mpit__slot_publish(struct mpit_slots *slots, void *taken)
{
    struct mpit_slot *slot = taken;
    uint64_t handle;

    slot->generation = (slot->generation + 1) & GENERATION_MASK;
    handle = (uint64_t)slots->kind << 60 | (uint64_t)slot->generation << 32 | slot->number;
    atomic_store_explicit(&slot->valid, handle, memory_order_release);
    return handle;
}

void mpit__slot_end(void *ended)
{
    struct mpit_slot *slot = ended;

    atomic_store(&slot->valid, 0);
}

void mpit__slot_give(struct mpit_slots *slots, void *given)
{
    struct mpit_slot *slot = given;

    /* Whoever must be seen by those who use it meanwhile has ended it before. */
    if (atomic_load_explicit(&slot->valid, memory_order_relaxed))
        atomic_store_explicit(&slot->valid, 0, memory_order_release);
    slot->next_free = slots->first_free;
    slots->first_free = slot->number + 1;
    slots->live--;
}
