/* Pointers to the callbacks of events (MPI 4.0, 14.3.8).  The standard's types are functions; the
 * mpi.h of Open MPI 6.0 has pointers to functions by these names. */
#ifndef MPIT_MPI_CALLBACKS_H
#define MPIT_MPI_CALLBACKS_H

#include "mpit_events.h"

#include <stddef.h>

/* What an operand of ?: becomes: of a function a pointer to it, and a pointer stays one. */
#define MPIT_POINTER(type) __typeof__(1 ? *(type *)NULL : *(type *)NULL)

typedef MPIT_POINTER(MPI_T_event_cb_function) mpit_event_cb;
typedef MPIT_POINTER(MPI_T_event_free_cb_function) mpit_event_free_cb;
typedef MPIT_POINTER(MPI_T_event_dropped_cb_function) mpit_event_dropped_cb;

#endif
