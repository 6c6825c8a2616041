/* How long this process has waited in collectives, and for whom: what the rings of the processes on
 * this node hold, joined (live/join.h), each time that somebody looks.  What has been overrun since
 * the last time is not in it. */
#ifndef MPIT_PROFILE_COLLECTIVE_WAITS_H
#define MPIT_PROFILE_COLLECTIVE_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/totals.h"

/* Whether there will be something to join, as far as it is known: it is before MPI_Init, or
 * arrivals are kept. */
bool mpit__collective_waits_can_be(void);

/* Whether there is: nobody has waited before MPI_Init.  Signal safe. */
bool mpit__collective_waits_has(void);

/* Finds the other processes; called again, those that have come since.  False where arrivals are
 * not kept, or without memory.  Not to be called from a signal handler. */
bool mpit__collective_waits_begin(void);

/* MPI has begun: finds them where somebody has wanted that before. */
void mpit__collective_waits_come(void);

/* Reads what is new, into MPIT_P_WAITED of the process; signal safe. */
void mpit__collective_waits_update(void);

/* As of the last update: for whom this process has waited, by rank in MPI_COMM_WORLD; collectives
 * to which it has come, and those of them that could be joined. */
void mpit__collective_waits_each(void (*row)(void *with, int rank, uint64_t count, uint64_t ticks),
                                 void *with);
void mpit__collective_waits_share(uint64_t *seen, uint64_t *all);

#endif
