#include "config.h"

#include "lock.h"

#include <assert.h>

static pthread_mutex_t mutexes[MPIT_LOCKS] = {
    [0 ... MPIT_LOCKS - 1] = PTHREAD_MUTEX_INITIALIZER,
};

#ifdef MPIT_CHECK_LOCKS
/* Bit i is set while this thread holds lock i: builds with --enable-debug check the order. */
static _Thread_local unsigned held;
#endif

void mpit__lock(enum mpit_lock lock)
{
#ifdef MPIT_CHECK_LOCKS
    assert(held >> lock == 0);
    held |= 1u << lock;
#endif
    pthread_mutex_lock(&mutexes[lock]);
}

void mpit__unlock(enum mpit_lock lock)
{
    pthread_mutex_unlock(&mutexes[lock]);
#ifdef MPIT_CHECK_LOCKS
    held &= ~(1u << lock);
#endif
}

void mpit__lock_wait(enum mpit_lock lock, pthread_cond_t *condition, const struct timespec *until)
{
    pthread_cond_timedwait(condition, &mutexes[lock], until);
}
