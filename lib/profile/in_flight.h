/* What is booked when it is over, and handles that were started while it went on: a time is theirs
 * from their start on, and a request that was posted before is not theirs (SESS-1: whether it is
 * booked at all depends on who else looks).
 *
 * Who books looks whether any handle was started since it began: nearly never.  Then it is taken
 * off those handles again; they are read and changed when that is done. */
#ifndef MPIT_PROFILE_IN_FLIGHT_H
#define MPIT_PROFILE_IN_FLIGHT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/internal.h"
#include "profile/totals.h"

struct mpit_object;

/* The ticks at which a handle on a time was last started or reset; how often one on what counts
 * when requests are complete was started. */
MPIT_INTERNAL extern _Atomic uint64_t mpit__in_flight_tick;
MPIT_INTERNAL extern _Atomic uint32_t mpit__in_flight_count;

/* A handle is about to be started: what its start is known by.  Signal safe, as all here. */
uint64_t mpit__in_flight_start_of_time(void);
uint32_t mpit__in_flight_start_of_requests(void);

/* Ticks that were added to a slot of the calling thread. */
struct mpit_in_flight_time {
    const mpit_total *slot;
    uint64_t began; /* ticks at which what took them began */
    uint64_t took;
};

/* A request that was counted: a receive, or an access to a file. */
struct mpit_in_flight_request {
    uint32_t posted; /* mpit__in_flight_count then */
    uint32_t watch;  /* what was booked of it */
    bool is_access;
    int access;                       /* MPIT_F_READS, MPIT_F_WRITES */
    const struct mpit_object *object; /* communicator or file, NULL if it has ended */
    uint64_t datatype;                /* key */
    int peer;
    uint64_t bytes;
    uint32_t parts; /* of a partitioned receive, else 0 */
};

/* Who takes that off the handles that were started since; entry/listeners.c names it. */
struct mpit_late_listener {
    void (*time)(const struct mpit_in_flight_time *late);
    void (*request)(const struct mpit_in_flight_request *late);
};
extern const struct mpit_late_listener mpit__in_flight_listener;

static inline bool mpit__in_flight_is_time(uint64_t began)
{
    return atomic_load_explicit(&mpit__in_flight_tick, memory_order_relaxed) > began;
}

static inline uint32_t mpit__in_flight_now_posted(void)
{
    return atomic_load_explicit(&mpit__in_flight_count, memory_order_relaxed);
}

/* Adds to a slot what began before a handle was started. */
void mpit__in_flight_add(mpit_total *slot, uint64_t began, uint64_t took, bool shared);

/* The same, whenever it began. */
static inline void mpit__in_flight_add_time(mpit_total *slot, uint64_t began, uint64_t took,
                                            bool shared)
{
    if (__builtin_expect(mpit__in_flight_is_time(began), 0))
        mpit__in_flight_add(slot, began, took, shared);
    else
        mpit__total_add(slot, took, shared);
}

/* Around the booking of a request that was posted before a handle was started. */
void mpit__in_flight_begin(void);
void mpit__in_flight_end(const struct mpit_in_flight_request *counted); /* NULL: it was not */

/* Meanwhile a handle's cell and the slots do not belong together. */
MPIT_INTERNAL extern _Atomic uint32_t mpit__in_flight_booking;
static inline bool mpit__in_flight_is_booking(void)
{
    return __builtin_expect(
        atomic_load_explicit(&mpit__in_flight_booking, memory_order_acquire) != 0, 0);
}

/* Whether that was so, and is no more: then the cell is to be looked at again. */
bool mpit__in_flight_waited(void);

#endif
