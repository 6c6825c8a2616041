/* Writes of ours that must not end the program: one that nobody reads (SIGPIPE), one beyond the
 * largest file that is allowed (SIGXFSZ). */
#ifndef MPIT_GROUND_SIGNALS_H
#define MPIT_GROUND_SIGNALS_H

#include <signal.h>

struct mpit_signals {
    sigset_t mask, pending; /* as they were */
};

/* Holds both off for this thread, and lets them through again: what has become pending by this
 * process in between is taken back, what another one has sent or was pending before stays.  errno
 * is not changed. */
void mpit__signals_hold(struct mpit_signals *held);
void mpit__signals_release(const struct mpit_signals *held);

#endif
