/* What hooks record, once the vendor's call has succeeded. */
#ifndef MPIT_HOOK_RECORD_H
#define MPIT_HOOK_RECORD_H

#include <mpi.h>

#include "hook/frame.h"
#include "ledger/request.h"

/* Names the communicator, for its time. */
MPIT_HOT void mpit__record_comm(struct mpit_frame *frame, MPI_Comm comm)
{
    if (frame->watch & MPIT_WATCH_COMM)
        mpit__frame_comm(frame, comm);
}

/* What is recorded on: the record of the object with a key, and this thread's block of it. */
struct mpit_where {
    struct mpit_object *object;
    uint64_t key;
    struct mpit_block *block;
};

/* Bytes belong to the call by name as well. */
MPIT_HOT void mpit__record_call_bytes(const struct mpit_frame *frame, uint64_t bytes)
{
    if (frame->watch & MPIT_WATCH_CALLS)
        mpit__frame_add(frame, MPIT_P_CALL + 3 * (int)frame->call + 1, bytes);
}

/* A call used an object: counts that in its record, if a handle is bound to it. */
void mpit__record_use(enum mpit_kind kind, uint64_t key, int slot, uint64_t by);

/* A message that has gone out or come in. */
struct mpit_message {
    bool received;
    int peer;
    MPI_Datatype datatype;
    uint64_t bytes;
};

/* MPI_PROC_NULL is no peer (MPI 3.1, 3.11). */
MPIT_HOT bool mpit__record_counts(const struct mpit_frame *frame, int peer)
{
    return peer != MPI_PROC_NULL && (frame->watch & MPIT_WATCH_RECORD);
}

/* In two slots that stand side by side: how many, and how much. */
MPIT_HOT void mpit__record_pair(const struct mpit_frame *frame, mpit_total slots[2], uint64_t bytes)
{
    const bool shared = frame->thread->shared;

    mpit__total_add(&slots[0], 1, shared);
    mpit__total_add(&slots[1], bytes, shared);
}

_Static_assert((int)MPIT_P_SENDS == (int)MPIT_C_SENDS && (int)MPIT_P_RECVS == (int)MPIT_C_RECVS,
               "a message's slots are the same in the process and in a communicator");

_Static_assert((int)MPIT_P_RMA_BYTES == (int)MPIT_P_RMA_CALLS + 1 &&
                   (int)MPIT_P_WRITES - (int)MPIT_P_READS == (int)MPIT_F_WRITES,
               "what mpit__record_pair and mpit__record_access take to stand side by side does");

/* On the process, with which datatype, under which name of a call. */
MPIT_HOT void mpit__record_message(const struct mpit_frame *frame, struct mpit_message message)
{
    mpit_total *slots = frame->thread->totals->slot;

    mpit__record_pair(frame, &slots[message.received ? MPIT_P_RECVS : MPIT_P_SENDS], message.bytes);
    if (!(frame->watch & (MPIT_WATCH_TYPES | MPIT_WATCH_CALLS)))
        return;
    mpit__record_call_bytes(frame, message.bytes);
    if (frame->watch & MPIT_WATCH_TYPES)
        mpit__record_use(MPIT_KIND_datatype, MPIT_KEY(message.datatype),
                         message.received ? MPIT_D_RECVS : MPIT_D_SENDS, 1);
}

/* With which rank, and in which sizes. */
MPIT_HOT void mpit__record_details(const struct mpit_frame *frame, struct mpit_where where,
                                   struct mpit_message message)
{
    const unsigned shard = frame->thread->shard;
    const uint32_t wanted = mpit__watch_mask(&where.object->watch);

    if ((wanted & MPIT_WATCH_PEERS) || (frame->watch & MPIT_WATCH_CALLS)) {
        mpit_total *slots =
            mpit__object_peer_need(where.object, where.key, shard, where.block, message.peer);

        if (MPIT_LIKELY(slots != NULL))
            mpit__record_pair(frame, &slots[message.received ? MPIT_PEER_RECVS : MPIT_PEER_SENDS],
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
MPIT_HOT void mpit__record_message_on(const struct mpit_frame *frame, struct mpit_where where,
                                      struct mpit_message message)
{
    mpit__record_pair(frame, &where.block->slot[message.received ? MPIT_C_RECVS : MPIT_C_SENDS],
                      message.bytes);
    if (frame->watch & (MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_CALLS))
        mpit__record_details(frame, where, message);
}

/* … which the call names. */
MPIT_HOT void mpit__record_message_here(struct mpit_frame *frame, MPI_Comm comm,
                                        struct mpit_message message)
{
    struct mpit_comm_cache *line = mpit__frame_comm(frame, comm);

    if (MPIT_LIKELY(line != NULL))
        mpit__record_message_on(
            frame, (struct mpit_where){line->object, MPIT_KEY(comm), line->block}, message);
}

/* One message goes out. */
MPIT_HOT void mpit__record_send(struct mpit_frame *frame, MPI_Count count, MPI_Datatype datatype,
                                int dest, MPI_Comm comm)
{
    struct mpit_message message = {.peer = dest, .datatype = datatype};

    if (!mpit__record_counts(frame, dest))
        return;
    if (frame->watch & MPIT_WATCH_BYTES)
        message.bytes = mpit__frame_bytes(frame, count, datatype);
    mpit__record_message(frame, message);
    if (MPIT_LIKELY(frame->watch & MPIT_WATCH_WHERE))
        mpit__record_message_here(frame, comm, message);
}

/* What a status says of a message that has come in. */
MPIT_HOT struct mpit_message mpit__record_of_status(const MPI_Status *status, MPI_Datatype datatype)
{
    return (struct mpit_message){.received = true,
                                 .peer = status->MPI_SOURCE,
                                 .datatype = datatype,
                                 .bytes = mpit__status_bytes(status)};
}

/* One message has come in, by a call that names the communicator. */
MPIT_HOT void mpit__record_recv(struct mpit_frame *frame, MPI_Comm comm, MPI_Datatype datatype,
                                const MPI_Status *status)
{
    struct mpit_message message = mpit__record_of_status(status, datatype);

    if (!mpit__record_counts(frame, message.peer))
        return;
    mpit__record_message(frame, message);
    if (MPIT_LIKELY(frame->watch & MPIT_WATCH_WHERE))
        mpit__record_message_here(frame, comm, message);
}

/* A place for a request; its communicator or file may be unknown.  NULL without memory. */
MPIT_HOT struct mpit_request *mpit__record_place(uint64_t key, bool shared, enum mpit_call call,
                                                 struct mpit_object *object, unsigned flags)
{
    struct mpit_request *request = mpit__request_place(key, shared);

    if (!request)
        return NULL;
    request->comm = object;
    request->serial = object ? object->serial : 0;
    request->call = (uint16_t)call;
    request->flags = (uint16_t)flags;
    return request;
}

/* What a request that starts does to levels that are watched, as flags. */
unsigned mpit__record_levels(const struct mpit_object *comm, unsigned flags, int peer);

/* Keeps the request of a send or receive that has been started, on a communicator that may be
 * unknown (object NULL). */
MPIT_HOT void mpit__record_request(uint32_t watch, enum mpit_call call, struct mpit_object *object,
                                   enum mpit_request_flags flags, int peer, MPI_Datatype datatype,
                                   MPI_Request request)
{
    const uint64_t key = MPIT_KEY(request);
    const unsigned levels =
        watch & MPIT_WATCH_REQUESTS ? mpit__record_levels(object, flags, peer) : 0;
    struct mpit_request *kept =
        mpit__record_place(key, mpit__vendor_request_is_shared(request), call, object,
                           MPIT_REQUEST_TRACKED | levels | flags);

    if (!kept)
        return;
    kept->peer = peer;
    kept->datatype = MPIT_KEY(datatype);
    mpit__request_started(&mpit__thread, kept);
    mpit__request_keep(kept, key);
}

MPIT_HOT struct mpit_object *mpit__record_known(struct mpit_frame *frame, MPI_Comm comm)
{
    struct mpit_comm_cache *line = comm == MPI_COMM_NULL ? NULL : mpit__frame_comm(frame, comm);

    return line ? line->object : NULL;
}

MPIT_HOT void mpit__record_isend(struct mpit_frame *frame, int dest, MPI_Comm comm,
                                 MPI_Request request)
{
    if (dest != MPI_PROC_NULL && (frame->watch & MPIT_WATCH_REQUESTS))
        mpit__record_request(frame->watch, frame->call, mpit__record_known(frame, comm), 0,
                             dest, MPI_DATATYPE_NULL, request);
}

MPIT_HOT void mpit__record_irecv(struct mpit_frame *frame, int source, MPI_Comm comm,
                                 MPI_Datatype datatype, MPI_Request request)
{
    if (source != MPI_PROC_NULL && (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS)))
        mpit__record_request(frame->watch, frame->call, mpit__record_known(frame, comm),
                             MPIT_REQUEST_RECV, source, datatype, request);
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
/* Before it is: the vendor may give its handle to another thread as soon as it is received.  The
 * communicator that it was matched on; object NULL if we do not know it. */
struct mpit_where mpit__record_take_message(MPI_Message message);
void mpit__record_mrecv(struct mpit_frame *frame, struct mpit_where comm, MPI_Datatype datatype,
                        const MPI_Status *status);
void mpit__record_imrecv(struct mpit_frame *frame, struct mpit_where comm, MPI_Datatype datatype,
                         MPI_Request request);

/* The communicator or file of a request; object NULL if it has ended since. */
MPIT_HOT struct mpit_where mpit__request_where(const struct mpit_request *request)
{
    struct mpit_where where = {.object = request->comm};

    if (!where.object || !atomic_load(&where.object->alive))
        return (struct mpit_where){.object = NULL};
    where.key = where.object->key;
    /* The serial comes last: no other use of the record has given us the key. */
    if (where.object->serial != request->serial)
        where.object = NULL;
    return where;
}

static inline MPI_Comm mpit__record_handle(struct mpit_where comm)
{
    return comm.object ? (MPI_Comm)(uintptr_t)comm.key : MPI_COMM_NULL;
}

/* A message on a communicator that the call does not name, and that may have ended since. */
MPIT_HOT void mpit__record_elsewhere(const struct mpit_frame *frame, struct mpit_where comm,
                                     struct mpit_message message)
{
    mpit__record_message(frame, message);
    if (!comm.object || !(frame->watch & MPIT_WATCH_WHERE))
        return;
    comm.block = mpit__object_block_need(comm.object, comm.key, frame->thread->shard);
    if (comm.block)
        mpit__record_message_on(frame, comm, message);
}

/* What a request has moved counts under the call that started it, not the one that we are in. */
MPIT_HOT struct mpit_frame mpit__record_frame_of(uint32_t watch, const struct mpit_request *request)
{
    struct mpit_frame frame = {.watch = watch, .thread = &mpit__thread};

    frame.call = (enum mpit_call)request->call;
    MPIT_OPAQUE(frame.thread);
    return frame;
}

/* The datatype is in use by the operation until it is complete, and its handle not given anew. */
static inline MPI_Datatype mpit__record_datatype_of(const struct mpit_request *request)
{
    return (MPI_Datatype)(uintptr_t)request->datatype;
}

/* A nonblocking access to a file is complete. */
void mpit__record_accessed(uint32_t watch, const struct mpit_request *request,
                           const MPI_Status *status);

MPIT_HOT void mpit__record_received(uint32_t watch, const struct mpit_request *request,
                                    const MPI_Status *status)
{
    const struct mpit_frame frame = mpit__record_frame_of(watch, request);

    if (!mpit__status_cancelled(status) && mpit__record_counts(&frame, status->MPI_SOURCE))
        mpit__record_elsewhere(&frame, mpit__request_where(request),
                               mpit__record_of_status(status, mpit__record_datatype_of(request)));
}

/* A request of ours, in hand, is complete; status NULL: not received (failed, freed).  Gives it
 * back to the table.  The communicator that the failure is blamed on, MPI_COMM_NULL if on none. */
MPIT_HOT MPI_Comm mpit__record_ended(uint32_t watch, struct mpit_request *request,
                                     const MPI_Status *status)
{
    MPI_Comm blamed = MPI_COMM_NULL;

    if (!(request->flags & MPIT_REQUEST_TRACKED)) {
        mpit__request_keep(request, atomic_load(&request->key) & ~MPIT_REQUEST_FOUND);
        return MPI_COMM_NULL;
    }
    if (!status)
        blamed = mpit__vendor_blames_comm() ? mpit__record_handle(mpit__request_where(request))
                                            : MPI_COMM_NULL;
    else if (MPIT_LIKELY(request->flags & MPIT_REQUEST_RECV))
        mpit__record_received(watch, request, status);
    else if (request->flags & (MPIT_REQUEST_READ | MPIT_REQUEST_WRITE))
        mpit__record_accessed(watch, request, status);
    mpit__request_finished(&mpit__thread, request);
    return blamed;
}

/* The request that a completion call names, NULL if we do not keep it. */
MPIT_HOT struct mpit_request *mpit__record_find(const struct mpit_thread *thread, uint32_t watch,
                                                MPI_Request handle)
{
    return handle != MPI_REQUEST_NULL && (watch & MPIT_WATCH_TRACK) && mpit__request_any(thread)
               ? mpit__request_find(MPIT_KEY(handle))
               : NULL;
}

/* The same before the vendor gets the call.  Where there are other threads it must be found then,
 * and be ours meanwhile: once the vendor has completed it, it may give its handle to another
 * thread, whose request would be taken for it.  Where there are none it is found when it is
 * complete: a test that finds it unfinished does not look. */
struct mpit_request *mpit__record_take_now(uint32_t watch, MPI_Request handle);
MPIT_HOT struct mpit_request *mpit__record_take(uint32_t watch, MPI_Request handle)
{
    return MPIT_LIKELY(!mpit__thread_multiple) ? NULL : mpit__record_take_now(watch, handle);
}

/* It is not complete. */
static inline void mpit__record_give_back(struct mpit_request *taken)
{
    if (taken)
        mpit__request_keep(taken, taken->key & ~MPIT_REQUEST_FOUND);
}

/* A request is complete: what mpit__record_take gave, and its handle. */
MPIT_HOT void mpit__record_complete(struct mpit_frame *frame, struct mpit_request *taken,
                                    MPI_Request handle, const MPI_Status *status)
{
    if (MPIT_LIKELY(!mpit__thread_multiple))
        taken = mpit__record_find(frame->thread, frame->watch, handle);
    if (taken) {
        MPI_Comm blamed = mpit__record_ended(frame->watch, taken, status);

        if (!status)
            frame->failed = blamed;
    }
}

/* Of MPI_Request_free, before it and after it. */
struct mpit_request *mpit__record_request_to_free(MPI_Request handle);
void mpit__record_request_freed(struct mpit_thread *thread, struct mpit_request *request,
                                bool done);

/* A request is null after a completion call: it has ended, unless it was before. */
static inline void mpit__record_request_gone(MPI_Request before, const MPI_Request *now)
{
    if (before != MPI_REQUEST_NULL && *now == MPI_REQUEST_NULL)
        mpit__object_ended(MPIT_KIND_request, MPIT_KEY(before));
}

/* A test of these has left at least one of them unfinished. */
void mpit__record_unfinished(int count, const MPI_Request requests[]);

/* Copies of what completion calls overwrite, what mpit__record_take gave for each, and statuses
 * where the program wants none. */
enum { MPIT_COPIES = 32 };
struct mpit_copies {
    int count;
    MPI_Request *requests;
    struct mpit_request **taken;
    MPI_Status *statuses;
    void *allocated;
    MPI_Request few_requests[MPIT_COPIES];
    struct mpit_request *few_taken[MPIT_COPIES];
    MPI_Status few_statuses[MPIT_COPIES];
};

/* False where nothing is to be copied: nobody tracks, or count is nothing. */
bool mpit__copies_take(struct mpit_copies *copies, uint32_t watch, int count,
                       const MPI_Request requests[], MPI_Status statuses[]);
/* Gives back what is left of it. */
void mpit__copies_give(struct mpit_copies *copies);

/* Number i of them is complete. */
static inline void mpit__record_completed(struct mpit_frame *frame, struct mpit_copies *copies,
                                          int i, const MPI_Status *status)
{
    struct mpit_request *taken = copies->taken[i];

    copies->taken[i] = NULL;
    mpit__record_complete(frame, taken, copies->requests[i], status);
}

/* rc and the statuses of a call over an array say which requests are complete.  The communicator of
 * one that failed, for the frame. */
MPI_Comm mpit__record_completed_all(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                    int count);
void mpit__record_gone(const struct mpit_copies *copies, int count, const MPI_Request now[]);
MPI_Comm mpit__record_completed_some(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                     int outcount, const int indices[]);

/* A collective; bytes are what this process hands in. */
MPIT_HOT void mpit__record_collective(struct mpit_frame *frame, enum mpit_collective op,
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
MPIT_HOT void mpit__record_op(const struct mpit_frame *frame, MPI_Op op)
{
    if (frame->watch & MPIT_WATCH_OPS)
        mpit__record_use(MPIT_KIND_op, MPIT_KEY(op), MPIT_O_USES, 1);
}

/* What monitor.h says of a one-sided operation, which is not to MPI_PROC_NULL. */
void mpit__monitor_rma(enum mpit_call call, enum mpit_win_slot what, int target, MPI_Win win,
                       uint64_t bytes);

/* A one-sided operation; bytes are those that it reads or writes at the target. */
MPIT_HOT void mpit__record_rma(struct mpit_frame *frame, enum mpit_win_slot what, int target,
                               MPI_Count count, MPI_Datatype datatype, MPI_Win win)
{
    struct mpit_block *block;
    uint64_t bytes = 0;

    if (target == MPI_PROC_NULL)
        return;
    if (frame->watch & MPIT_WATCH_BYTES)
        bytes = mpit__frame_bytes(frame, count, datatype);
    mpit__record_pair(frame, &frame->thread->totals->slot[MPIT_P_RMA_CALLS], bytes);
    mpit__record_call_bytes(frame, bytes);
    if (frame->watch & MPIT_WATCH_MONITOR)
        mpit__monitor_rma(frame->call, what, target, win, bytes);
    block = frame->watch & MPIT_WATCH_WINS ? mpit__frame_block(frame, MPIT_KIND_win, MPIT_KEY(win))
                                           : NULL;
    if (block) {
        mpit__total_add(&block->slot[what], 1, frame->thread->shared);
        mpit__total_add(&block->slot[MPIT_W_BYTES], bytes, frame->thread->shared);
    }
}

/* A read or write is complete, of a file that may be unknown (block NULL). */
MPIT_HOT void mpit__record_access(const struct mpit_frame *frame, enum mpit_file_slot what,
                                  struct mpit_block *block, uint64_t bytes)
{
    mpit__record_pair(frame, &frame->thread->totals->slot[MPIT_P_READS + (int)what], bytes);
    mpit__record_call_bytes(frame, bytes);
    if (block)
        mpit__record_pair(frame, &block->slot[what], bytes);
}

/* … by a call that names the file; has a request. */
MPIT_HOT void mpit__record_io(const struct mpit_frame *frame, enum mpit_file_slot what,
                              MPI_File file, uint64_t bytes)
{
    mpit__record_access(frame, what,
                        frame->watch & MPIT_WATCH_FILES
                            ? mpit__frame_block(frame, MPIT_KIND_file, MPIT_KEY(file))
                            : NULL,
                        bytes);
}
void mpit__record_iio(struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                      MPI_Request request);

/* Names the window or file, for its time. */
MPIT_HOT void mpit__record_timed(struct mpit_frame *frame, enum mpit_kind kind, uint64_t key,
                                 int slot)
{
    struct mpit_block *block = mpit__frame_block(frame, kind, key);

    frame->timed = block ? &block->slot[slot] : NULL;
}
MPIT_HOT void mpit__record_file(struct mpit_frame *frame, MPI_File file)
{
    if ((frame->watch & MPIT_WATCH_FILES) && (frame->watch & MPIT_WATCH_TIME))
        mpit__record_timed(frame, MPIT_KIND_file, MPIT_KEY(file), MPIT_F_TICKS);
}
MPIT_HOT void mpit__record_sync(struct mpit_frame *frame, MPI_Win win)
{
    if ((frame->watch & MPIT_WATCH_WINS) && (frame->watch & MPIT_WATCH_TIME))
        mpit__record_timed(frame, MPIT_KIND_win, MPIT_KEY(win), MPIT_W_TICKS);
}

void mpit__record_failure(enum mpit_family family, int rc, MPI_Comm comm, MPI_Win win,
                          MPI_File file);

/* Any call, with the objects that it names or null ones: what it used and how it ended. */
MPIT_HOT void mpit__record_any(const struct mpit_frame *frame, int rc, MPI_Comm comm, MPI_Win win,
                               MPI_File file, MPI_Info info)
{
    if (rc != MPI_SUCCESS && (frame->watch & MPIT_WATCH_ERRORS))
        mpit__record_failure(frame->family, rc, comm == MPI_COMM_NULL ? frame->failed : comm, win,
                             file);
    if (rc == MPI_SUCCESS && info != MPI_INFO_NULL && (frame->watch & MPIT_WATCH_INFOS))
        mpit__record_use(MPIT_KIND_info, MPIT_KEY(info), MPIT_O_USES, 1);
}

#endif
