#include "config.h"

#include "ground/clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "ground/lock.h"

/* Long enough that the length of a tick is known to a few parts in 1e5. */
enum { CALIBRATION_NS = 2000000, TRIES = 5 };

_Atomic enum mpit_clock mpit__clock = MPIT_CLOCK_AUTO;

/* All clocks count in the ticks of one, and agree with it when they are chosen: so what was taken
 * with one may be added to what was taken with another.  That one is the time stamp counter where
 * it is invariant, else the monotonic clock in nanoseconds. */
static bool has_tsc;

/* When the first clock was chosen; under MPIT_LOCK_CLOCK, as are all changes below. */
static struct mark {
    uint64_t ticks, ns;
} first;
static _Atomic double seconds_per_tick = 1e-9;
static _Atomic bool calibrated; /* once, for good */

/* Nanoseconds as ticks: times `scale` / 2^32. */
enum { SCALE_BITS = 32 };
static _Atomic uint64_t scale = UINT64_C(1) << SCALE_BITS;

/* How far the others are ahead of the monotonic clock and MPI_Wtime in their ticks. */
static _Atomic uint64_t monotonic_ahead, wtime_ahead;

static uint64_t ticks_of(uint64_t ns)
{
    return (uint64_t)((unsigned __int128)ns * atomic_load_explicit(&scale, memory_order_relaxed) >>
                      SCALE_BITS);
}

uint64_t mpit__clock_system(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t monotonic(void)
{
    return ticks_of(mpit__clock_system()) +
           atomic_load_explicit(&monotonic_ahead, memory_order_relaxed);
}

/* What mpit__clock_give_wtime was given. */
static bool (*wtime_is_there)(void);
static double (*wtime_seconds)(void);

void mpit__clock_give_wtime(bool (*is_there)(void), double (*seconds)(void))
{
    wtime_is_there = is_there;
    wtime_seconds = seconds;
}

static bool has_wtime(void)
{
    return wtime_is_there && wtime_is_there();
}

static uint64_t wtime(void)
{
    return ticks_of((uint64_t)(wtime_seconds() * 1e9));
}

/* MPI_Wtime may be called between MPI_Init and MPI_Finalize only (MPICH ends the process else):
 * before and after it the monotonic clock stands in, and the two are made to agree. */
static void align_wtime(void)
{
    if (has_wtime())
        atomic_store(&wtime_ahead, monotonic() - wtime());
}

uint64_t mpit__clock_slow(void)
{
    if (mpit__clock == MPIT_CLOCK_WTIME && has_wtime())
        return wtime() + atomic_load_explicit(&wtime_ahead, memory_order_relaxed);
    return monotonic();
}

static bool tsc_is_invariant(void)
{
#if defined(__x86_64__)
    unsigned a, b, c, d;

    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
#else
    return false;
#endif
}

static uint64_t reference(void)
{
#if defined(__x86_64__)
    if (has_tsc)
        return __builtin_ia32_rdtsc();
#endif
    return mpit__clock_system();
}

/* A clock and the system's at one instant: of several tries the one that was disturbed least.  A
 * process that loses its processor between the two readings would otherwise get ticks of a wrong
 * length, or beside those of its neighbours. */
static struct mark mark_of(uint64_t (*clock)(void))
{
    struct mark best = {0, 0};
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < TRIES; i++) {
        uint64_t before = clock(), ns = mpit__clock_system();
        uint64_t took = clock() - before;

        if (took < least) {
            least = took;
            best = (struct mark){before + took / 2, ns};
        }
    }
    return best;
}

static struct mark take_mark(void)
{
    return mark_of(reference);
}

void mpit__clock_both(uint64_t *ticks, uint64_t *ns)
{
    const struct mark now = mark_of(mpit__clock_now);

    *ticks = now.ticks;
    *ns = now.ns;
}

/* Before the first choice. */
static void choose_reference(void)
{
    has_tsc = tsc_is_invariant();
    first = take_mark();
    atomic_store(&calibrated, !has_tsc);
}

static void change_to(enum mpit_clock choice)
{
    struct mark now = take_mark();

    if (choice != MPIT_CLOCK_TSC && has_tsc)
        atomic_store(&monotonic_ahead, now.ticks - ticks_of(now.ns));
    if (choice == MPIT_CLOCK_WTIME)
        align_wtime();
    mpit__clock = choice;
}

bool mpit__clock_choose(enum mpit_clock choice)
{
    mpit__lock(MPIT_LOCK_CLOCK);
    if (mpit__clock == MPIT_CLOCK_AUTO)
        choose_reference();
    mpit__unlock(MPIT_LOCK_CLOCK);
    if (choice == MPIT_CLOCK_AUTO)
        choice = has_tsc ? MPIT_CLOCK_TSC : MPIT_CLOCK_MONOTONIC;
    if (choice == MPIT_CLOCK_TSC && !has_tsc)
        return false;
    if (choice != MPIT_CLOCK_TSC)
        mpit__clock_calibrate();
    mpit__lock(MPIT_LOCK_CLOCK);
    if (choice != mpit__clock)
        change_to(choice);
    mpit__unlock(MPIT_LOCK_CLOCK);
    return true;
}

static double length_until(struct mark now)
{
    return (double)(now.ns - first.ns) * 1e-9 / (double)(now.ticks - first.ticks);
}

static void measure_ticks(void)
{
    struct mark now = take_mark();
    double length;

    if (now.ns - first.ns < CALIBRATION_NS)
        return;
    length = length_until(now);
    atomic_store(&scale, (uint64_t)(0x1p32 * 1e-9 / length + 0.5));
    atomic_store(&seconds_per_tick, length);
    atomic_store(&calibrated, true);
}

void mpit__clock_mark(void)
{
    mpit__lock(MPIT_LOCK_CLOCK);
    align_wtime();
    if (!atomic_load(&calibrated))
        measure_ticks();
    mpit__unlock(MPIT_LOCK_CLOCK);
}

void mpit__clock_calibrate(void)
{
    while (!atomic_load(&calibrated))
        mpit__clock_mark();
}

double mpit__clock_tick(void)
{
    return atomic_load_explicit(&seconds_per_tick, memory_order_relaxed);
}

double mpit__clock_tick_so_far(void)
{
    double length;

    mpit__clock_calibrate();
    mpit__lock(MPIT_LOCK_CLOCK);
    length = has_tsc ? length_until(take_mark()) : mpit__clock_tick();
    mpit__unlock(MPIT_LOCK_CLOCK);
    return length;
}

double mpit__clock_seconds(uint64_t ticks)
{
    long double ns =
        (long double)ticks * 1e9L * atomic_load_explicit(&seconds_per_tick, memory_order_relaxed);

    /* Whole nanoseconds: what was written as such is read back the same. */
    return (double)(uint64_t)(ns + 0.5L) / 1e9;
}

bool mpit__clock_ticks(double seconds, uint64_t *ticks)
{
    long double exact =
        (long double)seconds / atomic_load_explicit(&seconds_per_tick, memory_order_relaxed);

    if (!(exact >= 0 && exact < 0x1p63L))
        return false;
    *ticks = (uint64_t)(exact + 0.5L);
    return true;
}
