/* What hooks raise events of (ledger/raise.h), where somebody has asked for any
 * (MPIT_WATCH_EVENTS). */
#ifndef MPIT_HOOK_TELL_H
#define MPIT_HOOK_TELL_H

#include "hook/frame.h"
#include "hook/place.h"
#include "ledger/told.h"

/* Frames are registers: what is said here of a call are values (hook/frame.h). */

/* The MPI library has accepted a collective that began at these ticks; it is over in this process.
 * NULL: nobody is told of those of the communicator. */
struct mpit_told *mpit__tell_begins(MPI_Comm comm, int operation, uint64_t bytes, uint64_t began);
void mpit__tell_ends(const struct mpit_told *told);

/* The program has got a communicator, or has given one up. */
struct mpit_gone_comm {
    int size, handle;
};
void mpit__tell_comm_made(MPI_Comm comm, MPI_Comm asked, MPI_Comm parent);
struct mpit_gone_comm mpit__tell_comm_ends(const MPI_Comm *comm);
void mpit__tell_comm_freed(struct mpit_gone_comm gone);

/* What the call was given that may have made a request, and what is accessed. */
struct mpit_target {
    MPI_Win win;
    MPI_File file;
    MPI_Count count;
    MPI_Datatype type;
};
void mpit__tell_of_request(struct mpit_frame *frame, bool is_persistent, struct mpit_said said,
                           struct mpit_target target);

/* A message is received, or matched, that nobody has told of since the call began. */
void mpit__tell_received(uint64_t took, MPI_Comm comm, const MPI_Status *status);

/* A request is complete that a call has started; status NULL: it has failed. */
void mpit__tell_completed(const struct mpit_request *request, const MPI_Status *status);

/* A persistent collective is started. */
void mpit__tell_started(const struct mpit_request *request, int operation, uint64_t bytes);

/* The call is over. */
void mpit__tell_after(bool is_outermost);

#endif
