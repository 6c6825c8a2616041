/* The clock of the timers: ticks of the time stamp counter or nanoseconds. */
#ifndef MPIT_GROUND_CLOCK_H
#define MPIT_GROUND_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "ground/internal.h"

/* The items of the enumeration mpit_clock, in order. */
enum mpit_clock { MPIT_CLOCK_AUTO, MPIT_CLOCK_MONOTONIC, MPIT_CLOCK_TSC, MPIT_CLOCK_WTIME };

/* What is in force: never MPIT_CLOCK_AUTO once mpit__clock_choose was called. */
MPIT_INTERNAL extern _Atomic enum mpit_clock mpit__clock;

uint64_t mpit__clock_slow(void);

/* Ticks.  Signal safe. */
static inline uint64_t mpit__clock_now(void)
{
#if defined(__x86_64__)
    if (__builtin_expect(atomic_load_explicit(&mpit__clock, memory_order_relaxed) == MPIT_CLOCK_TSC,
                         1))
        return __builtin_ia32_rdtsc();
#endif
    return mpit__clock_slow();
}

/* Nanoseconds of the system's monotonic clock, whatever the choice is.  Signal safe. */
uint64_t mpit__clock_system(void);

/* OUT: ticks and these nanoseconds at one moment. */
void mpit__clock_both(uint64_t *ticks, uint64_t *ns);

/* MPI_Wtime for MPIT_CLOCK_WTIME, and whether it may be called now; in the set-up, before there is
 * a choice. */
void mpit__clock_give_wtime(bool (*is_there)(void), double (*seconds)(void));

/* Puts the choice in force: auto takes the time stamp counter where it is invariant.
 * False where the machine has no such clock. */
bool mpit__clock_choose(enum mpit_clock choice);

/* Called where time passes anyway (around MPI_Init), so that ticks get their length for free. */
void mpit__clock_mark(void);

/* Both signal safe once the clock is calibrated, which mpit__clock_calibrate makes sure of. */
void mpit__clock_calibrate(void);
double mpit__clock_seconds(uint64_t ticks);

/* Seconds of a tick, once the clock is calibrated. */
double mpit__clock_tick(void);

/* The same by all the time since the clock was chosen: to some parts in 1e6 after seconds, where
 * the other, which all durations go by, is that of the first milliseconds. */
double mpit__clock_tick_so_far(void);

/* False for what is no duration: negative, not a number, too long. */
bool mpit__clock_ticks(double seconds, uint64_t *ticks);

#endif
