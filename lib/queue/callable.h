/* Whether MPI may be called at this place, on behalf of a tool that reads a variable. */
#ifndef MPIT_QUEUE_CALLABLE_H
#define MPIT_QUEUE_CALLABLE_H

#include <stdbool.h>

/* MPI_Init has returned, or may have without us; the first session without it is open, at a thread
 * level that it need not have in common with others; MPI_Finalize is called, or the last session
 * without it closed, after which either may come again. */
void mpit__callable_begin(void);
void mpit__callable_begin_session(void);
void mpit__callable_end(void);

/* Between these two. */
bool mpit__callable_is_up(void);

/* MPI's thread level as MPI_Init gave it (Open MPI says another one once its MPI_T has been asked
 * for more); MPI_THREAD_SINGLE before, MPI_THREAD_MULTIPLE where a session came first. */
int mpit__callable_level(void);

/* False before MPI_Init and after MPI_Finalize, inside an MPI call (so in a callback of one), in a
 * thread that the thread level forbids to call MPI, and in a signal handler: whatever that has
 * interrupted, MPI or malloc, may not be called again.  A handler is known by its signal, which is
 * blocked; while there is one with SA_NODEFER, everything is taken for it, from 10 ms on after it
 * was installed.  (One that unblocks its own signal is not found out.)  Signal safe. */
bool mpit__mpi_is_callable(void);

#endif
