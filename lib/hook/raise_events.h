/* What hooks raise events of (profile/raise.h), where somebody has asked for any
 * (MPIT_WATCH_EVENTS). */
#ifndef MPIT_HOOK_RAISE_EVENTS_H
#define MPIT_HOOK_RAISE_EVENTS_H

#include "hook/current_call.h"
#include "hook/frame.h"
#include "profile/request_events.h"

/* Frames are registers: what is said here of a call are values (hook/frame.h). */

/* The MPI library has accepted a collective that began at these ticks; it is over in this process.
 * NULL: nobody is told of those of the communicator. */
struct mpit_request_event *mpit__hook_event_begins(MPI_Comm comm, int operation, uint64_t bytes,
                                                   uint64_t began);
void mpit__hook_event_ends(const struct mpit_request_event *told);

/* What the call was given that may have made a request, and what is accessed. */
struct mpit_target {
    MPI_Win win;
    MPI_File file;
    MPI_Count count;
    MPI_Datatype type;
};
void mpit__hook_event_of_request(struct mpit_frame *frame, bool is_persistent,
                                 struct mpit_said said, struct mpit_target target);

/* A message is received, or matched, that nobody has told of since the call began. */
void mpit__hook_event_received(uint64_t took, MPI_Comm comm, const MPI_Status *status);

/* A request is complete that a call has started; status NULL: it has failed. */
void mpit__hook_event_completed(const struct mpit_request *request, const MPI_Status *status);

/* A persistent collective is started. */
void mpit__hook_event_started(const struct mpit_request *request, int operation, uint64_t bytes);

/* The call is over. */
void mpit__hook_event_after(bool is_outermost);

#endif
