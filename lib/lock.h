/* The locks of the library, in the order in which they may be taken.
 *
 *   MPIT_LOCK_DISCOVERY  what of the vendor's variables is known; never taken for our own
 *   MPIT_LOCK_INTERFACE  init count, registries, slots of handles and sessions
 *   MPIT_LOCK_QUEUE      drained messages, persistent receives (lib/queue)
 *   MPIT_LOCK_VENDOR     calls of the vendor's MPI_T, and what our handles on its variables keep
 *   MPIT_LOCK_FLUSH      what handles on pml_monitoring_flush keep
 *   MPIT_LOCK_OBJECTS    records of MPI objects, their blocks, lists of watermark handles
 *   MPIT_LOCK_REQUESTS   requests beyond the lock-free table
 *   MPIT_LOCK_REGIONS    regions of the program, for the report
 *   MPIT_LOCK_SAMPLES    its time series
 *   MPIT_LOCK_CLOCK      which clock the timers have, and how long its ticks are
 *
 * None is held over a call into the vendor that can block or call back, and none is taken in a
 * signal handler.  (The vendor's MPI_T calls do neither; the first one may take long.
 * MPIT_LOCK_QUEUE is held over PMPI_Improbe and over the posting of a receive under
 * MPI_THREAD_MULTIPLE: they do not block, and call back only to report an error of the program.) */
#ifndef MPIT_LOCK_H
#define MPIT_LOCK_H

#include <pthread.h>
#include <time.h>

enum mpit_lock {
    MPIT_LOCK_DISCOVERY,
    MPIT_LOCK_INTERFACE,
    MPIT_LOCK_QUEUE,
    MPIT_LOCK_VENDOR,
    MPIT_LOCK_FLUSH,
    MPIT_LOCK_OBJECTS,
    MPIT_LOCK_REQUESTS,
    MPIT_LOCK_REGIONS,
    MPIT_LOCK_SAMPLES,
    MPIT_LOCK_CLOCK,
    MPIT_LOCKS
};

void mpit__lock(enum mpit_lock lock);
void mpit__unlock(enum mpit_lock lock);

/* Gives up a lock that is held, and takes it again once the condition is signalled or its clock has
 * reached the time. */
void mpit__lock_wait(enum mpit_lock lock, pthread_cond_t *condition, const struct timespec *until);

#endif
