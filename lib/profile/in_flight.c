#include "config.h"

#include "profile/in_flight.h"

#include <sched.h>
#include <signal.h>
#include <stddef.h>

#include "ground/clock.h"

_Atomic uint64_t mpit__in_flight_tick;
_Atomic uint32_t mpit__in_flight_count;
_Atomic uint32_t mpit__in_flight_booking;

/* A signal handler may stand in the middle of what this thread books. */
static _Thread_local volatile sig_atomic_t here;

uint64_t mpit__in_flight_start_of_time(void)
{
    uint64_t now = mpit__clock_now(), last = atomic_load(&mpit__in_flight_tick);

    while (last < now && !atomic_compare_exchange_weak(&mpit__in_flight_tick, &last, now))
        ;
    return now;
}

uint32_t mpit__in_flight_start_of_requests(void)
{
    return atomic_fetch_add(&mpit__in_flight_count, 1) + 1;
}

/* A start that falls between the look whether there was one and the adding, a few instructions, is
 * not seen: those who add do not wait for those who start. */
void mpit__in_flight_add(mpit_total *slot, uint64_t began, uint64_t took, bool shared)
{
    mpit__in_flight_begin();
    mpit__total_add(slot, took, shared);
    mpit__in_flight_listener.time(&(struct mpit_in_flight_time){slot, began, took});
    mpit__in_flight_end(NULL);
}

void mpit__in_flight_begin(void)
{
    here = 1;
    atomic_fetch_add(&mpit__in_flight_booking, 1);
}

void mpit__in_flight_end(const struct mpit_in_flight_request *counted)
{
    if (counted)
        mpit__in_flight_listener.request(counted);
    atomic_fetch_sub(&mpit__in_flight_booking, 1);
    here = 0;
}

/* Who books waits for nobody. */
bool mpit__in_flight_waited(void)
{
    if (!mpit__in_flight_is_booking() || here)
        return false;
    while (mpit__in_flight_is_booking())
        sched_yield();
    return true;
}
