/* The empty round trips that MPIB_measure_bcast subtracts. */
#ifndef MPIB_TIMER_H
#define MPIB_TIMER_H

#include <mpi.h>

/* Collective: makes sure that every rank has those of `comm`, and returns this rank's, by the rank
 * of the other; they stay where they are until the timer is initialized again. */
const double *mpib_timer_of(MPI_Comm comm);

#endif
