/* Counts beyond int: such a receive is one element of a datatype of our own. */
#ifndef MPIT_QUEUE_LARGE_H
#define MPIT_QUEUE_LARGE_H

#include <mpi.h>

struct mpit_large {
    int count;
    MPI_Datatype datatype; /* the program's, or ours */
    MPI_Datatype made;     /* ours, or MPI_DATATYPE_NULL */
};

/* What receives the same as count elements of datatype; given back by _end. */
struct mpit_large mpit__large_begin(MPI_Count count, MPI_Datatype datatype);
void mpit__large_end(struct mpit_large *large);

#endif
