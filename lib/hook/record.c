#include "config.h"

#include "hook/record.h"

#include <stdlib.h>
#include <string.h>

struct mpit_comm_cache *mpit__frame_fill_comm(struct mpit_thread *thread, MPI_Comm comm)
{
    struct mpit_comm_cache *line =
        &thread->comms[(MPIT_KEY(comm) >> 4 ^ MPIT_KEY(comm)) % MPIT_CACHE];
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_object *object = mpit__object_of_comm(comm);
    struct mpit_block *block = object ? mpit__object_block_need(object, thread->shard) : NULL;

    line->object = NULL;
    if (!block)
        return NULL;
    *line = (struct mpit_comm_cache){comm, epoch, object, block};
    return line;
}

uint64_t mpit__frame_fill_type(struct mpit_type_cache *line, MPI_Datatype datatype)
{
    uint32_t epoch = atomic_load(&mpit__object_epoch);

    *line = (struct mpit_type_cache){datatype, epoch + 1, mpit__vendor_type_size(datatype)};
    return line->size;
}

void mpit__frame_book(struct mpit_frame *frame)
{
    if (frame->watch & MPIT_WATCH_TIME) {
        mpit__frame_add(frame, MPIT_P_TICKS + (int)frame->family, frame->start);
        if (frame->comm)
            mpit__total_add(&frame->comm->block->slot[MPIT_C_TICKS], frame->start,
                            frame->thread->shared);
    }
    if (frame->watch & MPIT_WATCH_CALLS) {
        mpit__frame_add(frame, MPIT_P_CALL + 3 * (int)frame->call, 1);
        if (frame->watch & MPIT_WATCH_TIME)
            mpit__frame_add(frame, MPIT_P_CALL + 3 * (int)frame->call + 2, frame->start);
    }
    if (frame->watch & MPIT_WATCH_STATE)
        atomic_store_explicit(&mpit__thread_states[frame->thread->shard], MPIT_STATE_compute,
                              memory_order_relaxed);
}

void mpit__record_details(struct mpit_frame *frame, MPI_Comm comm, bool received, int peer,
                          uint64_t bytes)
{
    bool shared = frame->thread->shared;
    struct mpit_comm_cache *line = comm == MPI_COMM_NULL ? NULL : mpit__frame_comm(frame, comm);
    uint32_t wanted;

    mpit__record_call_bytes(frame, bytes);
    if (!line)
        return;
    wanted = mpit__watch_mask(&line->object->watch);
    if ((wanted & MPIT_WATCH_PEERS) || (frame->watch & MPIT_WATCH_CALLS)) {
        mpit_total *slots = mpit__object_peer_need(line->object, line->block, peer);
        int slot = received ? MPIT_PEER_RECVS : MPIT_PEER_SENDS;

        if (slots) {
            mpit__total_add(&slots[slot], 1, shared);
            mpit__total_add(&slots[slot + 1], bytes, shared);
        }
    }
    if (wanted & MPIT_WATCH_SIZES) {
        struct mpit_sizes *sizes = mpit__object_sizes_need(line->block);
        enum mpit_size_array which = received ? MPIT_RECV_SIZES : MPIT_SEND_SIZES;

        if (sizes)
            mpit__total_add(&sizes->count[which][mpit__size_class(bytes)], 1, shared);
    }
}

void mpit__record_request(struct mpit_frame *frame, MPI_Comm comm, bool recv, int peer,
                          MPI_Request request)
{
    struct mpit_comm_cache *line =
        comm == MPI_COMM_NULL ? NULL : mpit__frame_comm(frame, comm);
    struct mpit_request what = {
        .comm = line ? line->object : NULL,
        .serial = line ? line->object->serial : 0,
        .peer = peer,
        .call = (uint16_t)frame->call,
        .flags = MPIT_REQUEST_TRACKED,
    };

    if (recv)
        what.flags |= MPIT_REQUEST_RECV;
    if (frame->watch & MPIT_WATCH_REQUESTS)
        what.flags |= MPIT_REQUEST_LEVEL;
    if (mpit__request_add(MPIT_KEY(request), &what, mpit__vendor_request_is_shared(request)))
        mpit__request_started(frame->thread, &what);
}

void mpit__record_persistent(struct mpit_frame *frame, bool recv, int count, MPI_Datatype datatype,
                             int peer, MPI_Comm comm, MPI_Request request)
{
    struct mpit_object *object = mpit__object_of_comm(comm);
    struct mpit_request what = {
        .comm = object,
        .serial = object ? object->serial : 0,
        .peer = peer,
        .bytes = recv ? 0 : mpit__frame_bytes(frame, count, datatype),
        .call = (uint16_t)frame->call,
        .flags = MPIT_REQUEST_PERSISTENT | (recv ? MPIT_REQUEST_RECV : 0),
    };

    if (peer != MPI_PROC_NULL)
        mpit__request_add(MPIT_KEY(request), &what, false);
}

/* The communicator of a request, MPI_COMM_NULL if it has ended since. */
static MPI_Comm comm_of(const struct mpit_request *request)
{
    if (!request->comm || request->comm->serial != request->serial ||
        !atomic_load(&request->comm->alive))
        return MPI_COMM_NULL;
    return (MPI_Comm)(uintptr_t)request->comm->key;
}

/* Records a message whose communicator the call does not name, under the call that it belongs to.
 * If the communicator has ended since, only the process counts it. */
static void record_elsewhere(struct mpit_frame *frame, enum mpit_call call, MPI_Comm comm,
                             const MPI_Status *received, const struct mpit_request *sent)
{
    enum mpit_call own_call = frame->call;
    uint32_t watch = frame->watch;

    frame->call = call;
    if (comm == MPI_COMM_NULL)
        frame->watch &= ~(uint32_t)(MPIT_WATCH_COMM | MPIT_WATCH_PEERS | MPIT_WATCH_SIZES);
    if (received)
        mpit__record_recv(frame, comm, received);
    else
        mpit__record_sent(frame, sent->bytes, sent->peer, comm);
    frame->call = own_call;
    frame->watch = watch;
    frame->comm = NULL;
}

static void start(struct mpit_frame *frame, struct mpit_request *request)
{
    uint32_t tracks = MPIT_WATCH_REQUESTS;

    request->call = (uint16_t)frame->call;
    if (request->flags & MPIT_REQUEST_RECV)
        tracks |= MPIT_WATCH_COMPLETE;
    else if (frame->watch & MPIT_WATCH_RECORD)
        record_elsewhere(frame, frame->call, comm_of(request), NULL, request);
    if (!(frame->watch & tracks))
        return;
    request->flags |= MPIT_REQUEST_TRACKED;
    if (frame->watch & MPIT_WATCH_REQUESTS)
        request->flags |= MPIT_REQUEST_LEVEL;
    mpit__request_started(frame->thread, request);
}

void mpit__record_start(struct mpit_frame *frame, MPI_Request handle)
{
    struct mpit_request *request = mpit__request_find(MPIT_KEY(handle));

    if (!request)
        return;
    if (!(request->flags & MPIT_REQUEST_TRACKED))
        start(frame, request);
    mpit__request_keep(request);
}

/* Messages stand in the table of requests, under keys that no request has. */
static uint64_t message_key(MPI_Message message)
{
    return MPIT_KEY(message) ^ UINT64_C(1) << 62;
}

void mpit__record_matched(struct mpit_frame *frame, MPI_Comm comm, MPI_Message message)
{
    struct mpit_request what = {.call = (uint16_t)frame->call, .flags = MPIT_REQUEST_TRACKED};

    if (message == MPI_MESSAGE_NO_PROC || message == MPI_MESSAGE_NULL ||
        !(frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_COMM | MPIT_WATCH_REQUESTS)))
        return;
    what.comm = mpit__object_of_comm(comm);
    what.serial = what.comm ? what.comm->serial : 0;
    if (mpit__request_add(message_key(message), &what, false))
        mpit__request_started(frame->thread, &what);
}

/* The communicator that a message was matched on, MPI_COMM_NULL if nobody watched then. */
static MPI_Comm take_message(struct mpit_frame *frame, MPI_Message message)
{
    struct mpit_request *request = mpit__request_find(message_key(message));
    MPI_Comm comm;

    if (!request)
        return MPI_COMM_NULL;
    comm = comm_of(request);
    mpit__request_finished(frame->thread, request);
    return comm;
}

void mpit__record_mrecv(struct mpit_frame *frame, MPI_Message message, const MPI_Status *status)
{
    record_elsewhere(frame, frame->call, take_message(frame, message), status, NULL);
}

void mpit__record_imrecv(struct mpit_frame *frame, MPI_Message message, MPI_Request request)
{
    MPI_Comm comm;

    if (message == MPI_MESSAGE_NO_PROC)
        return;
    comm = take_message(frame, message);
    if (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS))
        mpit__record_request(frame, comm, true, MPI_ANY_SOURCE, request);
}

void mpit__record_complete(struct mpit_frame *frame, MPI_Request handle, const MPI_Status *status)
{
    struct mpit_request *request;

    if (handle == MPI_REQUEST_NULL || !(frame->watch & MPIT_WATCH_TRACK) ||
        !mpit__request_outstanding() || !(request = mpit__request_find(MPIT_KEY(handle))))
        return;
    if (!(request->flags & MPIT_REQUEST_TRACKED)) {
        mpit__request_keep(request);
        return;
    }
    if (status && (request->flags & MPIT_REQUEST_RECV) && !mpit__status_cancelled(status))
        record_elsewhere(frame, (enum mpit_call)request->call, comm_of(request), status, NULL);
    mpit__request_finished(frame->thread, request);
}

void mpit__record_request_freed(struct mpit_frame *frame, MPI_Request handle)
{
    struct mpit_request *request =
        handle == MPI_REQUEST_NULL ? NULL : mpit__request_find(MPIT_KEY(handle));

    if (!request)
        return;
    request->flags &= (uint16_t)~MPIT_REQUEST_PERSISTENT;
    if (request->flags & MPIT_REQUEST_TRACKED)
        mpit__request_finished(frame->thread, request);
    else
        mpit__request_remove(request);
}

bool mpit__copies_take(struct mpit_copies *copies, const struct mpit_frame *frame, int count,
                       const MPI_Request requests[], MPI_Status statuses[])
{
    if (!(frame->watch & MPIT_WATCH_TRACK) || count <= 0 || !requests)
        return false;
    copies->allocated = NULL;
    copies->requests = copies->few_requests;
    copies->statuses = statuses == MPI_STATUSES_IGNORE ? copies->few_statuses : statuses;
    if (count > MPIT_COPIES) {
        size_t n = (size_t)count;

        copies->allocated = malloc(n * (sizeof *requests + sizeof *statuses));
        if (!copies->allocated)
            return false;
        if (statuses == MPI_STATUSES_IGNORE)
            copies->statuses = copies->allocated;
        copies->requests = (MPI_Request *)((MPI_Status *)copies->allocated + n);
    }
    memcpy(copies->requests, requests, (size_t)count * sizeof *requests);
    return true;
}

void mpit__copies_give(struct mpit_copies *copies)
{
    free(copies->allocated);
}

static bool statuses_have_errors(int rc)
{
    int class = MPI_SUCCESS;

    return rc != MPI_SUCCESS && mpit__next.PMPI_Error_class(rc, &class) == MPI_SUCCESS &&
           class == MPI_ERR_IN_STATUS;
}

void mpit__record_completed_all(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                int count)
{
    bool each = statuses_have_errors(rc);

    for (int i = 0; i < count; i++) {
        const MPI_Status *status = &copies->statuses[i];
        bool failed = each ? status->MPI_ERROR != MPI_SUCCESS : rc != MPI_SUCCESS;

        if (!(each && status->MPI_ERROR == MPI_ERR_PENDING))
            mpit__record_complete(frame, copies->requests[i], failed ? NULL : status);
    }
}

void mpit__record_completed_some(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                 int outcount, const int indices[])
{
    bool each = statuses_have_errors(rc);

    if (outcount == MPI_UNDEFINED || (rc != MPI_SUCCESS && !each))
        return;
    for (int i = 0; i < outcount; i++) {
        const MPI_Status *status = &copies->statuses[i];
        bool failed = each && status->MPI_ERROR != MPI_SUCCESS;

        mpit__record_complete(frame, copies->requests[indices[i]], failed ? NULL : status);
    }
}

bool mpit__record_is_root(MPI_Comm comm, int root)
{
    struct mpit_object *object;

    if (root < 0)
        return root == MPI_ROOT;
    object = mpit__object_of_comm(comm);
    return object && mpit__object_describe(object) && !object->inter && object->rank == root;
}
