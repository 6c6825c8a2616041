/* Events, where they are raised (events.def): whoever sees one says so here.
 *
 * What is raised is kept by the thread, and handed to callbacks where nothing is locked and MPI may
 * be called: when the call is over that the program has made.  So their order is kept, and their
 * time is that at which they were raised; of a collective that begins that at which it began.  What
 * another thread has left is no earlier than what this one has handed over. */
#ifndef MPIT_PROFILE_RAISE_H
#define MPIT_PROFILE_RAISE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/internal.h"
#include "profile/object.h"
#include "profile/thread.h"
#include "profile/watch.h"

enum mpit_event {
#define ELEMENT(event, type, name)
#define EVENT(name, bind, verbosity, category, watch, desc)        MPIT_EVENT_##name,
#define ALIAS(name, tools, bind, verbosity, category, watch, desc) MPIT_EVENT_##name,
#include "profile/events.def"
#undef ALIAS
#undef EVENT
#undef ELEMENT
    MPIT_EVENTS
};

/* The limits that events tell of. */
enum mpit_limit { MPIT_LIMIT_MEMORY };

enum { MPIT_ELEMENTS = 5 }; /* most that an event has */

/* Each in eight bytes, as they stand in a copy of the event. */
union mpit_element {
    int INT;
    unsigned long long UNSIGNED_LONG_LONG;
    double DOUBLE;
};

struct mpit_raised {
    enum mpit_event event;
    uint32_t serial;            /* of the object's record */
    struct mpit_object *object; /* that it is bound to; the process where it is bound to none */
    uint64_t at;                /* ticks */
    union mpit_element element[MPIT_ELEMENTS];
};

/* Of how many handles on an event callbacks are registered. */
MPIT_INTERNAL extern _Atomic uint32_t mpit__raise_wanted[MPIT_EVENTS];

static inline bool mpit__raise_is_wanted(enum mpit_event event)
{
    return atomic_load_explicit(&mpit__raise_wanted[event], memory_order_acquire) != 0;
}

struct mpit_request_event;
struct mpit_given;

/* A callback is going on: the events that were raised before it began are not its own. */
struct mpit_delivery {
    uint32_t event;        /* of what this thread has raised, which may move: its index */
    uint64_t instance;     /* as the callback has it; 0: it has none */
    uint64_t registration; /* the handle that it is for */
    uint32_t first;        /* of what this thread has raised since it began */
    struct mpit_delivery *outer;
};

/* What a thread has raised. */
struct mpit_raising {
    struct mpit_raised *raised; /* [room] */
    uint32_t n, room;
    uint64_t last;      /* when it last raised one */
    uint64_t handed;    /* the time of the last one that it has handed over */
    uint64_t instances; /* that it has given out */
    struct mpit_delivery *delivery;
    struct mpit_given *given; /* instances that the MPI library has given out (vendor/events.c) */
    struct mpit_request_event
        *now; /* what the call that goes on starts, while is_now (profile/request_events.h) */
    bool is_now;
    uintptr_t matched_in; /* the frame of the call whose message was told of */
};

/* Whether the call that goes on has got a message that was told of. */
static inline bool mpit__raise_is_matched(const struct mpit_raising *raising)
{
    return raising->matched_in && raising->matched_in == mpit__thread.frame;
}

/* Of the calling thread; NULL without memory. */
struct mpit_raising *mpit__raising_begins(void);
static inline struct mpit_raising *mpit__raising(void)
{
    return MPIT_LIKELY(mpit__thread.raising) ? mpit__thread.raising : mpit__raising_begins();
}

/* Without memory for one it is told as dropped. */
bool mpit__raising_grow(struct mpit_raising *raising);
void mpit__raise_lost(enum mpit_event event, struct mpit_object *object);

/* Clocks of several processors may differ by little. */
static inline uint64_t mpit__raise_stamp(struct mpit_raising *raising)
{
    uint64_t now = mpit__clock_now();

    if (MPIT_LIKELY(now > raising->last))
        raising->last = now;
    return raising->last;
}

/* One more, whose elements are still to be written; NULL without memory. */
static inline struct mpit_raised *mpit__raise_add(enum mpit_event event, struct mpit_object *object)
{
    struct mpit_raising *raising = mpit__raising();
    struct mpit_raised *raised;

    if (!MPIT_LIKELY(raising && (raising->n < raising->room || mpit__raising_grow(raising)))) {
        mpit__raise_lost(event, object);
        return NULL;
    }
    raised = &raising->raised[raising->n++];
    raised->event = event;
    raised->object = object;
    raised->serial = atomic_load_explicit(&object->serial, memory_order_relaxed);
    raised->at = mpit__raise_stamp(raising);
    return raised;
}

static inline void mpit__raise(enum mpit_event event, struct mpit_object *object,
                               const union mpit_element *element, size_t n)
{
    struct mpit_raised *raised = mpit__raise_add(event, object);

    if (raised)
        memcpy(raised->element, element, n * sizeof *element);
}

/* One more, if anybody wants it. */
#define MPIT_RAISE(event, object, ...)                                                             \
    do {                                                                                           \
        if (mpit__raise_is_wanted(MPIT_EVENT_##event))                                             \
            mpit__raise(MPIT_EVENT_##event, object, (const union mpit_element[]){__VA_ARGS__},     \
                        sizeof((const union mpit_element[]){__VA_ARGS__}) /                        \
                            sizeof(union mpit_element));                                           \
    } while (0)
#define MPIT_INT_ELEMENT(value)                                                                    \
    {                                                                                              \
        .INT = value                                                                               \
    }
#define MPIT_NUMBER_ELEMENT(value)                                                                 \
    {                                                                                              \
        .UNSIGNED_LONG_LONG = value                                                                \
    }
#define MPIT_REAL_ELEMENT(value)                                                                   \
    {                                                                                              \
        .DOUBLE = value                                                                            \
    }

/* Who hands them to callbacks; entry/listeners.c names it. */
struct mpit_raise_listener {
    void (*deliver)(struct mpit_raising *raising, uint32_t event); /* its index */
    void (*lost)(const struct mpit_raised *raised);                /* for want of memory */
};
extern const struct mpit_raise_listener mpit__raise_listener;

/* Hands over what this thread has raised, and what others have left: under no lock. */
void mpit__raise_deliver(void);

/* A function of MPI_T, called in no MPI call, may have raised some.  They are left to the next
 * thread that is in one: this one may call MPI_T alone.  Under no lock. */
void mpit__raise_leave(void);

#endif
