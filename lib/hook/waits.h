/* What hooks book of calls that have waited for another process: see ledger/waits.h. */
#ifndef MPIT_HOOK_WAITS_H
#define MPIT_HOOK_WAITS_H

#include "hook/frame.h"
#include "ledger/block.h"
#include "ledger/waits.h"

/* Whether a call has taken so long that it has waited for somebody.  Who watches that watches time,
 * too. */
MPIT_HOT bool mpit__waits_in(const struct mpit_frame *frame)
{
    return (frame->watch & MPIT_WATCH_WAITS) && mpit__waits_are_long(frame->took);
}

/* A blocking send, receive, probe (bytes 0: the message is not transferred yet) has taken long. */
void mpit__waits_sent(const struct mpit_frame *frame, uint64_t began, int dest, MPI_Comm comm,
                      uint64_t bytes);
void mpit__waits_received(const struct mpit_frame *frame, uint64_t began, int source, MPI_Comm comm,
                          uint64_t bytes);

/* A receive has come back at once: its message lay there, nobody knows for how long.  Where the
 * queue is drained that does. */
MPIT_HOT void mpit__waits_came_at_once(struct mpit_frame *frame, int source, MPI_Comm comm)
{
    struct mpit_comm_line *line;
    mpit_total *slots;

    if (source < 0 || (frame->watch & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE)))
        return;
    line = mpit__frame_comm(frame, comm);
    slots = line ? mpit__object_waits_need(line->object, MPIT_KEY(comm), frame->thread->shard,
                                           line->block, source)
                 : NULL;
    if (MPIT_LIKELY(slots != NULL))
        mpit__total_add(&slots[MPIT_OF_WAIT(MPIT_WAIT_late_receiver, MPIT_WAITED_COUNT)], 1,
                        frame->thread->shared);
}

/* A send and a receive in one: the receive is what is waited for, where there is one. */
void mpit__waits_exchanged(const struct mpit_frame *frame, uint64_t began, int dest, MPI_Comm comm,
                           uint64_t bytes, const MPI_Status *status);

/* This process comes to a collective, and leaves it (exit 0: it does not wait here); what it has
 * come to is known before where the communicator was used before, and late where it was not. */
struct mpit_arrival mpit__waits_arrive(struct mpit_thread *thread, MPI_Comm comm,
                                       enum mpit_collective operation, uint64_t entry);
void mpit__waits_leave(struct mpit_thread *thread, struct mpit_arrival arrival, MPI_Comm comm,
                       enum mpit_collective operation, uint64_t entry, uint64_t exit,
                       uint64_t bytes, int rc);

/* A completion call has taken long, and this request is the one that it waited for. */
void mpit__waits_completed(const struct mpit_frame *frame, uint64_t began, MPI_Request request,
                           const MPI_Status *status);

/* MPI_Waitall, which knows who came last. */
int mpit__waits_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);

#endif
