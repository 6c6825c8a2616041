#include "config.h"

#include "hook/files.h"

#include "hook/requests.h"
#include "profile/block.h"

/* A file that is opened while nothing is counted may be used while something is. */
void mpit__book_file_opened(uint32_t watch, MPI_File file, const char *name, uint64_t took)
{
    struct mpit_object *object =
        mpit__uses_are_kept() && name ? mpit__object_find(MPIT_KIND_file, MPIT_KEY(file)) : NULL;
    struct mpit_live_use *use = object ? mpit__use_need(MPIT_LIVE_USE_FILE, name, 0) : NULL;

    if (!use)
        return;
    atomic_store_explicit(&object->use, use, memory_order_release);
    if (watch & MPIT_WATCH_CALLS)
        mpit__use_made(use);
    if ((watch & MPIT_WATCH_CALLS) && (watch & MPIT_WATCH_TIME))
        mpit__use_took(use, took);
}

void mpit__book_file_closed(uint32_t watch, const struct mpit_object *file, uint64_t took)
{
    if (file && (watch & MPIT_WATCH_CALLS) && (watch & MPIT_WATCH_TIME))
        mpit__use_took(atomic_load(&file->use), took);
}

void mpit__book_iio(struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                    MPI_Request request)
{
    if (frame->watch & (MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS))
        mpit__book_request(frame->watch, frame->call,
                           mpit__object_find(MPIT_KIND_file, MPIT_KEY(file)),
                           what == MPIT_F_READS ? MPIT_REQUEST_READ : MPIT_REQUEST_WRITE, 0,
                           MPI_DATATYPE_NULL, request);
}

void mpit__book_accessed(uint32_t watch, const struct mpit_request *request,
                         const MPI_Status *status)
{
    const struct mpit_frame frame = mpit__book_frame_of(watch, request);
    struct mpit_where file = mpit__book_where(request);

    if (file.object)
        file.block = mpit__object_block_need(file.object, file.key, frame.thread->shard);
    mpit__book_access(&frame, request->flags & MPIT_REQUEST_READ ? MPIT_F_READS : MPIT_F_WRITES,
                      file.object ? file.block : NULL, mpit__status_bytes(status));
    if (file.object && (watch & MPIT_WATCH_CALLS))
        mpit__use_moved(
            atomic_load(&file.object->use),
            mpit__book_use_of(request->flags & MPIT_REQUEST_READ ? MPIT_F_READS : MPIT_F_WRITES), 1,
            mpit__status_bytes(status));
}
