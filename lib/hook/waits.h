/* What hooks book of calls that have waited for another process: see profile/waits.h. */
#ifndef MPIT_HOOK_WAITS_H
#define MPIT_HOOK_WAITS_H

#include "hook/frame.h"
#include "profile/block.h"
#include "profile/large_messages.h"
#include "profile/waits.h"

/* Whether a call has taken so long that it has waited for somebody.  Who watches that watches time,
 * too. */
MPIT_HOT bool mpit__waits_in(const struct mpit_frame *frame)
{
    return (frame->watch & MPIT_WATCH_WAITS) && mpit__waits_are_long(frame->took);
}

/* A blocking send, receive, probe (bytes 0: the message is not transferred yet) has taken long. */
void mpit__waits_transferred(const struct mpit_frame *frame, uint64_t began,
                             struct mpit_large_message message);

/* Such a call begins, and is over: where its message is large the other side may look since when
 * this process has been in it. */
#define MPIT_LARGE_BEGINS(which, count, datatype, rank, tag_)                                      \
    mpit__large_message_begin(                                                                     \
        &frame.thread->cache, frame.thread->shard, count, datatype,                                \
        (struct mpit_large_message){.comm = comm,                                                  \
                                    .peer = rank,                                                  \
                                    .tag = tag_,                                                   \
                                    .receives = &larges.which == &larges.received},                \
        frame_base.start, &larges.which);
#define MPIT_LARGE_ENDS(which, ...)                                                                \
    if (larges.which)                                                                              \
        mpit__large_message_leave(                                                                 \
            larges.which, rc == MPI_SUCCESS ? &(struct mpit_large_message){__VA_ARGS__} : NULL,    \
            frame_base.start + frame.took);

/* A large message was of a datatype: the next one may be known by that when its call begins. */
#define MPIT_LARGE_WAS(bytes, datatype)                                                            \
    if ((bytes) >= MPIT_LIVE_LARGE)                                                                \
        mpit__large_message_keep_size(datatype,                                                    \
                                      mpit__cache_type_size(&frame.thread->cache, datatype));

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
void mpit__waits_exchanged(const struct mpit_frame *frame, uint64_t began,
                           struct mpit_large_message sent, const MPI_Status *status);

/* This process comes to a collective, and its call is back: it has left where the call blocks, else
 * it has started it.  What it has come to is known before where the communicator was used before,
 * and late where it was not. */
struct mpit_arrival mpit__waits_arrive(struct mpit_thread *thread, MPI_Comm comm,
                                       enum mpit_collective operation, uint64_t entry);
void mpit__waits_leave(struct mpit_thread *thread, struct mpit_arrival arrival, MPI_Comm comm,
                       enum mpit_collective operation, uint64_t entry, uint64_t took, bool blocks,
                       uint64_t bytes, int rc);

/* The same of one that is not recorded. */
struct mpit_arrival mpit__waits_pass(struct mpit_thread *thread, MPI_Comm comm);
void mpit__waits_passed(struct mpit_arrival arrival, MPI_Comm comm, int rc);

/* A completion call has taken long, and this request is the one that it waited for. */
void mpit__waits_completed(const struct mpit_frame *frame, uint64_t began, MPI_Request request,
                           const MPI_Status *status);

/* MPI_Waitall, which knows who came last. */
int mpit__waits_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);

#endif
