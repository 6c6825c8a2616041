/* What hooks book of any call, once the vendor's has succeeded: what it used, how much.  Of its
 * kind: messages.h, requests.h, completion.h, files.h, windows.h; of how it ended: errors.h. */
#ifndef MPIT_HOOK_BOOK_H
#define MPIT_HOOK_BOOK_H

#include <mpi.h>

#include "hook/frame.h"

/* Names the communicator, for its time. */
MPIT_HOT void mpit__book_comm(struct mpit_frame *frame, MPI_Comm comm)
{
    if (frame->watch & MPIT_WATCH_COMM)
        mpit__frame_comm(frame, comm);
}

/* Names the window or file, for its time. */
MPIT_HOT void mpit__book_timed(struct mpit_frame *frame, enum mpit_kind kind, uint64_t key,
                               int slot)
{
    struct mpit_block *block = mpit__frame_block(frame, kind, key);

    frame->timed = block ? &block->slot[slot] : NULL;
}

/* What is counted on: the object with a key, and this thread's block of it. */
struct mpit_where {
    struct mpit_object *object;
    uint64_t key;
    struct mpit_block *block;
};

/* Bytes, of one message, belong to the call by name as well. */
MPIT_HOT void mpit__book_call_bytes(const struct mpit_frame *frame, uint64_t bytes)
{
    if (frame->watch & MPIT_WATCH_CALLS) {
        mpit__frame_add(frame, MPIT_P_OF_CALL(frame->call, MPIT_CALL_MESSAGES), 1);
        mpit__frame_add(frame, MPIT_P_OF_CALL(frame->call, MPIT_CALL_BYTES), bytes);
        if (mpit__sites_in(frame->watch))
            mpit__total_add(&frame->site->bytes, bytes, frame->thread->shared);
    }
}

/* A call used an object: counts that, if a handle is bound to it. */
void mpit__book_use(enum mpit_kind kind, uint64_t key, int slot, uint64_t by);

/* In two slots that stand side by side: how many, and how much. */
MPIT_HOT void mpit__book_pair(const struct mpit_frame *frame, mpit_total slots[2], uint64_t bytes)
{
    const bool shared = frame->thread->shared;

    mpit__total_add(&slots[0], 1, shared);
    mpit__total_add(&slots[1], bytes, shared);
}

/* A collective by its size, with the time of the call that makes or starts it. */
MPIT_HOT void mpit__book_coll_size(const struct mpit_frame *frame, enum mpit_collective op,
                                   uint64_t bytes)
{
    const int class = (int)mpit__size_class(bytes);

    mpit__frame_add(frame, MPIT_P_OF_COLL_SIZE(op, MPIT_COLL_SIZE_COUNT) + class, 1);
    mpit__frame_add(frame, MPIT_P_OF_COLL_SIZE(op, MPIT_COLL_SIZE_BYTES) + class, bytes);
    if (frame->watch & MPIT_WATCH_TIME)
        mpit__frame_add(frame, MPIT_P_OF_COLL_SIZE(op, MPIT_COLL_SIZE_TICKS) + class, frame->took);
}

/* A collective; bytes are what this process hands in. */
MPIT_HOT void mpit__book_collective(struct mpit_frame *frame, enum mpit_collective op,
                                    MPI_Comm comm, uint64_t bytes)
{
    if (frame->watch & MPIT_WATCH_COUNTS)
        mpit__frame_add(frame, MPIT_P_COLL_CALLS + (int)op, 1);
    if (bytes) {
        mpit__frame_add(frame, MPIT_P_COLL_BYTES + (int)op, bytes);
        mpit__book_call_bytes(frame, bytes);
    }
    if (frame->watch & MPIT_WATCH_CALLS)
        mpit__book_coll_size(frame, op, bytes);
    if (frame->watch & MPIT_WATCH_COMM) {
        struct mpit_comm_line *line = mpit__frame_comm(frame, comm);

        if (line) {
            mpit__total_add(&line->block->slot[MPIT_C_COLL_CALLS], 1, frame->thread->shared);
            mpit__total_add(&line->block->slot[MPIT_C_COLL_BYTES], bytes, frame->thread->shared);
        }
    }
}

/* A reduction with an operation, collective or one-sided. */
MPIT_HOT void mpit__book_op(const struct mpit_frame *frame, MPI_Op op)
{
    if (frame->watch & MPIT_WATCH_OPS)
        mpit__book_use(MPIT_KIND_op, MPIT_KEY(op), MPIT_O_USES, 1);
}

#endif
