/* What the tests of the unexpected queue ask of it. */
#ifndef MPIT_TESTS_MPI_QUEUE_H
#define MPIT_TESTS_MPI_QUEUE_H

#include "watch.h"

/* The items of mpit_umq_source. */
enum { AUTO, VENDOR, DRAIN, OFF };

/* A variable of the queue of a communicator: not started; started. */
struct watched queue_watch(const char *name, int var_class, MPI_Comm comm);
struct watched queue_started(const char *name, int var_class, MPI_Comm comm);
struct watched queue_length(MPI_Comm comm); /* MPI_T_UMQ_LENGTH, started */

/* Whether such a variable has a value. */
bool queue_knows(const char *name, int var_class, MPI_Comm comm);

/* Where the length of this communicator comes from; what is asked for. */
int queue_source(MPI_Comm comm);
void queue_set_source(int source);

#endif
