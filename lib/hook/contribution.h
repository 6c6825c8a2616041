/* What a process hands in to a collective, in bytes (variables.md: "Collective bytes"). */
#ifndef MPIT_HOOK_CONTRIBUTION_H
#define MPIT_HOOK_CONTRIBUTION_H

#include <mpi.h>

#include "hook/frame.h"

/* Bytes of one buffer. */
static inline uint64_t mpit__given(struct mpit_frame *frame, MPI_Count count, MPI_Datatype datatype)
{
    return count > 0 ? mpit__frame_bytes(frame, count, datatype) : 0;
}

/* The counts of parts: int or, in large-count calls, MPI_Count. */
struct mpit_counts {
    const void *of;
    bool large;
};
#define MPIT_COUNTS(counts)                                                                        \
    ((struct mpit_counts){.of = counts, .large = sizeof *(counts) == sizeof(MPI_Count)})

static inline MPI_Count mpit__count_at(struct mpit_counts counts, uint64_t i)
{
    return counts.large ? ((const MPI_Count *)counts.of)[i] : ((const int *)counts.of)[i];
}

/* Of n parts: their sum; their bytes, with a datatype each. */
MPI_Count mpit__sum(struct mpit_counts counts, uint64_t n);
uint64_t mpit__given_types(struct mpit_frame *frame, struct mpit_counts counts,
                           const MPI_Datatype datatypes[], uint64_t n);

/* Whether this process hands in the data of a collective whose root sends (bcast) … */
bool mpit__is_root(MPI_Comm comm, int root);
/* … or of one to whose root all send, but the root's group of an intercommunicator (reduce). */
static inline bool mpit__gives_to_root(int root)
{
    return root != MPI_ROOT && root != MPI_PROC_NULL;
}

/* This process's rank; the processes that parts go to, the remote group's in an intercommunicator;
 * those of the own group; neighbours that parts go to. */
int mpit__rank(MPI_Comm comm);
uint64_t mpit__peers(MPI_Comm comm);
uint64_t mpit__members(MPI_Comm comm);
uint64_t mpit__neighbors(MPI_Comm comm);

#endif
