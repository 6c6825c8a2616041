#include "config.h"

#include "ground/signals.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static const int of_writes[] = {SIGPIPE, SIGXFSZ};

enum { OF_WRITES = sizeof of_writes / sizeof *of_writes };

void mpit__signals_hold(struct mpit_signals *held)
{
    int saved = errno;
    sigset_t ours;

    sigemptyset(&ours);
    for (int i = 0; i < OF_WRITES; i++)
        sigaddset(&ours, of_writes[i]);
    pthread_sigmask(SIG_BLOCK, &ours, &held->mask);
    sigpending(&held->pending);
    errno = saved;
}

/* The kernel sends them in the name of the process that writes. */
static void take_back(int number)
{
    const struct timespec now = {0, 0};
    siginfo_t info;
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, number);
    if (sigtimedwait(&one, &info, &now) == number && info.si_pid != getpid())
        kill(getpid(), number);
}

void mpit__signals_release(const struct mpit_signals *held)
{
    int saved = errno;

    for (int i = 0; i < OF_WRITES; i++)
        if (!sigismember(&held->pending, of_writes[i]))
            take_back(of_writes[i]);
    pthread_sigmask(SIG_SETMASK, &held->mask, NULL);
    errno = saved;
}
