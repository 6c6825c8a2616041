/* What Open MPI's monitoring components count, for the variables of aliases.def that have their
 * names: collectives by kind and by peer, one-sided operations by peer, of one communicator.
 *
 * Collectives are of three kinds.  One to all (bcast, scatter) and all to one (gather, reduce)
 * count at the root alone, all to all (the others, barrier too) at every process.  The bytes are
 * those that the process would exchange with each other one if it sent its part straight to where
 * it is needed: of a bcast of n bytes, n to each.  What stays in the process does not count. */
#ifndef MPIT_HOOK_MONITOR_H
#define MPIT_HOOK_MONITOR_H

#include "hook/contribution.h"

/* By the slots of a communicator. */
enum mpit_monitor_kind {
    MPIT_ONE_TO_ALL = MPIT_C_O2A_CALLS,
    MPIT_ALL_TO_ONE = MPIT_C_A2O_CALLS,
    MPIT_ALL_TO_ALL = MPIT_C_A2A_CALLS,
};

/* The others that a process exchanges parts with: all ranks, those above its own, the neighbours
 * that it sends to. */
enum mpit_monitor_scope { MPIT_WITH_ALL, MPIT_WITH_ABOVE, MPIT_WITH_NEIGHBORS };

/* The parts for the ranks or neighbours: of one size, or with a count each, of elements of types[i]
 * or of one type. */
struct mpit_parts {
    uint64_t bytes;
    struct mpit_counts counts; /* of NULL: all have `bytes` */
    const MPI_Datatype *types;
    MPI_Datatype type;
};

void mpit__monitor_collective(struct mpit_frame *frame, enum mpit_monitor_kind kind, MPI_Comm comm,
                              enum mpit_monitor_scope scope, const struct mpit_parts *parts);

/* The same on a communicator that was looked up; the bytes of part number i. */
void mpit__monitor_on(struct mpit_frame *frame, struct mpit_comm_line *line,
                      enum mpit_monitor_kind kind, enum mpit_monitor_scope scope,
                      const struct mpit_parts *parts);
uint64_t mpit__monitor_part(struct mpit_frame *frame, const struct mpit_parts *parts, int i);

/* A one-sided operation, which is not to MPI_PROC_NULL. */
void mpit__monitor_rma(enum mpit_call call, enum mpit_win_slot what, int target, MPI_Win win,
                       uint64_t bytes);

#endif
