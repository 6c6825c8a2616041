#include "config.h"

#include "ledger/late.h"

#include <sched.h>
#include <signal.h>
#include <stddef.h>

#include "ground/clock.h"

_Atomic uint64_t mpit__late_tick;
_Atomic uint32_t mpit__late_count;
_Atomic uint32_t mpit__late_booking;

/* A signal handler may stand in the middle of what this thread books. */
static _Thread_local volatile sig_atomic_t here;

uint64_t mpit__late_start_of_time(void)
{
    uint64_t now = mpit__clock_now(), last = atomic_load(&mpit__late_tick);

    while (last < now && !atomic_compare_exchange_weak(&mpit__late_tick, &last, now))
        ;
    return now;
}

uint32_t mpit__late_start_of_requests(void)
{
    return atomic_fetch_add(&mpit__late_count, 1) + 1;
}

/* A start that falls between the look whether there was one and the adding, a few instructions, is
 * not seen: those who add do not wait for those who start. */
void mpit__late_add(mpit_total *slot, uint64_t began, uint64_t took, bool shared)
{
    mpit__late_begin();
    mpit__total_add(slot, took, shared);
    mpit__late_listener.time(&(struct mpit_late_time){slot, began, took});
    mpit__late_end(NULL);
}

void mpit__late_begin(void)
{
    here = 1;
    atomic_fetch_add(&mpit__late_booking, 1);
}

void mpit__late_end(const struct mpit_late_request *counted)
{
    if (counted)
        mpit__late_listener.request(counted);
    atomic_fetch_sub(&mpit__late_booking, 1);
    here = 0;
}

/* Who books waits for nobody. */
bool mpit__late_waited(void)
{
    if (!mpit__late_is_booking() || here)
        return false;
    while (mpit__late_is_booking())
        sched_yield();
    return true;
}
