/* Whether all processes have come: what is collective without the program having asked for it must
 * not hang where only some processes do it. */
#ifndef MPIT_MPI_AGREE_H
#define MPIT_MPI_AGREE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* Waits for an operation of our own; after a while calls late once, if it is not NULL.  False once
 * `patience` seconds are over: the request is then left as it is. */
bool mpit__agree_wait(MPI_Request *request, double patience, void (*late)(void));

/* In MPI_Finalize, where no collective operation of the program can follow.  True, in all
 * processes, if all have called it and none had to wait longer than `patience` seconds for the
 * others; false, in all that have called it, if not. */
bool mpit__agree_all_came(double patience, void (*late)(void));

/* The next two are collective on MPI_COMM_WORLD. */

/* Whether all processes have the same number; true if that cannot be found out. */
bool mpit__agree_is_common(uint64_t number, void (*late)(void));

/* A text of each process, cut at MPIT_STRING characters with its end, one behind the other by rank;
 * from malloc.  NULL in all processes but rank 0, and there if it fails. */
char *mpit__agree_gather(const char *text, int *nranks);

#endif
