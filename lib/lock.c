#include "config.h"

#include "lock.h"

#include <assert.h>
#include <sched.h>
#include <time.h>

enum { SPINS = 64, YIELDS = 16, NAP_NS = 50000 };

struct mpit_lock_word mpit__lock_words[MPIT_LOCKS];

/* Which is shorter than a nap: the other thread may be waiting for this processor. */
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

void mpit__lock_wait(struct mpit_lock_word *word)
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
