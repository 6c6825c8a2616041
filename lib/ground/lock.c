#include "config.h"

#include "ground/lock.h"

#include <assert.h>
#include <sched.h>

enum { SPINS = 64, YIELDS = 16, NAP_NS = 50000 };

struct mpit_lock_word mpit__lock_words[MPIT_LOCKS];

/* What conditions want beside our locks: taken after one of them and before none. */
static pthread_mutex_t conditions = PTHREAD_MUTEX_INITIALIZER;

/* At first shorter than a nap: the other thread may be waiting for this processor. */
static void give_way(int times_looked)
{
    static const struct timespec nap = {0, NAP_NS};

    if (times_looked < SPINS)
        return;
    if (times_looked < SPINS + YIELDS)
        sched_yield();
    else
        nanosleep(&nap, NULL);
}

void mpit__lock_retry(struct mpit_lock_word *word)
{
    for (int looked = 0;; looked += looked < SPINS + YIELDS) {
        int free = 0;

        if (atomic_load_explicit(&word->taken, memory_order_relaxed) == 0 &&
            atomic_compare_exchange_weak_explicit(&word->taken, &free, 1, memory_order_acquire,
                                                  memory_order_relaxed))
            return;
        give_way(looked);
    }
}

/* A signal comes from one who holds the lock, and so not before the mutex is let go by waiting. */
void mpit__lock_wait(enum mpit_lock lock, pthread_cond_t *condition, const struct timespec *until)
{
    pthread_mutex_lock(&conditions);
    mpit__unlock(lock);
    pthread_cond_timedwait(condition, &conditions, until);
    pthread_mutex_unlock(&conditions);
    mpit__lock(lock);
}

void mpit__lock_signal(pthread_cond_t *condition)
{
    pthread_mutex_lock(&conditions);
    pthread_cond_signal(condition);
    pthread_mutex_unlock(&conditions);
}

#ifdef MPIT_CHECK_LOCKS
/* Bit i is set while this thread holds lock i: builds with --enable-debug check the order. */
static _Thread_local unsigned held;

void mpit__lock_check(enum mpit_lock lock, bool taken)
{
    if (taken) {
        assert(held >> lock == 0);
        held |= 1u << lock;
    } else {
        held &= ~(1u << lock);
    }
}
#endif
