/* From what threads have raised to callbacks: under no lock, to whoever is registered now. */
#include "config.h"

#include "event/event.h"

#include "profile/thread.h"

#define INSTANCE_TAG (UINT64_C(11) << 60)

/* Of the four levels the lowest that is enough here, and has a callback; -1: none. */
static int level_from(struct mpit_registration *registration, int needed, mpit_event_cb *function,
                      void **user_data)
{
    for (int level = needed; level < MPIT_SAFETY_LEVELS; level++)
        if (mpit__registration_callback(registration, level, function, user_data))
            return level;
    return -1;
}

static bool is_active(const struct mpit_raising *raising, uint64_t number)
{
    for (const struct mpit_delivery *each = raising->delivery; each; each = each->outer)
        if (each->registration == number)
            return true;
    return false;
}

static _Atomic uint32_t dropping; /* calls that were not made, of all handles, and not yet told */

static void drop(struct mpit_registration *registration)
{
    if (atomic_load(&registration->dropped_handler)) {
        atomic_fetch_add(&registration->dropped, 1);
        atomic_store(&dropping, 1);
    }
}

/* ---- what was dropped is told before the next event of any handle */

static void tell_one(struct mpit_registration *registration, struct mpit_raising *raising,
                     int needed)
{
    mpit_event_dropped_cb handler;
    mpit_event_cb function;
    uint64_t number, n;
    void *user_data;

    if (!atomic_load(&registration->dropped) || !mpit__registration_pin(registration, &number))
        return;
    handler = atomic_load(&registration->dropped_handler);
    if (handler && !is_active(raising, number) &&
        level_from(registration, needed, &function, &user_data) >= 0 &&
        (n = atomic_exchange(&registration->dropped, 0))) {
        struct mpit_delivery delivery = {
            .registration = number, .first = raising->n, .outer = raising->delivery};

        raising->delivery = &delivery;
        handler((MPI_Count)n, (MPI_T_event_registration)(uintptr_t)number, 0, mpit__safety[needed],
                user_data);
        raising->delivery = delivery.outer;
    }
    if (atomic_load(&registration->dropped))
        atomic_store(&dropping, 1);
    mpit__registration_unpin(registration);
}

static void tell_all_dropped(struct mpit_raising *raising, int needed)
{
    atomic_store(&dropping, 0);
    for (int event = 0; event < MPIT_EVENTS; event++)
        for (struct mpit_registration *each = mpit__registrations_of((enum mpit_event)event); each;
             each = atomic_load(&each->next))
            tell_one(each, raising, needed);
}

/* ---- */

static void call(struct mpit_registration *registration, uint64_t number, uint32_t event,
                 struct mpit_raising *raising, int needed)
{
    mpit_event_cb function;
    void *user_data;

    if (is_active(raising, number) || level_from(registration, needed, &function, &user_data) < 0) {
        drop(registration);
        return;
    }
    struct mpit_delivery delivery = {
        .event = event,
        .instance = INSTANCE_TAG | (uint64_t)mpit__thread.shard << 48 |
                    (++raising->instances & ((UINT64_C(1) << 48) - 1)),
        .registration = number,
        .first = raising->n,
        .outer = raising->delivery,
    };

    raising->delivery = &delivery;
    function((MPI_T_event_instance)(uintptr_t)delivery.instance,
             (MPI_T_event_registration)(uintptr_t)number, mpit__safety[needed], user_data);
    raising->delivery = delivery.outer;
}

/* Whether it is bound to the object that the event is of, and that is still the same one. */
static bool is_bound_to(struct mpit_registration *registration, const struct mpit_raised *raised)
{
    return atomic_load_explicit(&registration->object, memory_order_relaxed) == raised->object &&
           atomic_load_explicit(&raised->object->serial, memory_order_relaxed) == raised->serial;
}

/* A handle may be freed and its slot made one on another object while we look: what counts is what
 * it is while it is pinned.  Most are sorted out without a pin, which costs more. */
static bool pin_if_for(struct mpit_registration *registration, const struct mpit_raised *raised,
                       uint64_t *number)
{
    if (!is_bound_to(registration, raised) || !mpit__registration_pin(registration, number))
        return false;
    if (MPIT_LIKELY(is_bound_to(registration, raised)))
        return true;
    mpit__registration_unpin(registration);
    return false;
}

/* A callback may raise more, which move what is there: it is looked for anew each time. */
void mpit__event_deliver(struct mpit_raising *raising, uint32_t event)
{
    int needed = mpit__safety_needed();
    struct mpit_registration *each = mpit__registrations_of(raising->raised[event].event);

    for (; each; each = atomic_load_explicit(&each->next, memory_order_acquire)) {
        uint64_t number;

        if (!pin_if_for(each, &raising->raised[event], &number))
            continue;
        if (!MPIT_LIKELY(!atomic_load_explicit(&dropping, memory_order_relaxed)))
            tell_all_dropped(raising, needed);
        call(each, number, event, raising, needed);
        mpit__registration_unpin(each);
    }
}

void mpit__event_lost(const struct mpit_raised *raised)
{
    struct mpit_registration *each = mpit__registrations_of(raised->event);

    for (; each; each = atomic_load(&each->next)) {
        uint64_t number;

        if (!pin_if_for(each, raised, &number))
            continue;
        drop(each);
        mpit__registration_unpin(each);
    }
}

const struct mpit_raised *mpit__event_instance(MPI_T_event_instance instance)
{
    const struct mpit_raising *raising = mpit__thread.raising;

    for (const struct mpit_delivery *each = raising ? raising->delivery : NULL; each;
         each = each->outer)
        if (each->instance && each->instance == (uintptr_t)instance)
            return &raising->raised[each->event];
    return NULL;
}
