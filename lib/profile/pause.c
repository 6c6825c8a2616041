#include "config.h"

#include "profile/pause.h"

#include <stdatomic.h>

#include "ground/clock.h"
#include "live/segment.h"

static _Atomic uint64_t paused; /* as of mpit_live_paused */

static bool is_paused(uint64_t word)
{
    return word & 1;
}

void mpit__pause_publish(void)
{
    if (mpit__live_head)
        atomic_store(&mpit__live_head->paused, atomic_load(&paused));
}

/* What comes after MPI_Finalize is not in the time that its reader takes this from. */
static void put(uint64_t word)
{
    atomic_store(&paused, word);
    if (mpit__live_head && mpit__live_head->state == MPIT_LIVE_RUNNING)
        mpit__pause_publish();
}

void mpit__pause_set(bool pause)
{
    uint64_t word = atomic_load(&paused), now = mpit__clock_now();
    uint64_t ticks = mpit_live_paused(word, now);

    if (pause != is_paused(word))
        put(pause ? (now - ticks) << 1 | 1 : ticks << 1);
}

void mpit__pause_begin(uint64_t began)
{
    put(is_paused(atomic_load(&paused)) ? began << 1 | 1 : 0);
}

bool mpit__pause_goes_on(void)
{
    return is_paused(atomic_load(&paused));
}

uint64_t mpit__pause_ticks(uint64_t now)
{
    return mpit_live_paused(atomic_load(&paused), now);
}
