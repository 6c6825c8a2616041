#include "config.h"

#include "hook/monitor.h"

#include <stdlib.h>
#include <string.h>

struct mpit_comm_cache *mpit__frame_fill_comm(struct mpit_thread *thread, MPI_Comm comm)
{
    struct mpit_comm_cache *line =
        &thread->comms[(MPIT_KEY(comm) >> 4 ^ MPIT_KEY(comm)) % MPIT_CACHE];
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_object *object = mpit__object_of_comm(comm);
    struct mpit_block *block =
        object ? mpit__object_block_need(object, MPIT_KEY(comm), thread->shard) : NULL;

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

bool mpit__frame_is_vendor_s(struct mpit_thread *thread, const void *caller)
{
    if (thread->frame == UINTPTR_MAX)
        return true;
    if (thread->caller != caller) {
        thread->caller_is_vendor = mpit__vendor_holds(caller);
        thread->caller = caller;
    }
    return thread->caller_is_vendor;
}

void mpit__frame_book(struct mpit_frame *frame)
{
    if (frame->watch & MPIT_WATCH_TIME) {
        mpit__frame_add(frame, MPIT_P_TICKS + (int)frame->family, frame->start);
        if (frame->outer)
            frame->thread->inside += frame->start;
        if (frame->timed)
            mpit__total_add(frame->timed, frame->start, frame->thread->shared);
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
    unsigned shard = frame->thread->shard;
    struct mpit_comm_cache *line = comm == MPI_COMM_NULL ? NULL : mpit__frame_comm(frame, comm);
    uint32_t wanted;

    mpit__record_call_bytes(frame, bytes);
    if (!line)
        return;
    wanted = mpit__watch_mask(&line->object->watch);
    if ((wanted & MPIT_WATCH_PEERS) || (frame->watch & MPIT_WATCH_CALLS)) {
        mpit_total *slots = mpit__object_peer_need(line->object, MPIT_KEY(comm), shard,
                                                   line->block, peer);
        int slot = received ? MPIT_PEER_RECVS : MPIT_PEER_SENDS;

        if (slots) {
            mpit__total_add(&slots[slot], 1, shared);
            mpit__total_add(&slots[slot + 1], bytes, shared);
        }
    }
    if (wanted & MPIT_WATCH_SIZES) {
        struct mpit_sizes *sizes = mpit__object_sizes_need(line->object, MPIT_KEY(comm), shard, line->block);
        enum mpit_size_array which = received ? MPIT_RECV_SIZES : MPIT_SEND_SIZES;

        if (sizes)
            mpit__total_add(&sizes->count[which][mpit__size_class(bytes)], 1, shared);
    }
}

void mpit__record_use(struct mpit_frame *frame, enum mpit_kind kind, uint64_t key, int slot,
                      uint64_t by)
{
    struct mpit_object *object = mpit__object_find(kind, key);
    struct mpit_block *block =
        object ? mpit__object_block_need(object, key, frame->thread->shard) : NULL;

    if (block)
        mpit__total_add(&block->slot[slot], by, frame->thread->shared);
}

void mpit__record_timed(struct mpit_frame *frame, enum mpit_kind kind, uint64_t key, int slot)
{
    struct mpit_object *object = mpit__object_find(kind, key);
    struct mpit_block *block =
        object ? mpit__object_block_need(object, key, frame->thread->shard) : NULL;

    frame->timed = block ? &block->slot[slot] : NULL;
}

/* What a request that starts does to levels, as flags. */
static uint16_t levels_of(const struct mpit_frame *frame, const struct mpit_object *comm,
                          unsigned flags, int peer)
{
    if (!(frame->watch & MPIT_WATCH_REQUESTS))
        return 0;
    if ((flags & MPIT_REQUEST_RECV) && peer >= 0 && comm &&
        (mpit__watch_mask(&comm->watch) & MPIT_WATCH_MONITOR))
        return MPIT_REQUEST_LEVEL | MPIT_REQUEST_BY_PEER;
    return MPIT_REQUEST_LEVEL;
}

/* Keeps a request that has just been started; its communicator or file may be unknown. */
static void keep(struct mpit_frame *frame, struct mpit_object *object, unsigned flags, int peer,
                 MPI_Datatype datatype, MPI_Request request)
{
    struct mpit_request what = {
        .comm = object,
        .serial = object ? object->serial : 0,
        .peer = peer,
        .call = (uint16_t)frame->call,
        .flags = (uint16_t)(MPIT_REQUEST_TRACKED | flags | levels_of(frame, object, flags, peer)),
        .datatype = MPIT_KEY(datatype),
    };

    if (mpit__request_add(MPIT_KEY(request), &what, mpit__vendor_request_is_shared(request)))
        mpit__request_started(frame->thread, &what);
}

static struct mpit_object *known_comm(struct mpit_frame *frame, MPI_Comm comm)
{
    struct mpit_comm_cache *line = comm == MPI_COMM_NULL ? NULL : mpit__frame_comm(frame, comm);

    return line ? line->object : NULL;
}

void mpit__record_request(struct mpit_frame *frame, MPI_Comm comm, bool recv, int peer,
                          MPI_Datatype datatype, MPI_Request request)
{
    keep(frame, known_comm(frame, comm), recv ? MPIT_REQUEST_RECV : 0, peer, datatype, request);
}

void mpit__record_other(struct mpit_frame *frame, MPI_Request request)
{
    if (frame->watch & MPIT_WATCH_REQUESTS)
        keep(frame, NULL, MPIT_REQUEST_OTHER, 0, MPI_DATATYPE_NULL, request);
}

void mpit__record_iio(struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                      MPI_Request request)
{
    unsigned flag = what == MPIT_F_READS ? MPIT_REQUEST_READ : MPIT_REQUEST_WRITE;

    mpit__record_file(frame, file);
    if (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS))
        keep(frame, mpit__object_find(MPIT_KIND_file, MPIT_KEY(file)), flag, 0, MPI_DATATYPE_NULL,
             request);
}

void mpit__record_persistent(struct mpit_frame *frame, bool recv, MPI_Count count,
                             MPI_Datatype datatype, int peer, MPI_Comm comm, MPI_Request request)
{
    struct mpit_object *object = mpit__object_of_comm(comm);
    struct mpit_request what = {
        .comm = object,
        .serial = object ? object->serial : 0,
        .peer = peer,
        .bytes = recv ? 0 : mpit__frame_bytes(frame, count, datatype),
        .call = (uint16_t)frame->call,
        .flags = MPIT_REQUEST_PERSISTENT | (recv ? MPIT_REQUEST_RECV : 0),
        .datatype = MPIT_KEY(datatype),
    };

    if (peer != MPI_PROC_NULL)
        mpit__request_add(MPIT_KEY(request), &what, false);
}

/* The key of a request's communicator or file; false if that has ended since. */
static bool key_of(const struct mpit_request *request, uint64_t *key)
{
    const struct mpit_object *object = request->comm;

    if (!object || !atomic_load(&object->alive))
        return false;
    *key = object->key;
    /* The serial comes last: no other use of the record has given us the key. */
    return object->serial == request->serial;
}

/* The communicator of a request, MPI_COMM_NULL if it has ended since. */
static MPI_Comm comm_of(const struct mpit_request *request)
{
    uint64_t key;

    return key_of(request, &key) ? (MPI_Comm)(uintptr_t)key : MPI_COMM_NULL;
}

/* The datatype is in use by the operation until it is complete, and its handle not given anew. */
static MPI_Datatype datatype_of(const struct mpit_request *request)
{
    return (MPI_Datatype)(uintptr_t)request->datatype;
}

/* Records a message whose communicator the call does not name, under the call that it belongs to.
 * If the communicator has ended since, only the process counts it. */
static void record_elsewhere(struct mpit_frame *frame, enum mpit_call call, MPI_Comm comm,
                             MPI_Datatype datatype, const MPI_Status *received,
                             const struct mpit_request *sent)
{
    enum mpit_call own_call = frame->call;
    uint32_t watch = frame->watch;

    frame->call = call;
    if (comm == MPI_COMM_NULL)
        frame->watch &= ~(uint32_t)(MPIT_WATCH_COMM | MPIT_WATCH_PEERS | MPIT_WATCH_SIZES);
    if (received)
        mpit__record_recv(frame, comm, datatype, received);
    else
        mpit__record_sent(frame, sent->bytes, sent->peer, comm);
    frame->call = own_call;
    frame->watch = watch;
    frame->timed = NULL;
}

/* Counts a read or write, for the process and for the file with this key, which may be unknown. */
static void record_access(struct mpit_frame *frame, enum mpit_file_slot what,
                          struct mpit_object *file, uint64_t key, uint64_t bytes)
{
    struct mpit_block *block =
        file ? mpit__object_block_need(file, key, frame->thread->shard) : NULL;

    mpit__frame_add(frame, MPIT_P_READS + (int)what, 1);
    mpit__frame_add(frame, MPIT_P_READS + (int)what + 1, bytes);
    mpit__record_call_bytes(frame, bytes);
    if (block) {
        mpit__total_add(&block->slot[what], 1, frame->thread->shared);
        mpit__total_add(&block->slot[what + 1], bytes, frame->thread->shared);
    }
}

void mpit__record_io(struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                     const MPI_Status *status)
{
    if (frame->watch & (MPIT_WATCH_COUNTS | MPIT_WATCH_BYTES | MPIT_WATCH_CALLS))
        record_access(frame, what, frame->watch & MPIT_WATCH_FILES
                                       ? mpit__object_find(MPIT_KIND_file, MPIT_KEY(file))
                                       : NULL,
                      MPIT_KEY(file), mpit__status_bytes(status));
}

/* A nonblocking one has completed; it counts under the call that started it. */
static void record_iio(struct mpit_frame *frame, const struct mpit_request *request,
                       const MPI_Status *status)
{
    enum mpit_call own_call = frame->call;
    uint64_t key = 0;
    struct mpit_object *file = key_of(request, &key) ? request->comm : NULL;

    frame->call = (enum mpit_call)request->call;
    record_access(frame, request->flags & MPIT_REQUEST_READ ? MPIT_F_READS : MPIT_F_WRITES,
                  file, key, mpit__status_bytes(status));
    frame->call = own_call;
}

void mpit__record_rma(struct mpit_frame *frame, enum mpit_win_slot what, int target,
                      MPI_Count count, MPI_Datatype datatype, MPI_Win win)
{
    uint64_t bytes = 0;

    if (target == MPI_PROC_NULL)
        return;
    if (frame->watch & MPIT_WATCH_BYTES)
        bytes = mpit__frame_bytes(frame, count, datatype);
    mpit__frame_add(frame, MPIT_P_RMA_CALLS, 1);
    mpit__frame_add(frame, MPIT_P_RMA_BYTES, bytes);
    mpit__record_call_bytes(frame, bytes);
    if (frame->watch & MPIT_WATCH_MONITOR)
        mpit__monitor_rma(frame, what, target, win, bytes);
    if (frame->watch & MPIT_WATCH_WINS) {
        mpit__record_use(frame, MPIT_KIND_win, MPIT_KEY(win), what, 1);
        mpit__record_use(frame, MPIT_KIND_win, MPIT_KEY(win), MPIT_W_BYTES, bytes);
    }
}

static void start(struct mpit_frame *frame, struct mpit_request *request)
{
    uint32_t tracks = MPIT_WATCH_REQUESTS;

    request->call = (uint16_t)frame->call;
    if (request->flags & MPIT_REQUEST_RECV)
        tracks |= MPIT_WATCH_COMPLETE;
    else if (frame->watch & MPIT_WATCH_RECORD) {
        mpit__record_datatype(frame, datatype_of(request), MPIT_D_SENDS);
        record_elsewhere(frame, frame->call, comm_of(request), MPI_DATATYPE_NULL, NULL, request);
    }
    if (!(frame->watch & tracks))
        return;
    request->flags |= MPIT_REQUEST_TRACKED |
                      levels_of(frame, comm_of(request) == MPI_COMM_NULL ? NULL : request->comm,
                                request->flags, request->peer);
    mpit__request_started(frame->thread, request);
}

void mpit__record_start(struct mpit_frame *frame, MPI_Request handle)
{
    struct mpit_request *request = mpit__request_find(MPIT_KEY(handle));

    if (frame->watch & MPIT_WATCH_STARTS)
        mpit__record_use(frame, MPIT_KIND_request, MPIT_KEY(handle), MPIT_R_STARTS, 1);
    if (!request)
        return;
    if (!(request->flags & MPIT_REQUEST_TRACKED))
        start(frame, request);
    mpit__request_keep(request);
}

void mpit__record_matched(struct mpit_frame *frame, MPI_Comm comm, MPI_Message message,
                          const MPI_Status *status)
{
    struct mpit_request what = {
        .call = (uint16_t)frame->call,
        .bytes = mpit__status_bytes(status),
        .comm = mpit__object_of_comm(comm),
    };

    if (message == MPI_MESSAGE_NO_PROC || message == MPI_MESSAGE_NULL)
        return;
    what.serial = what.comm ? what.comm->serial : 0;
    mpit__request_add(mpit__message_key(MPIT_KEY(message)), &what, false);
}

/* The communicator that a message was matched on, MPI_COMM_NULL if we do not know it. */
static MPI_Comm take_message(MPI_Message message)
{
    struct mpit_request *request = mpit__request_find(mpit__message_key(MPIT_KEY(message)));
    MPI_Comm comm;

    if (!request)
        return MPI_COMM_NULL;
    comm = comm_of(request);
    mpit__request_remove(request);
    return comm;
}

void mpit__record_mrecv(struct mpit_frame *frame, MPI_Message message, MPI_Datatype datatype,
                        const MPI_Status *status)
{
    record_elsewhere(frame, frame->call, take_message(message), datatype, status, NULL);
}

void mpit__record_imrecv(struct mpit_frame *frame, MPI_Message message, MPI_Datatype datatype,
                         MPI_Request request)
{
    if (message != MPI_MESSAGE_NO_PROC)
        mpit__record_irecv(frame, MPI_ANY_SOURCE, take_message(message), datatype, request);
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
    if (!status)
        frame->failed = mpit__vendor_blames_comm() ? comm_of(request) : MPI_COMM_NULL;
    else if (request->flags & (MPIT_REQUEST_READ | MPIT_REQUEST_WRITE))
        record_iio(frame, request, status);
    else if ((request->flags & MPIT_REQUEST_RECV) && !mpit__status_cancelled(status))
        record_elsewhere(frame, (enum mpit_call)request->call, comm_of(request),
                         datatype_of(request), status, NULL);
    mpit__request_finished(frame->thread, request);
}

void mpit__record_unfinished(struct mpit_frame *frame, int count, const MPI_Request requests[])
{
    int finished;

    for (int i = 0; i < count && (frame->watch & MPIT_WATCH_STARTS); i++)
        if (requests[i] != MPI_REQUEST_NULL &&
            mpit__object_find(MPIT_KIND_request, MPIT_KEY(requests[i])) &&
            mpit__next.PMPI_Request_get_status(requests[i], &finished, MPI_STATUS_IGNORE) ==
                MPI_SUCCESS &&
            !finished)
            mpit__record_use(frame, MPIT_KIND_request, MPIT_KEY(requests[i]), MPIT_R_TESTS, 1);
}

void mpit__record_gone(const struct mpit_frame *frame, const struct mpit_copies *copies, int count,
                       const MPI_Request now[])
{
    for (int i = 0; i < count && (frame->watch & MPIT_WATCH_HELD); i++)
        mpit__record_request_gone(frame, copies->requests[i], &now[i]);
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
    if (!(frame->watch & (MPIT_WATCH_TRACK | MPIT_WATCH_HELD)) || count <= 0 || !requests)
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

/* The error handler that a failed call was under: that of the object that it names, of the null
 * file where it names none yet, else of MPI_COMM_WORLD (MPI 3.1, 8.3 and 13.7).  An object that
 * was the error itself is not asked. */
static MPI_Errhandler handler_of(const struct mpit_frame *frame, int rc, MPI_Comm comm, MPI_Win win,
                                 MPI_File file)
{
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    int class = MPI_ERR_OTHER;

    mpit__next.PMPI_Error_class(rc, &class);
    if (frame->family == MPIT_FAMILY_io)
        mpit__next.PMPI_File_get_errhandler(class == MPI_ERR_FILE ? MPI_FILE_NULL : file, &handler);
    else if (win != MPI_WIN_NULL && class != MPI_ERR_WIN)
        mpit__next.PMPI_Win_get_errhandler(win, &handler);
    else
        mpit__next.PMPI_Comm_get_errhandler(
            comm == MPI_COMM_NULL || class == MPI_ERR_COMM ? MPI_COMM_WORLD : comm, &handler);
    return handler;
}

static void record_failure(struct mpit_frame *frame, int rc, MPI_Comm comm, MPI_Win win,
                           MPI_File file)
{
    MPI_Errhandler handler =
        handler_of(frame, rc, comm == MPI_COMM_NULL ? frame->failed : comm, win, file);

    if (handler == MPI_ERRHANDLER_NULL)
        return;
    mpit__record_use(frame, MPIT_KIND_errhandler, MPIT_KEY(handler), MPIT_O_USES, 1);
    mpit__next.PMPI_Errhandler_free(&handler);
}

void mpit__record_any(struct mpit_frame *frame, int rc, MPI_Comm comm, MPI_Win win, MPI_File file,
                      MPI_Info info)
{
    if (rc != MPI_SUCCESS && (frame->watch & MPIT_WATCH_ERRORS))
        record_failure(frame, rc, comm, win, file);
    if (rc == MPI_SUCCESS && info != MPI_INFO_NULL && (frame->watch & MPIT_WATCH_INFOS))
        mpit__record_use(frame, MPIT_KIND_info, MPIT_KEY(info), MPIT_O_USES, 1);
}
