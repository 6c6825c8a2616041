#include "config.h"

#include "hook/files.h"

#include "hook/requests.h"
#include "ledger/block.h"

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
}
