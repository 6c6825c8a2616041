#include "config.h"

#include "hook/monitor.h"

#include <stdlib.h>
#include <string.h>

struct mpit_comm_cache *mpit__frame_fill_comm(struct mpit_thread *thread, MPI_Comm comm)
{
    struct mpit_comm_cache *line = &thread->comms[mpit__cache_index(MPIT_KEY(comm))];
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_object *object = mpit__object_of_comm(comm);
    struct mpit_block *block =
        object ? mpit__object_block_need(object, MPIT_KEY(comm), thread->shard) : NULL;

    if (!block)
        return NULL;
    *line = (struct mpit_comm_cache){comm, epoch, object, block};
    return line;
}

struct mpit_block *mpit__frame_fill_block(struct mpit_thread *thread, enum mpit_kind kind,
                                          uint64_t key)
{
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_object *object = mpit__object_find(kind, key);
    struct mpit_block *block =
        object ? mpit__object_block_need(object, key, thread->shard) : NULL;

    if (block)
        thread->blocks[mpit__cache_line(key, MPIT_BLOCK_CACHE_BITS)] =
            (struct mpit_block_cache){key, epoch, kind, block};
    return block;
}

uint64_t mpit__frame_fill_type(struct mpit_type_cache *line, MPI_Datatype datatype)
{
    uint32_t epoch = atomic_load(&mpit__object_epoch);

    *line = (struct mpit_type_cache){datatype, epoch, mpit__vendor_type_size(datatype)};
    return line->size;
}

/* Whether a call that seems to be inside another one is the MPI library's own. */
static bool is_vendor_s(struct mpit_thread *thread, const void *caller)
{
    if (thread->frame == MPIT_FRAME_GUARDED)
        return true;
    if (thread->caller != caller) {
        thread->caller_is_vendor = mpit__vendor_holds(caller);
        thread->caller = caller;
    }
    return thread->caller_is_vendor;
}

bool mpit__frame_enter_odd(struct mpit_thread *thread, const void *caller, struct mpit_base *base)
{
    if (thread->frame == MPIT_FRAME_UNREGISTERED)
        return mpit__thread_register(thread);
    if (is_vendor_s(thread, caller))
        return false;
    base->outer = thread->frame;
    return true;
}

void mpit__record_use(enum mpit_kind kind, uint64_t key, int slot, uint64_t by)
{
    struct mpit_object *object = mpit__object_find(kind, key);
    struct mpit_block *block =
        object ? mpit__object_block_need(object, key, mpit__thread.shard) : NULL;

    if (block)
        mpit__total_add(&block->slot[slot], by, mpit__thread.shared);
}

unsigned mpit__record_levels(const struct mpit_object *comm, unsigned flags, int peer)
{
    if ((flags & MPIT_REQUEST_RECV) && peer >= 0 && comm &&
        (mpit__watch_mask(&comm->watch) & MPIT_WATCH_MONITOR))
        return MPIT_REQUEST_LEVEL | MPIT_REQUEST_BY_PEER;
    return MPIT_REQUEST_LEVEL;
}

void mpit__record_isendrecv(struct mpit_frame *frame, int dest, int source, MPI_Comm comm,
                            MPI_Datatype recvtype, MPI_Request request)
{
    if (source == MPI_PROC_NULL)
        mpit__record_isend(frame, dest, comm, request);
    else if (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS))
        mpit__record_request(frame->watch, frame->call, mpit__record_known(frame, comm),
                             MPIT_REQUEST_RECV |
                                 (dest == MPI_PROC_NULL ? 0 : MPIT_REQUEST_SEND_TOO),
                             source, recvtype, request);
}

void mpit__record_other(struct mpit_frame *frame, MPI_Request request)
{
    mpit__record_request(frame->watch, frame->call, NULL, MPIT_REQUEST_OTHER, 0, MPI_DATATYPE_NULL,
                         request);
}

void mpit__record_iio(struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                      MPI_Request request)
{
    if (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS))
        mpit__record_request(frame->watch, frame->call,
                             mpit__object_find(MPIT_KIND_file, MPIT_KEY(file)),
                             what == MPIT_F_READS ? MPIT_REQUEST_READ : MPIT_REQUEST_WRITE, 0,
                             MPI_DATATYPE_NULL, request);
}

void mpit__record_persistent(struct mpit_frame *frame, bool recv, MPI_Count count,
                             MPI_Datatype datatype, int peer, MPI_Comm comm, MPI_Request request)
{
    const uint64_t key = MPIT_KEY(request);
    struct mpit_request *kept;

    if (peer == MPI_PROC_NULL)
        return;
    kept = mpit__record_place(key, false, frame->call, mpit__object_of_comm(comm),
                              MPIT_REQUEST_PERSISTENT | (recv ? MPIT_REQUEST_RECV : 0));
    if (!kept)
        return;
    kept->peer = peer;
    kept->bytes = recv ? 0 : mpit__frame_bytes(frame, count, datatype);
    kept->datatype = MPIT_KEY(datatype);
    mpit__request_keep(kept, key);
}

static void start(const struct mpit_frame *frame, struct mpit_request *request)
{
    uint32_t tracks = MPIT_WATCH_REQUESTS;

    request->call = (uint16_t)frame->call;
    if (request->flags & MPIT_REQUEST_RECV)
        tracks |= MPIT_WATCH_COMPLETE;
    else if (frame->watch & MPIT_WATCH_RECORD) {
        mpit__record_elsewhere(frame, mpit__request_where(request),
                               (struct mpit_message){.peer = request->peer,
                                                     .datatype = mpit__record_datatype_of(request),
                                                     .bytes = request->bytes});
    }
    if (!(frame->watch & tracks))
        return;
    request->flags |= MPIT_REQUEST_TRACKED;
    if (frame->watch & MPIT_WATCH_REQUESTS)
        request->flags |= (uint16_t)mpit__record_levels(mpit__request_where(request).object,
                                                        request->flags, request->peer);
    mpit__request_started(frame->thread, request);
}

void mpit__record_start(struct mpit_frame *frame, MPI_Request handle)
{
    const uint64_t key = MPIT_KEY(handle);
    struct mpit_request *request = mpit__request_find(key);

    if (frame->watch & MPIT_WATCH_STARTS)
        mpit__record_use(MPIT_KIND_request, key, MPIT_R_STARTS, 1);
    if (!request)
        return;
    if (!(request->flags & MPIT_REQUEST_TRACKED))
        start(frame, request);
    mpit__request_keep(request, key);
}

void mpit__record_matched(struct mpit_frame *frame, MPI_Comm comm, MPI_Message message,
                          const MPI_Status *status)
{
    const uint64_t key = mpit__message_key(MPIT_KEY(message));
    struct mpit_request *kept;

    if (message == MPI_MESSAGE_NO_PROC || message == MPI_MESSAGE_NULL)
        return;
    kept = mpit__record_place(key, false, frame->call, mpit__object_of_comm(comm), 0);
    if (!kept)
        return;
    kept->bytes = mpit__status_bytes(status);
    mpit__request_keep(kept, key);
}

struct mpit_where mpit__record_take_message(MPI_Message message)
{
    struct mpit_request *request = mpit__request_find(mpit__message_key(MPIT_KEY(message)));
    struct mpit_where comm;

    if (!request)
        return (struct mpit_where){.object = NULL};
    comm = mpit__request_where(request);
    mpit__request_remove(request);
    return comm;
}

void mpit__record_mrecv(struct mpit_frame *frame, struct mpit_where comm, MPI_Datatype datatype,
                        const MPI_Status *status)
{
    if (mpit__record_counts(frame, status->MPI_SOURCE))
        mpit__record_elsewhere(frame, comm, mpit__record_of_status(status, datatype));
}

void mpit__record_imrecv(struct mpit_frame *frame, struct mpit_where comm, MPI_Datatype datatype,
                         MPI_Request request)
{
    mpit__record_irecv(frame, MPI_ANY_SOURCE, mpit__record_handle(comm), datatype, request);
}

void mpit__record_accessed(uint32_t watch, const struct mpit_request *request,
                           const MPI_Status *status)
{
    const struct mpit_frame frame = mpit__record_frame_of(watch, request);
    struct mpit_where file = mpit__request_where(request);

    if (file.object)
        file.block = mpit__object_block_need(file.object, file.key, frame.thread->shard);
    mpit__record_access(&frame,
                        request->flags & MPIT_REQUEST_READ ? MPIT_F_READS : MPIT_F_WRITES,
                        file.object ? file.block : NULL, mpit__status_bytes(status));
}

void mpit__record_unfinished(int count, const MPI_Request requests[])
{
    int finished;

    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL &&
            mpit__object_find(MPIT_KIND_request, MPIT_KEY(requests[i])) &&
            mpit__next.PMPI_Request_get_status(requests[i], &finished, MPI_STATUS_IGNORE) ==
                MPI_SUCCESS &&
            !finished)
            mpit__record_use(MPIT_KIND_request, MPIT_KEY(requests[i]), MPIT_R_TESTS, 1);
}

void mpit__record_gone(const struct mpit_copies *copies, int count, const MPI_Request now[])
{
    for (int i = 0; i < count; i++)
        mpit__record_request_gone(copies->requests[i], &now[i]);
}

struct mpit_request *mpit__record_request_to_free(MPI_Request handle)
{
    return handle == MPI_REQUEST_NULL ? NULL : mpit__request_find(MPIT_KEY(handle));
}

void mpit__record_request_freed(struct mpit_thread *thread, struct mpit_request *request, bool done)
{
    if (!request)
        return;
    if (!done) {
        mpit__record_give_back(request);
        return;
    }
    request->flags &= (uint16_t)~MPIT_REQUEST_PERSISTENT;
    if (request->flags & MPIT_REQUEST_TRACKED)
        mpit__request_finished(thread, request);
    else
        mpit__request_remove(request);
}

static bool copies_allocate(struct mpit_copies *copies, size_t n, const MPI_Status *statuses)
{
    copies->allocated =
        malloc(n * (sizeof *copies->statuses + sizeof *copies->taken + sizeof *copies->requests));
    if (!copies->allocated)
        return false;
    if (statuses == MPI_STATUSES_IGNORE)
        copies->statuses = copies->allocated;
    copies->taken = (struct mpit_request **)((MPI_Status *)copies->allocated + n);
    copies->requests = (MPI_Request *)(copies->taken + n);
    return true;
}

bool mpit__copies_take(struct mpit_copies *copies, uint32_t watch, int count,
                       const MPI_Request requests[], MPI_Status statuses[])
{
    if (!(watch & (MPIT_WATCH_TRACK | MPIT_WATCH_HELD)) || count <= 0 || !requests)
        return false;
    copies->count = count;
    copies->allocated = NULL;
    copies->requests = copies->few_requests;
    copies->taken = copies->few_taken;
    copies->statuses = statuses == MPI_STATUSES_IGNORE ? copies->few_statuses : statuses;
    if (count > MPIT_COPIES && !copies_allocate(copies, (size_t)count, statuses))
        return false;
    memcpy(copies->requests, requests, (size_t)count * sizeof *requests);
    for (int i = 0; i < count; i++)
        copies->taken[i] = mpit__record_take(watch, requests[i]);
    return true;
}

void mpit__copies_give(struct mpit_copies *copies)
{
    for (int i = 0; i < copies->count; i++)
        mpit__record_give_back(copies->taken[i]);
    free(copies->allocated);
}

static bool statuses_have_errors(int rc)
{
    int class = MPI_SUCCESS;

    return rc != MPI_SUCCESS && mpit__next.PMPI_Error_class(rc, &class) == MPI_SUCCESS &&
           class == MPI_ERR_IN_STATUS;
}

MPI_Comm mpit__record_completed_all(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                    int count)
{
    bool each = statuses_have_errors(rc);

    for (int i = 0; i < count; i++) {
        const MPI_Status *status = &copies->statuses[i];
        bool failed = each ? status->MPI_ERROR != MPI_SUCCESS : rc != MPI_SUCCESS;

        if (!(each && status->MPI_ERROR == MPI_ERR_PENDING))
            mpit__record_completed(frame, copies, i, failed ? NULL : status);
    }
    return frame->failed;
}

MPI_Comm mpit__record_completed_some(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                     int outcount, const int indices[])
{
    bool each = statuses_have_errors(rc);

    if (outcount == MPI_UNDEFINED || (rc != MPI_SUCCESS && !each))
        return frame->failed;
    for (int i = 0; i < outcount; i++) {
        const MPI_Status *status = &copies->statuses[i];
        bool failed = each && status->MPI_ERROR != MPI_SUCCESS;

        mpit__record_completed(frame, copies, indices[i], failed ? NULL : status);
    }
    return frame->failed;
}

/* The error handler that a failed call was under: that of the object that it names, of the null
 * file where it names none yet, else of MPI_COMM_WORLD (MPI 3.1, 8.3 and 13.7).  An object that
 * was the error itself is not asked. */
static MPI_Errhandler handler_of(enum mpit_family family, int rc, MPI_Comm comm, MPI_Win win,
                                 MPI_File file)
{
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    int class = MPI_ERR_OTHER;

    mpit__next.PMPI_Error_class(rc, &class);
    if (family == MPIT_FAMILY_io)
        mpit__next.PMPI_File_get_errhandler(class == MPI_ERR_FILE ? MPI_FILE_NULL : file, &handler);
    else if (win != MPI_WIN_NULL && class != MPI_ERR_WIN)
        mpit__next.PMPI_Win_get_errhandler(win, &handler);
    else
        mpit__next.PMPI_Comm_get_errhandler(
            comm == MPI_COMM_NULL || class == MPI_ERR_COMM ? MPI_COMM_WORLD : comm, &handler);
    return handler;
}

void mpit__record_failure(enum mpit_family family, int rc, MPI_Comm comm, MPI_Win win,
                          MPI_File file)
{
    MPI_Errhandler handler = handler_of(family, rc, comm, win, file);

    if (handler == MPI_ERRHANDLER_NULL)
        return;
    mpit__record_use(MPIT_KIND_errhandler, MPIT_KEY(handler), MPIT_O_USES, 1);
    mpit__next.PMPI_Errhandler_free(&handler);
}
