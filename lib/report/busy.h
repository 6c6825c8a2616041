/* Threads of this process that were busy, MPI or not. */
#ifndef MPIT_REPORT_BUSY_H
#define MPIT_REPORT_BUSY_H

#include <stdint.h>

/* Those that there are now and that ran, or waited for a processor, half of the time that the
 * process has been there; and how many processors these may run on.  -1: nobody says. */
void mpit__busy_threads(int64_t *threads, int64_t *processors);

#endif
