/* The locks of the library, in the order in which they may be taken.
 *
 *   MPIT_LOCK_INIT       the first and the last reference to the interface
 *   MPIT_LOCK_DISCOVERY  what of the vendor's variables is known; never taken for our own
 *   MPIT_LOCK_INTERFACE  registries, slots of handles and sessions
 *   MPIT_LOCK_QUEUE      drained messages, persistent receives (lib/queue)
 *   MPIT_LOCK_VENDOR     calls of the vendor's MPI_T, and what our handles on its variables keep
 *   MPIT_LOCK_FLUSH      what handles on pml_monitoring_flush keep
 *   MPIT_LOCK_OBJECTS    records of MPI objects, their blocks, lists of watermark handles
 *   MPIT_LOCK_GROUPS     that the group of a communicator is there while its ranks are translated
 *   MPIT_LOCK_SESSIONS   which sessions are open
 *   MPIT_LOCK_REQUESTS   requests beyond the lock-free table
 *   MPIT_LOCK_TOLD       what is kept of requests while events are told of them
 *   MPIT_LOCK_REGIONS    regions of the program, for the report
 *   MPIT_LOCK_USES       what files and communicators that have ended were used for, for it
 *   MPIT_LOCK_SAMPLES    its time series
 *   MPIT_LOCK_CALLS      that the thread which writes calls is to end
 *   MPIT_LOCK_SITES      from where in the program calls are made
 *   MPIT_LOCK_LIVE       what of the segment is in use (lib/live)
 *   MPIT_LOCK_CLOCK      which clock the timers have, and how long its ticks are
 *
 * None is held over a call into the vendor that can block or call back, and none is taken in a
 * signal handler.  (The vendor's MPI_T calls do neither; the first one may take long.
 * MPIT_LOCK_QUEUE is held over PMPI_Improbe and over the posting of a receive under
 * MPI_THREAD_MULTIPLE: they do not block, and call back only to report an error of the program.) */
#ifndef MPIT_GROUND_LOCK_H
#define MPIT_GROUND_LOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "ground/internal.h"

enum mpit_lock {
    MPIT_LOCK_INIT,
    MPIT_LOCK_DISCOVERY,
    MPIT_LOCK_INTERFACE,
    MPIT_LOCK_QUEUE,
    MPIT_LOCK_VENDOR,
    MPIT_LOCK_FLUSH,
    MPIT_LOCK_OBJECTS,
    MPIT_LOCK_GROUPS,
    MPIT_LOCK_SESSIONS,
    MPIT_LOCK_REQUESTS,
    MPIT_LOCK_TOLD,
    MPIT_LOCK_REGIONS,
    MPIT_LOCK_USES,
    MPIT_LOCK_SAMPLES,
    MPIT_LOCK_CALLS,
    MPIT_LOCK_SITES,
    MPIT_LOCK_LIVE,
    MPIT_LOCK_CLOCK,
    MPIT_LOCKS
};

/* Taken by one compare-and-swap and let go by one store: half of what a mutex costs, whose end must
 * look for sleepers.  What is done under these locks is short, so that who finds one taken looks
 * again: at once, after the others have had the processor, after naps. */
struct mpit_lock_word {
    _Alignas(64) _Atomic int taken;
};

MPIT_INTERNAL extern struct mpit_lock_word mpit__lock_words[MPIT_LOCKS];

void mpit__lock_retry(struct mpit_lock_word *word);

#ifdef MPIT_CHECK_LOCKS
void mpit__lock_check(enum mpit_lock lock, bool taken);
#else
static inline void mpit__lock_check(enum mpit_lock lock, bool taken)
{
    (void)lock;
    (void)taken;
}
#endif

static inline void mpit__lock(enum mpit_lock lock)
{
    struct mpit_lock_word *word = &mpit__lock_words[lock];
    int free = 0;

    mpit__lock_check(lock, true);
    if (!atomic_compare_exchange_strong_explicit(&word->taken, &free, 1, memory_order_acquire,
                                                 memory_order_relaxed))
        mpit__lock_retry(word);
}

/* False if another thread has it, or what a signal handler has interrupted. */
static inline bool mpit__lock_try(enum mpit_lock lock)
{
    int free = 0;

    return atomic_compare_exchange_strong_explicit(&mpit__lock_words[lock].taken, &free, 1,
                                                   memory_order_acquire, memory_order_relaxed);
}

static inline void mpit__unlock(enum mpit_lock lock)
{
    atomic_store_explicit(&mpit__lock_words[lock].taken, 0, memory_order_release);
    mpit__lock_check(lock, false);
}

/* Gives up a lock that is held, and takes it again once the condition is signalled or its clock has
 * reached the time.  Whoever signals holds the lock. */
void mpit__lock_wait(enum mpit_lock lock, pthread_cond_t *condition, const struct timespec *until);
void mpit__lock_signal(pthread_cond_t *condition);

#endif
