/* The lock of the queues.
 *
 * Below MPI_THREAD_MULTIPLE one thread at a time is in MPI, and nothing here is locked.  Under it
 * the queue can be armed in MPI_Init alone, and then every call that looks for a message does so,
 * and posts its receive where it finds none, under one lock: otherwise another thread could drain
 * the message that a receive between search and posting waits for. */
#ifndef MPIT_QUEUE_LOCK_H
#define MPIT_QUEUE_LOCK_H

#include <stdbool.h>

#include "ground/internal.h"
#include "ground/lock.h"

/* Whether there is anything to be locked: under MPI_THREAD_MULTIPLE, once armed (source.c). */
MPIT_INTERNAL extern bool mpit__umq_threaded;

static inline void mpit__umq_lock(void)
{
    if (mpit__umq_threaded)
        mpit__lock(MPIT_LOCK_QUEUE);
}

static inline void mpit__umq_unlock(void)
{
    if (mpit__umq_threaded)
        mpit__unlock(MPIT_LOCK_QUEUE);
}

#endif
