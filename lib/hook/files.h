/* What hooks book of files: reads, writes, time. */
#ifndef MPIT_HOOK_FILES_H
#define MPIT_HOOK_FILES_H

#include "hook/book.h"
#include "profile/request.h"
#include "profile/uses.h"

_Static_assert((int)MPIT_P_WRITES - (int)MPIT_P_READS == (int)MPIT_F_WRITES,
               "mpit__book_access takes reads and writes to stand likewise in process and file");

/* By the name of the file, for the report. */
void mpit__book_file_opened(uint32_t watch, MPI_File file, const char *name, uint64_t took);
void mpit__book_file_closed(uint32_t watch, const struct mpit_object *file, uint64_t took);

MPIT_HOT int mpit__book_use_of(enum mpit_file_slot what)
{
    return what == MPIT_F_READS ? MPIT_LIVE_USE_READS : MPIT_LIVE_USE_WRITES;
}

/* Names the file, for its time. */
MPIT_HOT void mpit__book_file(struct mpit_frame *frame, MPI_File file)
{
    if ((frame->watch & MPIT_WATCH_FILES) && (frame->watch & MPIT_WATCH_TIME))
        mpit__book_timed(frame, MPIT_KIND_file, MPIT_KEY(file), MPIT_F_TICKS);
    if ((frame->watch & MPIT_WATCH_CALLS) && (frame->watch & MPIT_WATCH_TIME))
        mpit__use_took(mpit__cache_use(&frame->thread->cache, MPIT_KEY(file)), frame->took);
}

/* A read or write is complete, of a file that may be unknown (block NULL). */
MPIT_HOT void mpit__book_access(const struct mpit_frame *frame, enum mpit_file_slot what,
                                struct mpit_block *block, uint64_t bytes)
{
    mpit__book_pair(frame, &frame->thread->totals->slot[MPIT_P_READS + (int)what], bytes);
    mpit__book_call_bytes(frame, bytes);
    if (block)
        mpit__book_pair(frame, &block->slot[what], bytes);
}

/* … by a call that names the file; has a request. */
MPIT_HOT void mpit__book_io(const struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                            uint64_t bytes)
{
    mpit__book_access(frame, what,
                      frame->watch & MPIT_WATCH_FILES
                          ? mpit__frame_block(frame, MPIT_KIND_file, MPIT_KEY(file))
                          : NULL,
                      bytes);
    if (frame->watch & MPIT_WATCH_CALLS)
        mpit__use_moved(mpit__cache_use(&frame->thread->cache, MPIT_KEY(file)),
                        mpit__book_use_of(what), 1, bytes);
}

void mpit__book_iio(struct mpit_frame *frame, enum mpit_file_slot what, MPI_File file,
                    MPI_Request request);

/* A nonblocking access to a file is complete. */
void mpit__book_accessed(uint32_t watch, const struct mpit_request *request,
                         const MPI_Status *status);

#endif
