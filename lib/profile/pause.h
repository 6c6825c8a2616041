/* For how long the process has recorded nothing: MPI_Pcontrol(0) and (1), mpit_profiling. */
#ifndef MPIT_PROFILE_PAUSE_H
#define MPIT_PROFILE_PAUSE_H

#include <stdbool.h>
#include <stdint.h>

/* By one thread at a time (MPIT_LOCK_INTERFACE). */
void mpit__pause_set(bool paused);

/* The clock of the report starts: of what was before nothing counts. */
void mpit__pause_begin(uint64_t began);

bool mpit__pause_goes_on(void);

/* Up to a moment in ticks.  Signal safe. */
uint64_t mpit__pause_ticks(uint64_t now);

/* What the segment is to say of it (mpit_live_paused), when the process runs. */
void mpit__pause_publish(void);

#endif
