/* What hooks keep of requests, from their start to their completion, and of matched messages. */
#ifndef MPIT_HOOK_REQUESTS_H
#define MPIT_HOOK_REQUESTS_H

#include "hook/files.h"
#include "hook/messages.h"
#include "hook/raise_events.h"
#include "hook/recorder.h"
#include "profile/request.h"

/* A place for a request; its communicator or file may be unknown.  NULL without memory. */
MPIT_HOT struct mpit_request *mpit__book_place(uint64_t key, bool shared, enum mpit_call call,
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

/* The call that is being booked has made or started it. */
static inline void mpit__request_at_site(struct mpit_request *request)
{
    const struct mpit_thread *thread = &mpit__thread;

    request->shard = (uint8_t)thread->shard;
    request->site = mpit__sites_row(thread->sites, thread->site);
}

/* What a request that starts does to levels that are watched, as flags. */
unsigned mpit__book_levels(const struct mpit_object *comm, unsigned flags, int peer);

/* Keeps the request of a send or receive that has been started, on a communicator that may be
 * unknown (object NULL). */
MPIT_HOT void mpit__book_request(uint32_t watch, enum mpit_call call, struct mpit_object *object,
                                 enum mpit_request_flags flags, int peer, MPI_Datatype datatype,
                                 MPI_Request request)
{
    const uint64_t key = MPIT_KEY(request);
    const unsigned levels =
        watch & MPIT_WATCH_REQUESTS ? mpit__book_levels(object, flags, peer) : 0;
    struct mpit_request *kept = mpit__book_place(key, mpit__vendor_request_is_shared(request), call,
                                                 object, MPIT_REQUEST_TRACKED | levels | flags);

    if (!kept)
        return;
    kept->peer = peer;
    kept->datatype = MPIT_KEY(datatype);
    if (mpit__sites_in(watch))
        mpit__request_at_site(kept);
    if (watch & MPIT_WATCH_EVENTS) {
        mpit__request_event_made(kept);
        mpit__request_event_started(kept);
    }
    mpit__request_started(&mpit__thread, kept);
    mpit__request_keep(kept, key);
}

MPIT_HOT struct mpit_object *mpit__book_known(struct mpit_frame *frame, MPI_Comm comm)
{
    struct mpit_comm_line *line = comm == MPI_COMM_NULL ? NULL : mpit__frame_comm(frame, comm);

    return line ? line->object : NULL;
}

MPIT_HOT void mpit__book_isend(struct mpit_frame *frame, int dest, MPI_Comm comm,
                               MPI_Request request)
{
    if (dest != MPI_PROC_NULL && (frame->watch & MPIT_WATCH_REQUESTS))
        mpit__book_request(frame->watch, frame->call, mpit__book_known(frame, comm), 0, dest,
                           MPI_DATATYPE_NULL, request);
}

MPIT_HOT void mpit__book_irecv(struct mpit_frame *frame, int source, MPI_Comm comm,
                               MPI_Datatype datatype, MPI_Request request)
{
    if (source != MPI_PROC_NULL && (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS)))
        mpit__book_request(frame->watch, frame->call, mpit__book_known(frame, comm),
                           MPIT_REQUEST_RECV, source, datatype, request);
}

/* One request for a send and a receive: either may be to or from nobody. */
void mpit__book_isendrecv(struct mpit_frame *frame, int dest, int source, MPI_Comm comm,
                          MPI_Datatype recvtype, MPI_Request request);

void mpit__book_persistent(struct mpit_frame *frame, bool recv, MPI_Count count,
                           MPI_Datatype datatype, int peer, MPI_Comm comm, MPI_Request request);
void mpit__book_partitioned(struct mpit_frame *frame, bool recv, int partitions, MPI_Count count,
                            MPI_Datatype datatype, int peer, MPI_Comm comm, MPI_Request request);

/* The family that the time of the call belongs to, which began then: a collective's, where it
 * starts nothing but that. */
enum mpit_family mpit__book_start(struct mpit_frame *frame, uint64_t began, MPI_Request request);
enum mpit_family mpit__book_startall(struct mpit_frame *frame, uint64_t began, int count,
                                     const MPI_Request requests[]);

/* The request of a collective or one-sided operation, which counted when it was started. */
void mpit__book_other(struct mpit_frame *frame, MPI_Request request);

/* A matched message: its communicator and length are known by the handle until it is received. */
void mpit__book_matched(struct mpit_frame *frame, MPI_Comm comm, MPI_Message message,
                        const MPI_Status *status);
/* Before it is: the vendor may give its handle to another thread as soon as it is received.  The
 * communicator that it was matched on; object NULL if we do not know it. */
struct mpit_where mpit__book_take_message(MPI_Message message);
void mpit__book_mrecv(struct mpit_frame *frame, struct mpit_where comm, MPI_Datatype datatype,
                      const MPI_Status *status);
void mpit__book_imrecv(struct mpit_frame *frame, struct mpit_where comm, MPI_Datatype datatype,
                       MPI_Request request);

/* The communicator or file of a request; object NULL if it has ended since. */
MPIT_HOT struct mpit_where mpit__book_where(const struct mpit_request *request)
{
    struct mpit_where where = {.object = request->comm};

    if (!where.object || !atomic_load(&where.object->alive))
        return (struct mpit_where){.object = NULL};
    where.key = where.object->key;
    /* The serial comes last: no other use of the struct has given us the key. */
    if (where.object->serial != request->serial)
        where.object = NULL;
    return where;
}

/* Null where its handle means nothing any more. */
static inline MPI_Comm mpit__where_comm(struct mpit_where comm)
{
    return comm.object && mpit__object_is_whole(comm.object) ? (MPI_Comm)(uintptr_t)comm.key
                                                             : MPI_COMM_NULL;
}

/* What a request has moved counts under the call that started it, not the one that we are in. */
MPIT_HOT struct mpit_frame mpit__book_frame_of(uint32_t watch, const struct mpit_request *request)
{
    struct mpit_frame frame = {.watch = watch, .thread = &mpit__thread};

    frame.call = (enum mpit_call)request->call;
    MPIT_OPAQUE(frame.thread);
    if (mpit__sites_in(watch))
        frame.site = mpit__sites_of_row(frame.thread, request->shard, request->site, frame.call);
    return frame;
}

/* The datatype is in use by the operation until it is complete, and its handle not given anew. */
static inline MPI_Datatype mpit__request_datatype(const struct mpit_request *request)
{
    return (MPI_Datatype)(uintptr_t)request->datatype;
}

MPIT_HOT void mpit__book_received(uint32_t watch, const struct mpit_request *request,
                                  const MPI_Status *status)
{
    const struct mpit_frame frame = mpit__book_frame_of(watch, request);

    if (!mpit__status_cancelled(status) && mpit__book_counts(&frame, status->MPI_SOURCE))
        mpit__book_elsewhere(&frame, mpit__book_where(request),
                             mpit__book_of_status(status, mpit__request_datatype(request)));
}

/* An access to a file is complete, or a partitioned receive. */
void mpit__book_other_ended(uint32_t watch, const struct mpit_request *request,
                            const MPI_Status *status);

/* A request is complete that was posted before a handle was started. */
void mpit__book_late(uint32_t watch, const struct mpit_request *request, const MPI_Status *status);

/* Events are raised of a request that is complete, or calls recorded. */
void mpit__book_end_is_told(uint32_t watch, const struct mpit_request *request,
                            const MPI_Status *status);

/* Of MPI_Wait for what MPI_Irecv has made one slot of the recorder says all: it has the message,
 * which is no other one's then.  Not where others are told meanwhile, and may call MPI. */
MPIT_HOT bool mpit__book_fills_slot(const struct mpit_frame *frame,
                                    const struct mpit_request *request, const MPI_Status *status)
{
    struct mpit_recorder *its = frame->thread->recorder;
    struct mpit_where comm;

    if (frame->call != MPIT_CALL_Wait || request->call != MPIT_CALL_Irecv || !frame->place ||
        !its || !status || (frame->watch & MPIT_WATCH_EVENTS) || status->MPI_SOURCE < 0 ||
        mpit__status_cancelled(status) || !(comm = mpit__book_where(request)).object)
        return false;
    mpit__recorder_fill(
        its->slot, mpit__recorder_message(0,
                                          mpit__recorder_is_last_comm(its, comm.key)
                                              ? its->comm_number
                                              : mpit_live_number_of_comm(comm.object->known_as),
                                          status));
    its->filled = true;
    return true;
}

/* A request of ours, in hand, is complete; status NULL: not received (failed, freed).  Gives it
 * back to the table.  The communicator of one that has failed, MPI_COMM_NULL if there is none.
 * frame: of the call that completes it, or NULL. */
MPIT_HOT MPI_Comm mpit__book_ended(uint32_t watch, const struct mpit_frame *frame,
                                   struct mpit_request *request, const MPI_Status *status)
{
    MPI_Comm failed = MPI_COMM_NULL;

    if (!(request->flags & MPIT_REQUEST_TRACKED)) {
        mpit__request_keep(request, atomic_load(&request->key) & ~MPIT_REQUEST_FOUND);
        return MPI_COMM_NULL;
    }
    if (watch & (MPIT_WATCH_EVENTS | MPIT_WATCH_RECORDS) &&
        !(frame && mpit__book_fills_slot(frame, request, status)))
        mpit__book_end_is_told(watch, request, status);
    if (!status)
        failed = mpit__where_comm(mpit__book_where(request));
    else if (!MPIT_LIKELY(request->posted == mpit__in_flight_now_posted()))
        mpit__book_late(watch, request, status);
    else if (MPIT_LIKELY(request->flags & MPIT_REQUEST_RECV))
        mpit__book_received(watch, request, status);
    else if (request->flags & (MPIT_REQUEST_READ | MPIT_REQUEST_WRITE | MPIT_REQUEST_PARTS_IN))
        mpit__book_other_ended(watch, request, status);
    if (MPIT_LIKELY(!(watch & MPIT_WATCH_HELD)))
        mpit__request_finished(&mpit__thread, request);
    else
        mpit__request_finished_held(&mpit__thread, request);
    return failed;
}

#endif
