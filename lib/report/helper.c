#include "config.h"

#include "report/helper.h"

#include <signal.h>
#include <time.h>

enum { STACK_BYTES = 256 << 10 };

int mpit__helper_start(pthread_t *thread, pthread_cond_t *wake, const char *name,
                       void *(*run)(void *))
{
    pthread_condattr_t clock;
    pthread_attr_t small;
    sigset_t all, before;
    int error;

    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(wake, &clock);
    pthread_condattr_destroy(&clock);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* it inherits the mask */
    error = pthread_create(thread, &small, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&small);
    if (!error)
        pthread_setname_np(*thread, name);
    return error;
}

void mpit__helper_end(pthread_t thread, pthread_cond_t *wake, enum mpit_lock lock, bool *stop)
{
    mpit__lock(lock);
    *stop = true;
    mpit__lock_signal(wake);
    mpit__unlock(lock);
    pthread_join(thread, NULL);
}
