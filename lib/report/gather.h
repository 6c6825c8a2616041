/* What all ranks know of the job, at rank 0.
 *
 * Every step is collective and non-blocking, and waited for no longer than until the moment that
 * was given at the beginning.  Once a step has failed no other may follow, and what it reads and
 * writes must stay: the operation may go on. */
#ifndef MPIT_REPORT_GATHER_H
#define MPIT_REPORT_GATHER_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "mpi/families.h"

struct mpit_gather {
    MPI_Comm comm; /* of our own, so that nothing of the program's can be matched */
    int rank, nranks;
    double until; /* mpit__agree_until */
    int *counts;  /* [nranks] at rank 0 */
    int n, ready; /* of the step that is under way */
};

/* Tags of messages between two ranks. */
enum { MPIT_ROWS_TAG, MPIT_MEETINGS_TAG, MPIT_PINGS_TAG };

/* `has_room` is what rank 0 says: whether it has the memory that gathering cannot do without. */
bool mpit__gather_begin(struct mpit_gather *gather, double until, bool has_room);

/* A part of that, before it, where all ranks have come and do so: the ranks, and a communicator of
 * our own, which the gathering takes then. */
bool mpit__gather_among(struct mpit_gather *gather, double until);

/* Whether every rank says that it has come through all steps; ends it. */
bool mpit__gather_end(struct mpit_gather *gather, bool done);

/* Of each call the smallest or the greatest (op: MPI_MIN, MPI_MAX) of all ranks, and the first rank
 * that has it; for rank 0.  Not by MPI_MINLOC: where there was a session before MPI_Init, MPICH
 * 4.2.1 crashes on a type that is more than one of C. */
struct mpit_extremes {
    double value[MPIT_CALLS];
    int mine[MPIT_CALLS], at_rank[MPIT_CALLS];
};
bool mpit__gather_extremes(struct mpit_gather *gather, const double mine[],
                           struct mpit_extremes *extremes, MPI_Op op);

/* As MPI_Reduce to rank 0, and as MPI_Gather of n bytes of each rank. */
bool mpit__gather_reduce(struct mpit_gather *gather, const void *mine, void *all, int n,
                         MPI_Datatype type, MPI_Op op);
bool mpit__gather_bytes(struct mpit_gather *gather, const void *mine, int n, void *all);

/* Takes the rows of one rank, and counts those that it has no memory for (mpit__memory_miss). */
typedef void mpit_take_rows(void *context, int rank, const void *rows, int n);

/* Rank 0 takes the n rows of `size` bytes of one rank after the other, its own first, so that no
 * message is larger than what one rank has to say.  Where it has no memory for messages it takes
 * none of the others'. */
bool mpit__gather_rows(struct mpit_gather *gather, const void *rows, int n, size_t size,
                       mpit_take_rows *take, void *context);

#endif
