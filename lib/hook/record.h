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

/* A call used an object: counts that in its record, if a handle is bound to it. */
void mpit__record_use(struct mpit_frame *frame, enum mpit_kind kind, uint64_t key, int slot,
                      uint64_t by);

static inline void mpit__record_datatype(struct mpit_frame *frame, MPI_Datatype datatype,
                                         enum mpit_datatype_slot slot)
{
    if (frame->watch & MPIT_WATCH_TYPES)
        mpit__record_use(frame, MPIT_KIND_datatype, MPIT_KEY(datatype), slot, 1);
}

static inline void mpit__record_send(struct mpit_frame *frame, MPI_Count count,
                                     MPI_Datatype datatype, int dest, MPI_Comm comm)
{
    if (dest == MPI_PROC_NULL || !(frame->watch & MPIT_WATCH_RECORD))
        return;
    mpit__record_datatype(frame, datatype, MPIT_D_SENDS);
    mpit__record_sent(
        frame, frame->watch & MPIT_WATCH_BYTES ? mpit__frame_bytes(frame, count, datatype) : 0,
        dest, comm);
}

/* One message has come in, by a call that names the communicator. */
static inline void mpit__record_recv(struct mpit_frame *frame, MPI_Comm comm,
                                     MPI_Datatype datatype, const MPI_Status *status)
{
    uint64_t bytes;

    if (status->MPI_SOURCE == MPI_PROC_NULL || !(frame->watch & MPIT_WATCH_RECORD))
        return;
    mpit__record_datatype(frame, datatype, MPIT_D_RECVS);
    bytes = mpit__status_bytes(status);
    mpit__record_message(frame, comm, MPIT_P_RECVS, MPIT_C_RECVS, bytes);
    if (frame->watch & (MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_CALLS))
        mpit__record_details(frame, comm, true, status->MPI_SOURCE, bytes);
}

/* Keeps the request of a send or receive that has been started; MPI_COMM_NULL: it is not known. */
void mpit__record_request(struct mpit_frame *frame, MPI_Comm comm, bool recv, int peer,
                          MPI_Datatype datatype, MPI_Request request);

static inline void mpit__record_isend(struct mpit_frame *frame, int dest, MPI_Comm comm,
                                      MPI_Request request)
{
    if (dest != MPI_PROC_NULL && (frame->watch & MPIT_WATCH_REQUESTS))
        mpit__record_request(frame, comm, false, dest, MPI_DATATYPE_NULL, request);
}

static inline void mpit__record_irecv(struct mpit_frame *frame, int source, MPI_Comm comm,
                                      MPI_Datatype datatype, MPI_Request request)
{
    if (source != MPI_PROC_NULL && (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS)))
        mpit__record_request(frame, comm, true, source, datatype, request);
}

/* One request for a send and a receive: either may be to or from nobody. */
void mpit__record_isendrecv(struct mpit_frame *frame, int dest, int source, MPI_Comm comm,
                            MPI_Datatype recvtype, MPI_Request request);

void mpit__record_persistent(struct mpit_frame *frame, bool recv, MPI_Count count,
                             MPI_Datatype datatype, int peer, MPI_Comm comm, MPI_Request request);
void mpit__record_start(struct mpit_frame *frame, MPI_Request request);

/* The request of a collective or one-sided operation, which counted when it was started. */
void mpit__record_other(struct mpit_frame *frame, MPI_Request request);

/* A matched message: its communicator and length are known by the handle until it is received. */
void mpit__record_matched(struct mpit_frame *frame, MPI_Comm comm, MPI_Message message,
                          const MPI_Status *status);
void mpit__record_mrecv(struct mpit_frame *frame, MPI_Message message, MPI_Datatype datatype,
                        const MPI_Status *status);
void mpit__record_imrecv(struct mpit_frame *frame, MPI_Message message, MPI_Datatype datatype,
                         MPI_Request request);

/* A request is complete; status NULL: not received (failed, freed). */
void mpit__record_complete(struct mpit_frame *frame, MPI_Request request, const MPI_Status *status);
void mpit__record_request_freed(struct mpit_frame *frame, MPI_Request request);

/* A request is null after a completion call: it has ended, unless it was before. */
static inline void mpit__record_request_gone(const struct mpit_frame *frame, MPI_Request before,
                                             const MPI_Request *now)
{
    if ((frame->watch & MPIT_WATCH_HELD) && before != MPI_REQUEST_NULL && *now == MPI_REQUEST_NULL)
        mpit__object_ended(MPIT_KIND_request, MPIT_KEY(before));
}

/* A test of these has left at least one of them unfinished. */
void mpit__record_unfinished(struct mpit_frame *frame, int count, const MPI_Request requests[]);

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
void mpit__record_gone(const struct mpit_frame *frame, const struct mpit_copies *copies, int count,
                       const MPI_Request now[]);
void mpit__record_completed_some(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                 int outcount, const int indices[]);

/* A collective; bytes are what this process hands in. */
static inline void mpit__record_collective(struct mpit_frame *frame, enum mpit_collective op,
                                           MPI_Comm comm, uint64_t bytes)
{
    if (frame->watch & MPIT_WATCH_COUNTS)
        mpit__frame_add(frame, MPIT_P_COLL_CALLS + (int)op, 1);
    if (bytes) {
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

/* A reduction with an operation, collective or one-sided. */
static inline void mpit__record_op(struct mpit_frame *frame, MPI_Op op)
{
    if (frame->watch & MPIT_WATCH_OPS)
        mpit__record_use(frame, MPIT_KIND_op, MPIT_KEY(op), MPIT_O_USES, 1);
}

/* A one-sided operation; bytes are those that it reads or writes at the target. */
void mpit__record_rma(struct mpit_frame *frame, enum mpit_win_slot what, int target,
                      MPI_Count count, MPI_Datatype datatype, MPI_Win win);

/* A read or write of a file is complete; has a request. */
void mpit__record_io(struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                     const MPI_Status *status);
void mpit__record_iio(struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                      MPI_Request request);

/* Names the window or file, for its time. */
void mpit__record_timed(struct mpit_frame *frame, enum mpit_kind kind, uint64_t key, int slot);
static inline void mpit__record_file(struct mpit_frame *frame, MPI_File file)
{
    if (frame->watch & MPIT_WATCH_FILES)
        mpit__record_timed(frame, MPIT_KIND_file, MPIT_KEY(file), MPIT_F_TICKS);
}
static inline void mpit__record_sync(struct mpit_frame *frame, MPI_Win win)
{
    if (frame->watch & MPIT_WATCH_WINS)
        mpit__record_timed(frame, MPIT_KIND_win, MPIT_KEY(win), MPIT_W_TICKS);
}

/* Any call, with the objects that it names or null ones: what it used and how it ended. */
void mpit__record_any(struct mpit_frame *frame, int rc, MPI_Comm comm, MPI_Win win, MPI_File file,
                      MPI_Info info);

#endif
