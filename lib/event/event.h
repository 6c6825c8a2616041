/* Events (MPI 4.0, 15.3.8): what one is, and handles that are registered for it.
 *
 * What an event demands of its callbacks, the level of safety:
 *   MPI_T_CB_REQUIRE_NONE            MPI is up, below MPI_THREAD_MULTIPLE
 *   MPI_T_CB_REQUIRE_MPI_RESTRICTED  MPI is not up: before MPI_Init, from MPI_Finalize on
 *   MPI_T_CB_REQUIRE_THREAD_SAFE     under MPI_THREAD_MULTIPLE: another thread may be in it
 * None is raised in a signal handler.
 *
 * What a handler's own calls raise reaches all handles but its own, for which it is dropped. */
#ifndef MPIT_EVENT_EVENT_H
#define MPIT_EVENT_EVENT_H

#include "mpit_events.h"

#include <stdbool.h>
#include <stdint.h>

#include "handle/event.h"
#include "mpi/callbacks.h"
#include "profile/raise.h"
#include "registry/slots.h"
#include "registry/types.h"

/* Ours stand before those of the MPI library: their index is their number. */
void mpit__event_add_own(void); /* under MPIT_LOCK_INTERFACE */
const struct mpit_event_row *mpit__event_at(int index);
size_t mpit__event_element_size(int event, int element);

MPI_Count mpit__event_ticks_a_second(void);

/* ---- registrations */

/* From the lowest up. */
enum mpit_safety {
    MPIT_SAFETY_NONE,
    MPIT_SAFETY_RESTRICTED,
    MPIT_SAFETY_THREAD_SAFE,
    MPIT_SAFETY_SIGNAL_SAFE,
    MPIT_SAFETY_LEVELS
};

/* A callback and its data: changed under MPIT_LOCK_INTERFACE, read without. */
struct mpit_event_callback {
    _Atomic uint32_t version; /* odd while it is being changed */
    _Atomic(mpit_event_cb) function;
    void *_Atomic user_data;
};

struct mpit_registration {
    struct mpit_slot slot;
    int event; /* of all that this slot will ever be used for */
    struct mpit_object *_Atomic object;
    struct mpit_event_callback callback[MPIT_SAFETY_LEVELS];
    _Atomic(mpit_event_dropped_cb) dropped_handler;
    _Atomic uint64_t dropped; /* calls that were not made since it was set or called */
    _Atomic uint32_t pins;    /* callbacks that run, or look whether they may */
    uint64_t number;          /* the handle, after it has ended, too */
    bool watches;             /* a callback is registered */
    /* Of its end. */
    mpit_event_free_cb free_function;
    void *free_data;
    _Atomic bool ending;
    struct mpit_registration *_Atomic next; /* of the same event */
    struct mpit_registration *next_free;
};

/* Those of an event, live and free ones; newest first. */
MPIT_INTERNAL extern struct mpit_registration *_Atomic mpit__registrations[MPIT_EVENTS];
static inline struct mpit_registration *mpit__registrations_of(enum mpit_event event)
{
    return atomic_load_explicit(&mpit__registrations[event], memory_order_acquire);
}

/* MPI_T_ERR_INVALID_HANDLE where it is none; the code otherwise. */
int mpit__registration_make(int event, void *obj_handle, MPI_T_event_registration *handle);
int mpit__registration_free(MPI_T_event_registration handle, void *user_data,
                            mpit_event_free_cb function);
int mpit__registration_set(MPI_T_event_registration handle, MPI_T_cb_safety level, void *user_data,
                           mpit_event_cb function);
int mpit__registration_set_dropped(MPI_T_event_registration handle, mpit_event_dropped_cb function);
bool mpit__registration_is(MPI_T_event_registration handle);
void mpit__registrations_free_all(void);

/* Whether it stays as it is until it is unpinned; the last unpin of one that has been freed tells
 * its free callback. */
void mpit__registration_unpinned(struct mpit_registration *registration);
static inline void mpit__registration_unpin(struct mpit_registration *registration)
{
    if (atomic_fetch_sub(&registration->pins, 1) == 1 &&
        !MPIT_LIKELY(!atomic_load(&registration->ending)))
        mpit__registration_unpinned(registration);
}
static inline bool mpit__registration_pin(struct mpit_registration *registration, uint64_t *number)
{
    *number = atomic_load_explicit(&registration->slot.valid, memory_order_acquire);
    if (!*number)
        return false;
    atomic_fetch_add(&registration->pins, 1);
    if (MPIT_LIKELY(atomic_load(&registration->slot.valid) == *number))
        return true;
    mpit__registration_unpin(registration);
    return false;
}

/* The callback of a level, and whether there is one. */
static inline bool mpit__registration_callback(struct mpit_registration *registration, int level,
                                               mpit_event_cb *function, void **user_data)
{
    struct mpit_event_callback *callback = &registration->callback[level];
    uint32_t version;

    do {
        version = atomic_load(&callback->version);
        *function = atomic_load(&callback->function);
        *user_data = atomic_load(&callback->user_data);
    } while (version % 2 || atomic_load(&callback->version) != version);
    return *function != NULL;
}

/* Which of the four a constant is, -1: none; and the constants. */
int mpit__safety_level(MPI_T_cb_safety safety);
extern const MPI_T_cb_safety mpit__safety[MPIT_SAFETY_LEVELS];
int mpit__safety_needed(void); /* here and now */

/* ---- delivery (profile/raise.h) */

void mpit__event_deliver(struct mpit_raising *raising, uint32_t event);
void mpit__event_lost(const struct mpit_raised *raised);

/* What a callback of this thread has been given; NULL where it is not in one that has it. */
const struct mpit_raised *mpit__event_instance(MPI_T_event_instance instance);

#endif
