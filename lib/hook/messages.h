/* What hooks count of messages: point-to-point, of calls that name the communicator and of others.
 */
#ifndef MPIT_HOOK_MESSAGES_H
#define MPIT_HOOK_MESSAGES_H

#include "hook/book.h"
#include "mpi/vendor.h"
#include "profile/block.h"

/* A message that has gone out or come in. */
struct mpit_message {
    bool received;
    int peer;
    MPI_Datatype datatype;
    uint64_t bytes;
};

/* MPI_PROC_NULL is no peer (MPI 3.1, 3.11). */
MPIT_HOT bool mpit__book_counts(const struct mpit_frame *frame, int peer)
{
    return peer != MPI_PROC_NULL && (frame->watch & MPIT_WATCH_MESSAGES);
}

_Static_assert((int)MPIT_P_SENDS == (int)MPIT_C_SENDS && (int)MPIT_P_RECVS == (int)MPIT_C_RECVS,
               "a message's slots are the same in the process and in a communicator");

/* On the process, with which datatype, under which name of a call. */
MPIT_HOT void mpit__book_message(const struct mpit_frame *frame, struct mpit_message message)
{
    mpit_total *slots = frame->thread->totals->slot;

    mpit__book_pair(frame, &slots[message.received ? MPIT_P_RECVS : MPIT_P_SENDS], message.bytes);
    if (!(frame->watch & (MPIT_WATCH_TYPES | MPIT_WATCH_CALLS)))
        return;
    mpit__book_call_bytes(frame, message.bytes);
    if (frame->watch & MPIT_WATCH_CALLS)
        mpit__total_add(&slots[(message.received ? MPIT_P_RECV_SIZES : MPIT_P_SEND_SIZES) +
                               (int)mpit__size_class(message.bytes)],
                        1, frame->thread->shared);
    if (frame->watch & MPIT_WATCH_TYPES)
        mpit__book_use(MPIT_KIND_datatype, MPIT_KEY(message.datatype),
                       message.received ? MPIT_D_RECVS : MPIT_D_SENDS, 1);
}

/* With which rank, and in which sizes. */
MPIT_HOT void mpit__book_details(const struct mpit_frame *frame, struct mpit_where where,
                                 struct mpit_message message)
{
    const unsigned shard = frame->thread->shard;
    const uint32_t wanted = mpit__watch_mask(&where.object->watch);

    if ((wanted & MPIT_WATCH_PEERS) || (frame->watch & MPIT_WATCH_CALLS)) {
        mpit_total *slots =
            mpit__object_peer_need(where.object, where.key, shard, where.block, message.peer);

        if (MPIT_LIKELY(slots != NULL))
            mpit__book_pair(frame, &slots[message.received ? MPIT_PEER_RECVS : MPIT_PEER_SENDS],
                            message.bytes);
    }
    if (wanted & MPIT_WATCH_SIZES) {
        struct mpit_sizes *sizes =
            mpit__object_sizes_need(where.object, where.key, shard, where.block);
        enum mpit_size_array which = message.received ? MPIT_RECV_SIZES : MPIT_SEND_SIZES;

        if (sizes)
            mpit__total_add(&sizes->count[which][mpit__size_class(message.bytes)], 1,
                            frame->thread->shared);
    }
}

/* On its communicator. */
MPIT_HOT void mpit__book_message_on(const struct mpit_frame *frame, struct mpit_where where,
                                    struct mpit_message message)
{
    mpit__book_pair(frame, &where.block->slot[message.received ? MPIT_C_RECVS : MPIT_C_SENDS],
                    message.bytes);
    if (frame->watch & (MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_CALLS))
        mpit__book_details(frame, where, message);
}

/* … which the call names. */
MPIT_HOT void mpit__book_message_here(struct mpit_frame *frame, MPI_Comm comm,
                                      struct mpit_message message)
{
    struct mpit_comm_line *line = mpit__frame_comm(frame, comm);

    if (MPIT_LIKELY(line != NULL))
        mpit__book_message_on(frame, (struct mpit_where){line->object, MPIT_KEY(comm), line->block},
                              message);
}

/* One message goes out. */
MPIT_HOT void mpit__book_send(struct mpit_frame *frame, MPI_Count count, MPI_Datatype datatype,
                              int dest, MPI_Comm comm)
{
    struct mpit_message message = {.peer = dest, .datatype = datatype};

    if (!mpit__book_counts(frame, dest))
        return;
    if (frame->watch & MPIT_WATCH_BYTES)
        message.bytes = mpit__frame_bytes(frame, count, datatype);
    mpit__book_message(frame, message);
    if (MPIT_LIKELY(frame->watch & MPIT_WATCH_WHERE))
        mpit__book_message_here(frame, comm, message);
}

/* What a status says of a message that has come in. */
MPIT_HOT struct mpit_message mpit__book_of_status(const MPI_Status *status, MPI_Datatype datatype)
{
    return (struct mpit_message){.received = true,
                                 .peer = status->MPI_SOURCE,
                                 .datatype = datatype,
                                 .bytes = mpit__status_bytes(status)};
}

/* One message has come in, by a call that names the communicator. */
MPIT_HOT void mpit__book_recv(struct mpit_frame *frame, MPI_Comm comm, MPI_Datatype datatype,
                              const MPI_Status *status)
{
    struct mpit_message message = mpit__book_of_status(status, datatype);

    if (!mpit__book_counts(frame, message.peer))
        return;
    mpit__book_message(frame, message);
    if (MPIT_LIKELY(frame->watch & MPIT_WATCH_WHERE))
        mpit__book_message_here(frame, comm, message);
}

/* A message on a communicator that the call does not name, and that may have ended since. */
MPIT_HOT void mpit__book_elsewhere(const struct mpit_frame *frame, struct mpit_where comm,
                                   struct mpit_message message)
{
    mpit__book_message(frame, message);
    if (!comm.object || !(frame->watch & MPIT_WATCH_WHERE))
        return;
    comm.block = mpit__object_block_need(comm.object, comm.key, frame->thread->shard);
    if (comm.block)
        mpit__book_message_on(frame, comm, message);
}

#endif
