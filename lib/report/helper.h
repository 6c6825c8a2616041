/* Threads of ours in the process.  They call no function of MPI, so that they are allowed under
 * MPI_THREAD_SINGLE (12.4: the level is about threads that call MPI), and block all signals, so
 * that those of the program reach the program's threads. */
#ifndef MPIT_REPORT_HELPER_H
#define MPIT_REPORT_HELPER_H

#include <pthread.h>
#include <stdbool.h>

#include "ground/lock.h"

/* Starts one, with a condition for mpit__lock_wait, by CLOCK_MONOTONIC.  0 or an errno. */
int mpit__helper_start(pthread_t *thread, pthread_cond_t *wake, const char *name,
                       void *(*run)(void *));

/* Sets what it looks for under a lock, wakes it, and waits until it has returned. */
void mpit__helper_end(pthread_t thread, pthread_cond_t *wake, enum mpit_lock lock, bool *stop);

#endif
