/* What all measurements stand on: arguments, memory, results that every rank gets. */
#ifndef MPIB_GROUND_H
#define MPIB_GROUND_H

#include "sample.h"

#include <stdbool.h>
#include <stddef.h>

enum { MPIB_TAG = 1 }; /* on duplicates of ours alone */

/* Do arguments make sense?  If not, the error handler of the communicator has been called. */
bool mpib_comm_holds(MPI_Comm comm);
bool mpib_arguments_hold(MPI_Comm comm, int root, int M);
bool mpib_precision_holds(MPI_Comm comm, MPIB_precision *precision); /* and settles it */

/* Zeroed; there is no going on without it. */
void *mpib_allocate(size_t count, size_t size);

void mpib_result_set(MPIB_result *result, int M, double T, int reps, double ci);

/* `ci` is 0 where one repetition was all there is. */
void mpib_result_of_sample(MPIB_result *result, int M, const struct mpib_sample *sample,
                           const MPIB_precision *precision);

/* The result of rank `from` becomes that of every rank. */
void mpib_result_share(MPIB_result *result, int from, MPI_Comm comm);

#endif
