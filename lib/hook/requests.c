#include "config.h"

#include "hook/requests.h"

#include "hook/prepared.h"
#include "profile/block.h"
#include "queue/calls.h"

unsigned mpit__book_levels(const struct mpit_object *comm, unsigned flags, int peer)
{
    if ((flags & MPIT_REQUEST_RECEIVES) && peer >= 0 && comm &&
        (mpit__watch_mask(&comm->watch) & MPIT_WATCH_MONITOR))
        return MPIT_REQUEST_LEVEL | MPIT_REQUEST_BY_PEER;
    return MPIT_REQUEST_LEVEL;
}

void mpit__book_isendrecv(struct mpit_frame *frame, int dest, int source, MPI_Comm comm,
                          MPI_Datatype recvtype, MPI_Request request)
{
    if (source == MPI_PROC_NULL)
        mpit__book_isend(frame, dest, comm, request);
    else if (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS))
        mpit__book_request(frame->watch, frame->call, mpit__book_known(frame, comm),
                           MPIT_REQUEST_RECV | (dest == MPI_PROC_NULL ? 0 : MPIT_REQUEST_SEND_TOO),
                           source, recvtype, request);
}

void mpit__book_other(struct mpit_frame *frame, MPI_Request request)
{
    mpit__book_request(frame->watch, frame->call, NULL, MPIT_REQUEST_OTHER, 0, MPI_DATATYPE_NULL,
                       request);
}

/* One that is there until it is freed; parts: 0, or how many a partitioned one has. */
static void keep_persistent(struct mpit_frame *frame, unsigned flags, uint32_t parts,
                            MPI_Count count, MPI_Datatype datatype, int peer, MPI_Comm comm,
                            MPI_Request request)
{
    const uint64_t key = MPIT_KEY(request);
    struct mpit_request *kept;

    mpit__request_forget_freed(key);
    mpit__queue_persistent_forget(request);
    if (peer == MPI_PROC_NULL)
        return;
    kept = mpit__book_place(key, false, frame->call, mpit__object_of_comm(comm),
                            MPIT_REQUEST_PERSISTENT | flags);
    if (!kept)
        return;
    kept->peer = peer;
    kept->bytes = flags & MPIT_REQUEST_RECEIVES ? 0 : mpit__frame_bytes(frame, count, datatype);
    kept->datatype = MPIT_KEY(datatype);
    kept->parts = parts;
    if (frame->watch & MPIT_WATCH_EVENTS)
        mpit__request_event_made(kept);
    mpit__request_keep(kept, key);
}

void mpit__book_persistent(struct mpit_frame *frame, bool recv, MPI_Count count,
                           MPI_Datatype datatype, int peer, MPI_Comm comm, MPI_Request request)
{
    keep_persistent(frame, recv ? MPIT_REQUEST_RECV : 0, 0, count, datatype, peer, comm, request);
}

void mpit__book_partitioned(struct mpit_frame *frame, bool recv, int partitions, MPI_Count count,
                            MPI_Datatype datatype, int peer, MPI_Comm comm, MPI_Request request)
{
    keep_persistent(frame, recv ? MPIT_REQUEST_PARTS_IN : MPIT_REQUEST_PARTS_OUT,
                    (uint32_t)partitions, partitions * count, datatype, peer, comm, request);
}

/* How many parts a message has that has gone out or come in. */
static void book_parts(const struct mpit_frame *frame, const struct mpit_request *request,
                       enum mpit_size_array which)
{
    const unsigned shard = frame->thread->shard;
    struct mpit_where comm = mpit__book_where(request);
    struct mpit_sizes *sizes;

    if (!comm.object || !(mpit__watch_mask(&comm.object->watch) & MPIT_WATCH_SIZES) ||
        !(comm.block = mpit__object_block_need(comm.object, comm.key, shard)) ||
        !(sizes = mpit__object_sizes_need(comm.object, comm.key, shard, comm.block)))
        return;
    mpit__total_add(&sizes->count[which][mpit__size_class(request->parts)], 1,
                    frame->thread->shared);
}

static void book_sent(const struct mpit_frame *frame, const struct mpit_request *request)
{
    mpit__book_elsewhere(frame, mpit__book_where(request),
                         (struct mpit_message){.peer = request->peer,
                                               .datatype = mpit__request_datatype(request),
                                               .bytes = request->bytes});
    if (request->flags & MPIT_REQUEST_PARTS_OUT)
        book_parts(frame, request, MPIT_SEND_PARTS);
}

static void start(const struct mpit_frame *frame, uint64_t began, struct mpit_request *request)
{
    uint32_t tracks = MPIT_WATCH_REQUESTS;

    request->call = (uint16_t)frame->call;
    if (mpit__sites_in(frame->watch))
        mpit__request_at_site(request);
    if (request->flags & MPIT_REQUEST_RECEIVES)
        tracks |= MPIT_WATCH_COMPLETE;
    else if (request->flags & MPIT_REQUEST_OTHER)
        mpit__prepared_started(frame, began, request);
    else if (frame->watch & MPIT_WATCH_MESSAGES)
        book_sent(frame, request);
    if (frame->watch & MPIT_WATCH_EVENTS)
        mpit__request_event_started(request);
    if (!(frame->watch & tracks))
        return;
    request->flags |= MPIT_REQUEST_TRACKED;
    if (frame->watch & MPIT_WATCH_REQUESTS)
        request->flags |= (uint16_t)mpit__book_levels(mpit__book_where(request).object,
                                                      request->flags, request->peer);
    mpit__request_started(frame->thread, request);
}

enum mpit_family mpit__book_start(struct mpit_frame *frame, uint64_t began, MPI_Request handle)
{
    const uint64_t key = MPIT_KEY(handle);
    struct mpit_request *request = mpit__request_find(key);
    enum mpit_family family = MPIT_FAMILY_send;

    if (frame->watch & MPIT_WATCH_STARTS)
        mpit__book_use(MPIT_KIND_request, key, MPIT_R_STARTS, 1);
    if (!request)
        return family;
    if (request->flags & MPIT_REQUEST_OTHER)
        family = (enum mpit_family)((int)MPIT_FAMILY_FIRST_COLLECTIVE +
                                    (int)request->prepared->collective);
    if (!(request->flags & MPIT_REQUEST_TRACKED))
        start(frame, began, request);
    mpit__request_keep(request, key);
    return family;
}

enum mpit_family mpit__book_startall(struct mpit_frame *frame, uint64_t began, int count,
                                     const MPI_Request requests[])
{
    enum mpit_family family = MPIT_FAMILY_send;

    for (int i = 0; i < count; i++) {
        enum mpit_family one = mpit__book_start(frame, began, requests[i]);

        family = i == 0 || family == one ? one : MPIT_FAMILY_send;
    }
    return family;
}

void mpit__book_matched(struct mpit_frame *frame, MPI_Comm comm, MPI_Message message,
                        const MPI_Status *status)
{
    const uint64_t key = mpit__message_key(MPIT_KEY(message));
    struct mpit_request *kept;

    if (message == MPI_MESSAGE_NO_PROC || message == MPI_MESSAGE_NULL)
        return;
    kept = mpit__book_place(key, false, frame->call, mpit__object_of_comm(comm), 0);
    if (!kept)
        return;
    kept->bytes = mpit__status_bytes(status);
    mpit__request_keep(kept, key);
}

struct mpit_where mpit__book_take_message(MPI_Message message)
{
    struct mpit_request *request = mpit__request_find(mpit__message_key(MPIT_KEY(message)));
    struct mpit_where comm;

    if (!request)
        return (struct mpit_where){.object = NULL};
    comm = mpit__book_where(request);
    mpit__request_remove(request);
    return comm;
}

void mpit__book_mrecv(struct mpit_frame *frame, struct mpit_where comm, MPI_Datatype datatype,
                      const MPI_Status *status)
{
    if (mpit__book_counts(frame, status->MPI_SOURCE))
        mpit__book_elsewhere(frame, comm, mpit__book_of_status(status, datatype));
}

void mpit__book_imrecv(struct mpit_frame *frame, struct mpit_where comm, MPI_Datatype datatype,
                       MPI_Request request)
{
    mpit__book_irecv(frame, MPI_ANY_SOURCE, mpit__where_comm(comm), datatype, request);
}

static struct mpit_in_flight_request late_of(uint32_t watch, const struct mpit_request *request,
                                             const MPI_Status *status)
{
    bool is_access = request->flags & (MPIT_REQUEST_READ | MPIT_REQUEST_WRITE);
    bool has_parts = request->flags & MPIT_REQUEST_PARTS_IN;

    return (struct mpit_in_flight_request){
        .posted = request->posted,
        .watch = watch,
        .is_access = is_access,
        .access = request->flags & MPIT_REQUEST_READ ? MPIT_F_READS : MPIT_F_WRITES,
        .object = mpit__book_where(request).object,
        .datatype = request->datatype,
        .peer = is_access ? 0 : status->MPI_SOURCE,
        .bytes = mpit__status_bytes(status),
        .parts = has_parts ? request->parts : 0,
    };
}

static bool is_counted(uint32_t watch, const struct mpit_request *request, const MPI_Status *status)
{
    const struct mpit_frame frame = mpit__book_frame_of(watch, request);

    return request->flags & (MPIT_REQUEST_READ | MPIT_REQUEST_WRITE) ||
           (!mpit__status_cancelled(status) && mpit__book_counts(&frame, status->MPI_SOURCE));
}

void mpit__book_end_is_told(uint32_t watch, const struct mpit_request *request,
                            const MPI_Status *status)
{
    if (watch & MPIT_WATCH_EVENTS)
        mpit__hook_event_completed(request, status);
    if (watch & MPIT_WATCH_RECORDS && request->flags & MPIT_REQUEST_RECV && status &&
        !mpit__status_cancelled(status))
        mpit__recorder_received(mpit__thread.recorder, mpit__book_where(request).object, status);
}

void mpit__book_other_ended(uint32_t watch, const struct mpit_request *request,
                            const MPI_Status *status)
{
    if (!(request->flags & MPIT_REQUEST_PARTS_IN)) {
        mpit__book_accessed(watch, request, status);
    } else {
        const struct mpit_frame frame = mpit__book_frame_of(watch, request);

        mpit__book_received(watch, request, status);
        if (watch & MPIT_WATCH_MESSAGES)
            book_parts(&frame, request, MPIT_RECV_PARTS);
    }
}

void mpit__book_late(uint32_t watch, const struct mpit_request *request, const MPI_Status *status)
{
    const struct mpit_in_flight_request late = late_of(watch, request, status);

    if (!(request->flags & (MPIT_REQUEST_RECEIVES | MPIT_REQUEST_READ | MPIT_REQUEST_WRITE)))
        return;
    mpit__in_flight_begin();
    if (request->flags & MPIT_REQUEST_RECV)
        mpit__book_received(watch, request, status);
    else
        mpit__book_other_ended(watch, request, status);
    mpit__in_flight_end(is_counted(watch, request, status) ? &late : NULL);
}
