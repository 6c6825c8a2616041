/* What hooks record, once the vendor's call has succeeded. */
#ifndef MPIT_HOOK_RECORD_H
#define MPIT_HOOK_RECORD_H

#include <mpi.h>

#include "hook/frame.h"
#include "hook/request.h"

/* Names the communicator, for its time. */
static inline void mpit__record_comm(struct mpit_frame *frame, MPI_Comm comm)
{
    if (frame->watch & MPIT_WATCH_COMM)
        mpit__frame_comm(frame, comm);
}

/* The rest of a message's record, for watches that are not on every hot path. */
void mpit__record_details(struct mpit_frame *frame, MPI_Comm comm, bool received, int peer,
                          uint64_t bytes);

/* The bytes of a message belong to the call by name as well. */
static inline void mpit__record_call_bytes(struct mpit_frame *frame, uint64_t bytes)
{
    if (frame->watch & MPIT_WATCH_CALLS)
        mpit__frame_add(frame, MPIT_P_CALL + 3 * (int)frame->call + 1, bytes);
}

/* Adds a message to two slots that stand side by side: how many, and how much.  The thread is read
 * once: the compiler cannot know that the totals do not overwrite it. */
static inline void mpit__record_message(struct mpit_frame *frame, MPI_Comm comm, int process_slot,
                                        int comm_slot, uint64_t bytes)
{
    const struct mpit_thread *thread = frame->thread;
    const bool shared = thread->shared;
    mpit_total *slot = &thread->totals->slot[process_slot];

    mpit__total_add(&slot[0], 1, shared);
    mpit__total_add(&slot[1], bytes, shared);
    if (frame->watch & MPIT_WATCH_COMM) {
        struct mpit_comm_cache *line = mpit__frame_comm(frame, comm);

        if (MPIT_LIKELY(line != NULL)) {
            slot = &line->block->slot[comm_slot];
            mpit__total_add(&slot[0], 1, shared);
            mpit__total_add(&slot[1], bytes, shared);
        }
    }
}

/* One message goes out. */
static inline void mpit__record_sent(struct mpit_frame *frame, uint64_t bytes, int dest,
                                     MPI_Comm comm)
{
    mpit__record_message(frame, comm, MPIT_P_SENDS, MPIT_C_SENDS, bytes);
    if (frame->watch & (MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_CALLS))
        mpit__record_details(frame, comm, false, dest, bytes);
}

static inline void mpit__record_send(struct mpit_frame *frame, int count, MPI_Datatype datatype,
                                     int dest, MPI_Comm comm)
{
    if (dest == MPI_PROC_NULL || !(frame->watch & MPIT_WATCH_RECORD))
        return;
    mpit__record_sent(
        frame, frame->watch & MPIT_WATCH_BYTES ? mpit__frame_bytes(frame, count, datatype) : 0,
        dest, comm);
}

/* One message has come in, by a call that names the communicator. */
static inline void mpit__record_recv(struct mpit_frame *frame, MPI_Comm comm,
                                     const MPI_Status *status)
{
    uint64_t bytes;

    if (status->MPI_SOURCE == MPI_PROC_NULL || !(frame->watch & MPIT_WATCH_RECORD))
        return;
    bytes = mpit__status_bytes(status);
    mpit__record_message(frame, comm, MPIT_P_RECVS, MPIT_C_RECVS, bytes);
    if (frame->watch & (MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_CALLS))
        mpit__record_details(frame, comm, true, status->MPI_SOURCE, bytes);
}

/* Keeps the request of an operation that has been started; MPI_COMM_NULL: it is not known. */
void mpit__record_request(struct mpit_frame *frame, MPI_Comm comm, bool recv, int peer,
                          MPI_Request request);

static inline void mpit__record_isend(struct mpit_frame *frame, int dest, MPI_Comm comm,
                                      MPI_Request request)
{
    if (dest != MPI_PROC_NULL && (frame->watch & MPIT_WATCH_REQUESTS))
        mpit__record_request(frame, comm, false, dest, request);
}

static inline void mpit__record_irecv(struct mpit_frame *frame, int source, MPI_Comm comm,
                                      MPI_Request request)
{
    if (source != MPI_PROC_NULL &&
        (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS)))
        mpit__record_request(frame, comm, true, source, request);
}

void mpit__record_persistent(struct mpit_frame *frame, bool recv, int count, MPI_Datatype datatype,
                             int peer, MPI_Comm comm, MPI_Request request);
void mpit__record_start(struct mpit_frame *frame, MPI_Request request);

/* A matched message: its communicator is known by the handle until it is received. */
void mpit__record_matched(struct mpit_frame *frame, MPI_Comm comm, MPI_Message message);
void mpit__record_mrecv(struct mpit_frame *frame, MPI_Message message, const MPI_Status *status);
void mpit__record_imrecv(struct mpit_frame *frame, MPI_Message message, MPI_Request request);

/* A request is complete; status NULL: not received (failed, freed). */
void mpit__record_complete(struct mpit_frame *frame, MPI_Request request, const MPI_Status *status);
void mpit__record_request_freed(struct mpit_frame *frame, MPI_Request request);

/* Copies of what completion calls overwrite, and statuses where the program wants none. */
enum { MPIT_COPIES = 32 };
struct mpit_copies {
    MPI_Request *requests;
    MPI_Status *statuses;
    void *allocated;
    MPI_Request few_requests[MPIT_COPIES];
    MPI_Status few_statuses[MPIT_COPIES];
};

/* False where nothing is to be copied: nobody tracks, or count is nothing. */
bool mpit__copies_take(struct mpit_copies *copies, const struct mpit_frame *frame, int count,
                       const MPI_Request requests[], MPI_Status statuses[]);
void mpit__copies_give(struct mpit_copies *copies);

/* rc and the statuses of a call over an array say which requests are complete. */
void mpit__record_completed_all(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                int count);
void mpit__record_completed_some(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                 int outcount, const int indices[]);

/* A collective; bytes are what this process hands in. */
static inline void mpit__record_collective(struct mpit_frame *frame, enum mpit_collective op,
                                           MPI_Comm comm, bool contributes, int count,
                                           MPI_Datatype datatype)
{
    uint64_t bytes = 0;

    if (frame->watch & MPIT_WATCH_COUNTS)
        mpit__frame_add(frame, MPIT_P_COLL_CALLS + (int)op, 1);
    if (contributes && count > 0 && (frame->watch & MPIT_WATCH_BYTES)) {
        bytes = mpit__frame_bytes(frame, count, datatype);
        mpit__frame_add(frame, MPIT_P_COLL_BYTES + (int)op, bytes);
        mpit__record_call_bytes(frame, bytes);
    }
    if (frame->watch & MPIT_WATCH_COMM) {
        struct mpit_comm_cache *line = mpit__frame_comm(frame, comm);

        if (line) {
            mpit__total_add(&line->block->slot[MPIT_C_COLL_CALLS], 1, frame->thread->shared);
            mpit__total_add(&line->block->slot[MPIT_C_COLL_BYTES], bytes, frame->thread->shared);
        }
    }
}

/* Whether this process hands in the data of a rooted collective that the root sends (bcast). */
bool mpit__record_is_root(MPI_Comm comm, int root);
/* … or of one that all send but the root group of an intercommunicator (reduce). */
static inline bool mpit__record_gives_to_root(int root)
{
    return root != MPI_ROOT && root != MPI_PROC_NULL;
}

#endif
