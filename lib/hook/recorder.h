/* What becomes of a call in the recorder of its thread (profile/recorder.h). */
#ifndef MPIT_HOOK_RECORDER_H
#define MPIT_HOOK_RECORDER_H

#include "hook/current_call.h"

/* The newest call of a thread's place has returned with a code, at a tick.  in_vain: it has asked
 * for what was not there; received: the status of a message that it has received itself, or NULL;
 * site: from where it was made, or NULL. */
void mpit__recorder_put(struct mpit_thread *thread, enum mpit_call call, int code, bool in_vain,
                        const MPI_Status *received, uint64_t until, const struct mpit_said *said,
                        const struct mpit_live_site *site);

/* Before that: a request is complete that has received a message on a communicator (NULL: it has
 * been freed).  recorder: of the thread, or NULL. */
void mpit__recorder_received(struct mpit_recorder *recorder, const struct mpit_object *comm,
                             const MPI_Status *status);

/* … persistent requests were started. */
void mpit__recorder_started(struct mpit_thread *thread, MPI_Count n, const MPI_Request requests[]);

#endif
